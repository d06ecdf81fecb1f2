import { describe, expect, onTestFinished, test } from 'vitest';
import { placeholderOrigin, placeholderSite } from '../../../machines/site.ts';
import { homeFaq } from '../../../src/content/homeFaq.ts';
import { headTagsFor } from '../../../src/prerender/headTags.ts';
import { socialImageFor, socialImagePath, socialImages } from '../../../src/prerender/socialImages.ts';

/** What other sites and search engines read in the head of a page. */

type Page = { path?: string; title?: string; description?: string; heading?: string };

const page = ({ path = '/about', title = 'About us', description = 'Who we are', heading = 'About' }: Page) =>
  [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}"/>`,
    `<link rel="canonical" href="${placeholderOrigin}${path}"/>`,
    `<div class="site"><h1 id="heading">${heading}</h1><h1>Another</h1></div>`,
  ].join('');

const meta = (property: string, content: string) => `<meta property="${property}" content="${content}">`;

test('a page has Open Graph and Twitter tags, and its structured data', async () => {
  const tags = await headTagsFor(page({}));
  expect(tags.slice(0, -1)).toEqual([
    meta('og:type', 'website'),
    meta('og:site_name', placeholderSite.name),
    meta('og:locale', 'en_IN'),
    meta('og:title', 'About us'),
    meta('og:description', 'Who we are'),
    meta('og:url', `${placeholderOrigin}/about`),
    meta('og:image', `${placeholderOrigin}/social/about.png`),
    meta('og:image:width', '1200'),
    meta('og:image:height', '630'),
    meta('og:image:alt', socialImages.about.text),
    '<meta name="twitter:card" content="summary_large_image">',
  ]);
  const [, json = ''] = /^<script type="application\/ld\+json">(.*)<\/script>$/.exec(tags.at(-1) ?? '') ?? [];
  const graph: { name: string; itemListElement: object[] }[] = JSON.parse(json)['@graph'];
  expect(graph[0]?.itemListElement.at(-1)).toMatchObject({
    name: 'About',
    item: `${placeholderOrigin}/about`,
  });
});

test.each([
  ['/blog/future-ready-skills', 'article', 'future-ready-skills'],
  ['/blog', 'website', 'blog'],
  ['/blog/category/science', 'website', 'blog'],
  ['/contact/blog/a', 'website', 'home'],
])('%s is of the type %s, with the image %s', async (path, type, image) => {
  const tags = await headTagsFor(page({ path }));
  expect(tags[0]).toBe(meta('og:type', type));
  expect(tags).toContain(meta('og:image', `${placeholderOrigin}/social/${image}.png`));
});

test('a post has the image of its link in its structured data', async () => {
  const tags = await headTagsFor(page({ path: '/blog/future-ready-skills' }));
  expect(tags.at(-1)).toContain(`"image":"${placeholderOrigin}/social/future-ready-skills.png"`);
});

test('no text ends the script of the structured data', async () => {
  const [first] = homeFaq;
  if (!first) throw new Error('The home page has questions.');
  const { answer } = first;
  onTestFinished(() => void Reflect.set(first, 'answer', answer));
  Reflect.set(first, 'answer', 'A</script>B<!--');
  const script = (await headTagsFor(page({ path: '/' }))).at(-1);
  expect(script).toContain('"text":"A\\u003c/script>B\\u003c!--"');
  expect(script?.match(/</g)).toHaveLength(2);
});

test.each([
  ['canonical URL', /<link[^>]*>/],
  ['title', /<title>[^<]*<\/title>/],
  ['description', /<meta[^>]*>/],
  ['heading', /<h1.*?<\/h1><h1.*?<\/h1>/],
])('a page without a %s has none of them', async (_, part) => {
  const html = page({});
  expect(await headTagsFor(html)).toHaveLength(12);
  expect(html).toMatch(part);
  expect(await headTagsFor(html.replace(part, ''))).toEqual([]);
});

test.each([{ title: '' }, { description: '' }, { heading: '' }])(
  'a page with an empty one has none of them: %o',
  async (empty) => {
    expect(await headTagsFor(page(empty).replace('<h1>Another</h1>', ''))).toEqual([]);
  },
);

test('texts may have any sign but those of HTML', async () => {
  const tags = await headTagsFor(
    page({ title: 'A "b"', description: "It's > 1 &amp; < 2", heading: 'A > b' }),
  );
  expect(tags).toContain(meta('og:title', 'A "b"'));
  expect(tags).toContain(meta('og:description', "It's > 1 &amp; < 2"));
  expect(tags.at(-1)).toContain('"name":"A > b"');
});

describe('the social image', () => {
  test.each([
    ['/', 'home'],
    ['/home', 'home'],
    ['/about', 'about'],
    ['/services', 'services'],
    ['/courses', 'syllabus'],
    ['/careers', 'careers'],
    ['/contact', 'contact'],
    ['/applyPath', 'scholarship'],
    ['/knowmore', 'scholarship'],
    ['/register-re', 'register'],
    ['/register-term', 'policies'],
    ['/privacy', 'policies'],
    ['/terms', 'policies'],
    ['/refund', 'policies'],
    ['/shipping', 'policies'],
    ['/blog', 'blog'],
    ['/blog/category/science', 'blog'],
    ['/blog/how-to-improve-math-skills', 'how-to-improve-math-skills'],
    ['/blog/future-ready-skills', 'future-ready-skills'],
    ['/blog/unknown', 'blog'],
    ['future-ready-skills', 'home'],
    ['/my/blog/unknown', 'home'],
  ] as const)('of %s is %s', (path, name) => {
    expect(socialImageFor(path)).toBe(name);
    expect(socialImagePath(socialImageFor(path))).toBe(`/social/${name}.png`);
  });
});
