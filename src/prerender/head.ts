import { site } from '../content/site.ts';
import { pictureOf, picturePath, pictures } from './pictures.ts';
import { structuredDataOf } from './structuredData.ts';

const first = (html: string, pattern: RegExp): string | undefined => pattern.exec(html)?.[1];

const property = (name: string, content: string) => `<meta property="${name}" content="${content}">`;

/** What others show of a page that is linked: Open Graph, and Twitter's card. The words are those of the page's own tags. */
function socialTags(title: string, description: string, address: string, path: string): string[] {
  const picture = pictureOf(path);
  return [
    property('og:type', /^\/blog\/[^/]+$/.test(path) ? 'article' : 'website'),
    property('og:site_name', site.name),
    property('og:locale', 'en_IN'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', address),
    property('og:image', `${site.origin}${picturePath(picture)}`),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', pictures[picture].words),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

/**
 * The tags of a page's head that React does not write, because they are for those who read the document alone: pages
 * that nobody is to find have none.
 *
 * @param html What React wrote for the page.
 */
export async function tagsFor(html: string): Promise<string[]> {
  const address = first(html, /<link rel="canonical" href="([^"]*)"/);
  const title = first(html, /<title>([^<]*)/);
  const description = first(html, /<meta name="description" content="([^"]*)"/);
  const heading = first(html, /<h1[^>]*>([^<]*)/);
  if (!address || !title || !description || !heading) return [];
  const path = new URL(address).pathname;
  const data = await structuredDataOf(path, heading, picturePath(pictureOf(path)));
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return [
    ...socialTags(title, description, address, path),
    `<script type="application/ld+json">${json}</script>`,
  ];
}
