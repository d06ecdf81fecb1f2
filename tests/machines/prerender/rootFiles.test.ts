import { expect, test } from 'vitest';
import { placeholderOrigin, placeholderSite } from '../../../machines/site.ts';
import { seoFor } from '../../../src/content/seo.ts';
import { NOT_FOUND_PATH, pagePaths } from '../../../src/prerender/pagePaths.ts';
import { rootFiles } from '../../../src/prerender/rootFiles.ts';

/** The pages of the site, and the files at its root that name them. */

const categories = [
  'mathematics',
  'science',
  'english',
  'study-skills',
  'future-skills',
  'competitive-exams',
];

test('the pages are those of the route table, with each post and each category', () => {
  expect(pagePaths).toEqual([
    ...['/', '/home', '/about', '/services', '/contact', '/getTouch', '/applyPath', '/register-re'],
    ...['/knowmore', '/privacy', '/terms', '/refund', '/shipping', '/register-term', '/careers', '/courses'],
    '/blog',
    ...categories.map((category) => `/blog/category/${category}`),
    ...['/blog/how-to-improve-math-skills', '/blog/future-ready-skills'],
  ]);
  expect(NOT_FOUND_PATH).toBe('/404');
});

test('the sitemap has each page that may be found, once, and the day of each post', () => {
  const entry = (path: string, day = '') => `  <url><loc>${placeholderOrigin}${path}</loc>${day}</url>`;
  const entries = [
    ...['/', '/about', '/services', '/contact', '/applyPath', '/register-re', '/knowmore', '/privacy'],
    ...['/terms', '/refund', '/shipping', '/register-term', '/careers', '/courses', '/blog'],
    '/blog/category/mathematics',
  ].map((path) => entry(path));
  expect(rootFiles([])['sitemap.xml']).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...entries,
      entry('/blog/how-to-improve-math-skills', '<lastmod>2025-08-05</lastmod>'),
      entry('/blog/future-ready-skills', '<lastmod>2025-08-19</lastmod>'),
      '</urlset>',
      '',
    ].join('\n'),
  );
});

test.each([
  [[], 'User-agent: *\nAllow: /\n'],
  [['/visualiser', '/draft'], 'User-agent: *\nDisallow: /visualiser\nDisallow: /draft\nAllow: /\n'],
])('robots.txt asks not to visit %o', (paths, rules) => {
  expect(rootFiles(paths)['robots.txt']).toBe(`${rules}\nSitemap: ${placeholderOrigin}/sitemap.xml\n`);
});

test('the manifest names the site and its icons', () => {
  expect(JSON.parse(rootFiles([])['manifest.webmanifest'] ?? '')).toEqual({
    name: placeholderSite.name,
    short_name: placeholderSite.name,
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
  });
});
