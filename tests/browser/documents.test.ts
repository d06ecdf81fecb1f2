import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { HtmlValidate } from 'html-validate';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { aboutFaq } from '../../src/content/aboutFaq.ts';
import { homeFaq } from '../../src/content/homeFaq.ts';
import { postLoaders } from '../../src/content/posts/loaders.ts';
import { featuredService } from '../../src/content/services.ts';
import { notFoundDocuments, pagePaths } from '../../src/prerender/pagePaths.ts';
import { seoFor } from '../../src/prerender/seo.ts';
import { screens } from '../../src/screens.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { builtSite, fileOf, ORIGIN } from './builtSite.ts';

/** The built documents, where no script runs: links, figures, and content for search engines and other sites. */

const { folder, read, files } = await builtSite();

/** Links that the specification names without listing a page for them. Spec §2. */
const WITHOUT_PAGE = /^\/(testimonials|blog\/tag\/[a-z]+)$/;

const links = (path: string) =>
  [...read(fileOf(path)).matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href ?? '');

const idsOf = (path: string) =>
  new Set([...read(fileOf(path)).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));

describe.each(pagePaths)('%s', (path) => {
  test('links only to pages, elements, phone, e-mail and the chat', () => {
    const built = new Set(files());
    const wrong = links(path).filter((href) => {
      if (/^(tel:\+?\d+|mailto:[^@]+@[^@]+|https:\/\/wa\.me\/\d+)$/.test(href)) return false;
      const { pathname, hash, origin } = new URL(href, `https://here.example${path}`);
      if (origin !== 'https://here.example') return true;
      if (WITHOUT_PAGE.test(pathname)) return false;
      return !built.has(fileOf(pathname)) || (hash !== '' && !idsOf(pathname).has(hash.slice(1)));
    });
    expect(links(path).length).toBeGreaterThan(15);
    expect(wrong).toEqual([]);
  });
});

test('each page that is linked answers with 200, and those without a page with 404', async () => {
  const targets = new Set(
    pagePaths
      .flatMap(links)
      .filter((href) => href.startsWith('/'))
      .map((href) => href.split('#')[0] ?? href),
  );
  expect(targets.size).toBeGreaterThan(20);
  for (const target of nonEmpty(targets)) {
    const { status } = await fetch(new URL(target, inject('site')));
    expect({ target, status }).toEqual({ target, status: WITHOUT_PAGE.test(target) ? 404 : 200 });
  }
});

test('every finished page is reached by links from Home', () => {
  const aliases = ['/home', '/getTouch'];
  const reached = new Set(['/']);
  for (const path of reached)
    for (const href of links(path)) {
      const { pathname } = new URL(href, 'https://here.example');
      if (pagePaths.includes(pathname)) reached.add(pathname);
    }
  const unlinked = Object.values(screens).flatMap((screen): readonly string[] =>
    'isUnlinked' in screen ? screen.paths : [],
  );
  expect(pagePaths.filter((path) => !reached.has(path) && !aliases.includes(path))).toEqual(unlinked);
});

const FIGURE =
  /₹\d[\d,]*(?:-\d[\d,]*)?(?: Lakh| LPA)?|\d+%|\d+(?: to \d+)?[- ](?:days?|business days|classes)\b/g;

/** The texts of a page, hidden ones too, with its description. */
function textsOf(path: string): string {
  const { document } = new Window();
  document.write(read(fileOf(path)));
  for (const unseen of document.querySelectorAll('script')) unseen.remove();
  const description = document.querySelector('meta[name="description"]')?.getAttribute('content') ?? '';
  return `${description} ${document.body.textContent}`.replace(/\s+/g, ' ');
}

const figuresOf = (path: string) => [...new Set(textsOf(path).match(FIGURE) ?? [])].sort();

const AWARDS = ['₹2 Lakh', '₹2,00,000', '₹25,000', '₹50,000'];
const REFUND = ['14 days', '15 classes', '15 days', '6 to 8 business days', '₹100'];

const home = ['14 days', '14-day', '15 days', ...AWARDS, '₹100', '₹2000'].filter(
  (figure) => figure !== '₹2,00,000',
);

const figures: Readonly<Record<string, readonly string[]>> = {
  '/': home,
  '/home': home,
  '/about': ['₹2 Lakh'],
  '/careers': ['₹30,000-40,000', '₹6-8 LPA'],
  '/register-re': ['14 days', '15 days', '₹2000'],
  '/register-term': [...REFUND, '₹2000'],
  '/terms': ['14 days', '15 days', '₹2000'],
  '/refund': REFUND,
  '/knowmore': ['30 days', '90%', '95%', ...AWARDS, '₹100'],
  '/applyPath': ['30 days', '₹100'],
  '/blog/how-to-improve-math-skills': ['20%', '₹15', '₹360', '₹450', '₹60'],
  '/blog/future-ready-skills': ['2%', '6%', '₹1,000', '₹1,060', '₹240', '₹268'],
};

test.each(pagePaths)('%s', (path) => {
  expect(figuresOf(path)).toEqual([...(figures[path] ?? [])].sort());
});

describe('what a cancellation pays back', () => {
  const sentences =
    'You can cancel by e-mail within 15 days, if classes have not started and no study material has been opened. Please write within 14 days, to be on the safe side. We refund the fee only for a genuine problem with access, delivery or quality that you report within 15 days.';

  test.each(['/', '/register-re', '/refund', '/terms', '/register-term'])(
    'is said in the same sentences on %s',
    (path) => expect(textsOf(path)).toContain(sentences),
  );
});

const aliases: Readonly<Record<string, string>> = { '/home': '/', '/getTouch': '/contact' };
const canonicalOf = (path: string) => aliases[path] ?? path;

/** The categories without a post: by §4 also those whose name has a space. */
const emptyCategories = ['science', 'english', 'study-skills', 'future-skills', 'competitive-exams'].map(
  (category) => `/blog/category/${category}`,
);
const indexedPaths = pagePaths.filter((path) => !emptyCategories.includes(path));

type Thing = Record<string, unknown>;

/**
 * Whether a value is for machines: a type, an identifier, a day, keywords, or the address of a page or a picture.
 */
const isForMachines = (key: string, text: string) =>
  key.startsWith('@') || ['datePublished', 'keywords'].includes(key) || /^https?:\/\//.test(text);

/** Every text for people in structured data, at any depth. */
const wordsIn = (value: unknown, key = ''): string[] => {
  if (typeof value === 'string') return isForMachines(key, value) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => wordsIn(part, Array.isArray(value) ? key : name));
};

function parseDocument(file: string) {
  const { document } = new Window();
  document.write(read(file));
  const all = (selector: string, attribute: string) =>
    [...document.querySelectorAll(selector)].map((element) => element.getAttribute(attribute));
  const meta = (name: string) => all(`head meta[name="${name}"], head meta[property="${name}"]`, 'content');
  const scripts = [...document.querySelectorAll('head script[type="application/ld+json"]')];
  const things: Thing[] = scripts.flatMap((script) => JSON.parse(script.textContent)['@graph']);
  const thing = (type: string) => things.find((each) => each['@type'] === type);
  for (const unseen of document.body.querySelectorAll('script, noscript')) unseen.remove();
  const text = document.body.textContent.replace(/\s+/g, ' ');
  return { document, all, meta, scripts, things, thing, text };
}

const parsed = new Map<string, ReturnType<typeof parseDocument>>();

function parse(file: string): ReturnType<typeof parseDocument> {
  const document = parsed.get(file) ?? parseDocument(file);
  parsed.set(file, document);
  return document;
}

describe.each(indexedPaths)('%s', (path) => {
  test('has one title, one description and one canonical address, in the head', () => {
    const { document, all, meta } = parse(fileOf(path));
    const titles = [...document.querySelectorAll('title')].map(({ textContent }) => textContent);
    expect(titles).toHaveLength(1);
    expect(document.querySelector('head > title')).not.toBeNull();
    expect(titles[0]?.length).toBeGreaterThan(10);
    expect(meta('description')).toHaveLength(1);
    expect(all('link[rel="canonical"]', 'href')).toEqual([`${ORIGIN}${canonicalOf(path)}`]);
    expect(document.querySelectorAll('body title, body meta, body link')).toHaveLength(0);
    expect(meta('robots')).toEqual([]);
    if (/^\/blog\/(?!category)/.test(path)) return;
    expect(titles[0]).toBe(seoFor(path).title);
    expect(meta('description')[0]).toBe(seoFor(path).description);
  });

  test('has an Open Graph and a Twitter card with a picture of 1200 × 630', () => {
    const { document, meta } = parse(fileOf(path));
    expect(meta('og:title')).toEqual([document.title]);
    expect(meta('og:description')).toEqual(meta('description'));
    expect(meta('og:url')).toEqual([`${ORIGIN}${canonicalOf(path)}`]);
    expect(meta('og:type')).toEqual([/^\/blog\/(?!category)/.test(path) ? 'article' : 'website']);
    expect(meta('twitter:card')).toEqual(['summary_large_image']);
    const [picture = ''] = meta('og:image');
    expect(picture?.startsWith(`${ORIGIN}/social/`)).toBe(true);
    const png = readFileSync(join(folder, String(picture).slice(ORIGIN.length)));
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
      'PNG',
      1200,
      630,
    ]);
    expect(png.length).toBeLessThan(150_000);
    expect(meta('og:image:alt')[0]).toBeTruthy();
  });

  test('has structured data, with its place among the pages', () => {
    const { document, scripts, thing, things } = parse(fileOf(path));
    expect(scripts).toHaveLength(1);
    expect(nonEmpty(things).some((each) => each['@type'] === 'JobPosting')).toBe(false);
    const home = { position: 1, name: 'Home', item: `${ORIGIN}/` };
    const page = {
      item: `${ORIGIN}${canonicalOf(path)}`,
      name: document.querySelector('h1')?.textContent,
    };
    const items = [home, ...(path.startsWith('/blog/') ? [{}] : []), page];
    expect({ items: thing('BreadcrumbList')?.itemListElement }).toMatchObject({
      items: canonicalOf(path) === '/' ? undefined : items,
    });
  });

  test('says nothing in its structured data that the page does not say', () => {
    const { things, text } = parse(fileOf(path));
    const words = wordsIn(things);
    expect(words.length).toBeGreaterThan(1);
    expect(nonEmpty(words).filter((each) => !text.includes(each))).toEqual([]);
  });
});

describe.each(emptyCategories)('%s, which has no post', (path) => {
  test('is not for search engines, and has a title of its own', () => {
    const { meta, all, things, document } = parse(fileOf(path));
    expect(meta('robots')).toEqual(['noindex']);
    expect(all('link[rel="canonical"]', 'href')).toEqual([]);
    expect(things).toEqual([]);
    expect(document.title).toBe(seoFor(path).title);
    expect(document.title).toMatch(/ Articles \|/);
  });
});

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // React keeps the case of `autoComplete` and `fetchPriority`, and closes void elements.
    'attr-case': 'off',
    'void-style': 'off',
    // Some fieldsets are there only to disable their controls.
    'wcag/h71': 'off',
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    'no-implicit-button-type': 'error',
    // Safari takes a list without markers for none, unless it has the role.
    'no-redundant-role': 'off',
    'prefer-native-element': ['error', { exclude: ['list'] }],
  },
});

async function problemsIn(file: string): Promise<string[]> {
  const { results } = await validator.validateString(read(file), file);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}

test.each([...pagePaths.map(fileOf), ...Object.values(notFoundDocuments)])(
  '%s is valid HTML',
  async (file) => {
    expect(await problemsIn(file)).toEqual([]);
  },
);

describe('structured data', () => {
  const answers = (questions: typeof homeFaq) =>
    questions.map(({ question, answer }) => ({ name: question, acceptedAnswer: { text: answer } }));

  test.each([
    ['/', homeFaq],
    ['/home', homeFaq],
    ['/about', aboutFaq],
  ])('%s has its questions and the organisation', (path, questions) => {
    const { thing } = parse(fileOf(path));
    expect(thing('FAQPage')?.mainEntity).toMatchObject(answers(questions));
    expect(thing('EducationalOrganization')).toMatchObject({
      url: `${ORIGIN}/`,
      description: expect.stringMatching(/./),
      telephone: expect.stringMatching(/./),
      email: expect.stringMatching(/@/),
    });
  });

  test('/services lists the skill courses', () => {
    const { thing } = parse('services/index.html');
    expect(thing('ItemList')?.itemListElement).toMatchObject(
      featuredService.courses.map(({ title, text: description }, index) => ({
        position: index + 1,
        item: { '@type': 'Course', name: title, description },
      })),
    );
  });

  test.each(Object.entries(postLoaders))(
    'the post %s is described as it stands there',
    async (slug, load) => {
      const { title, date, author, category } = await load();
      const { document, thing } = parse(`blog/${slug}/index.html`);
      expect(thing('BlogPosting')).toMatchObject({
        headline: title,
        datePublished: date,
        author: { name: author },
        articleSection: category,
      });
      expect(document.querySelector('time')?.getAttribute('datetime')).toBe(date);
    },
  );
});

describe('the files at the root', () => {
  test('sitemap.xml lists the known addresses and no empty page', () => {
    const listed = [...read('sitemap.xml').matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
    const expected = indexedPaths.filter((path) => !(path in aliases));
    expect(listed).toEqual(expected.map((path) => `${ORIGIN}${path}`));
  });

  test('robots.txt lets everybody in and names the sitemap', () => {
    expect(read('robots.txt')).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
    expect(read('robots.txt')).not.toMatch(/^Disallow: \/$/m);
  });

  test('the manifest is linked and names icons that are there', () => {
    const { all } = parse('index.html');
    expect(all('link[rel="manifest"]', 'href')).toEqual(['/manifest.webmanifest']);
    const { icons, name }: { name: string; icons: { src: string }[] } = JSON.parse(
      read('manifest.webmanifest'),
    );
    expect(name).toBe('Future Ready Academy');
    expect(nonEmpty(icons).filter(({ src }) => !files().includes(src.slice(1)))).toEqual([]);
  });
});

describe('404.html', () => {
  let page: ReturnType<typeof parse>;
  beforeAll(() => {
    page = parse('404.html');
  });

  test('is not for search engines, and has no address', () => {
    expect(page.meta('robots')).toEqual(['noindex']);
    expect(page.all('link[rel="canonical"]', 'href')).toEqual([]);
    expect(page.things).toEqual([]);
    expect(page.document.title).toBe('Page Not Found | Future Ready Academy');
  });
});
