import { posts } from '../content/posts.ts';
import { site } from '../content/site.ts';
import { pagePaths } from './pagePaths.ts';
import { seoFor } from './seo.ts';

/** Whether search engines may index the page at a path: a post, or one whose canonical path it is. */
const isIndexed = (path: string): boolean =>
  posts.some(({ slug }) => path === `/blog/${slug}`) || seoFor(path).path === path;

const sitemapEntry = (path: string): string => {
  const date = posts.find(({ slug }) => path === `/blog/${slug}`)?.date;
  return `  <url><loc>${site.origin}${path}</loc>${date ? `<lastmod>${date}</lastmod>` : ''}</url>`;
};

const sitemap = () => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pagePaths.filter(isIndexed).map(sitemapEntry).join('\n')}
</urlset>
`;

const robots = (disallowedPaths: readonly string[]) => `User-agent: *
${disallowedPaths.map((path) => `Disallow: ${path}\n`).join('')}Allow: /

Sitemap: ${site.origin}/sitemap.xml
`;

const manifest = {
  name: site.name,
  short_name: site.name,
  description: seoFor('/').description,
  lang: 'en-IN',
  id: '/',
  start_url: '/',
  display: 'browser',
  background_color: '#fbf6ea',
  theme_color: '#fbf6ea',
  icons: [
    { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
    { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ],
};

/**
 * The content of the files at the root of the site, by their names.
 *
 * @param disallowedPaths The paths that robots.txt asks search engines not to visit.
 */
export const rootFiles = (disallowedPaths: readonly string[]): Readonly<Record<string, string>> => ({
  'sitemap.xml': sitemap(),
  'robots.txt': robots(disallowedPaths),
  'manifest.webmanifest': JSON.stringify(manifest),
});
