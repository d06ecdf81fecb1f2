import { site } from '../content/site.ts';
import { socialImageFor, socialImagePath, socialImages } from './socialImages.ts';
import { structuredDataOf } from './structuredData.ts';

const firstGroup = (html: string, pattern: RegExp): string | undefined => pattern.exec(html)?.[1];

const metaProperty = (name: string, content: string) => `<meta property="${name}" content="${content}">`;

/** The Open Graph and Twitter tags of a page, for previews on sites that link to it. */
function socialTags(title: string, description: string, url: string, path: string): string[] {
  const image = socialImageFor(path);
  return [
    metaProperty('og:type', /^\/blog\/[^/]+$/.test(path) ? 'article' : 'website'),
    metaProperty('og:site_name', site.name),
    metaProperty('og:locale', 'en_IN'),
    metaProperty('og:title', title),
    metaProperty('og:description', description),
    metaProperty('og:url', url),
    metaProperty('og:image', `${site.origin}${socialImagePath(image)}`),
    metaProperty('og:image:width', '1200'),
    metaProperty('og:image:height', '630'),
    metaProperty('og:image:alt', socialImages[image].text),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

/**
 * The tags of a page's head that React does not render, because only search engines and other sites read them. A
 * page without a canonical URL has none.
 *
 * @param html The HTML that React rendered for the page.
 */
export async function headTagsFor(html: string): Promise<string[]> {
  const canonicalUrl = firstGroup(html, /<link rel="canonical" href="([^"]*)"/);
  const title = firstGroup(html, /<title>([^<]*)/);
  const description = firstGroup(html, /<meta name="description" content="([^"]*)"/);
  const heading = firstGroup(html, /<h1[^>]*>([^<]*)/);
  if (!canonicalUrl || !title || !description || !heading) return [];
  const path = new URL(canonicalUrl).pathname;
  const data = await structuredDataOf(path, heading, socialImagePath(socialImageFor(path)));
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return [
    ...socialTags(title, description, canonicalUrl, path),
    `<script type="application/ld+json">${json}</script>`,
  ];
}
