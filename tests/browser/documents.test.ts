import { Window } from 'happy-dom';
import { describe, expect, inject, test } from 'vitest';
import { pagePaths } from '../../src/prerender/pagePaths.ts';
import { screens } from '../../src/screens.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { builtSite, fileOf } from './builtSite.ts';

/** The built documents: every link leads to a page and every fragment to an element, and figures are those of the specification. */

const { files, read } = await builtSite();

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

test('every page is reached by links from the home page, but those that say they are not yet', () => {
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

/** Returns the texts of a page, hidden ones too, with its description. */
function textsOf(path: string): string {
  const { document } = new Window();
  document.write(read(fileOf(path)));
  for (const unseen of document.querySelectorAll('script')) unseen.remove();
  const description = document.querySelector('meta[name="description"]')?.getAttribute('content') ?? '';
  return `${description} ${document.body.textContent}`.replace(/\s+/g, ' ');
}

const figuresOf = (path: string) => [...new Set(textsOf(path).match(FIGURE) ?? [])].sort();

const AWARDS = ['₹2 Lakh', '₹2,00,000', '₹25,000', '₹50,000'];
const REFUND = ['15 classes', '15 days', '6 to 8 business days', '₹100'];

const home = ['14-day', '15 days', ...AWARDS, '₹100', '₹2000'].filter((figure) => figure !== '₹2,00,000');

const figures: Readonly<Record<string, readonly string[]>> = {
  '/': home,
  '/home': home,
  '/about': ['₹2 Lakh'],
  '/careers': ['₹30,000-40,000', '₹6-8 LPA'],
  '/register-re': ['15 days', '₹2000'],
  '/register-term': [...REFUND, '₹2000'],
  '/terms': ['15 days', '₹2000'],
  '/refund': REFUND,
  '/knowmore': ['30 days', '90%', '95%', ...AWARDS, '₹100'],
  '/applyPath': ['₹100'],
  '/blog/how-to-improve-math-skills': ['20%', '₹15', '₹360', '₹450', '₹60'],
  '/blog/future-ready-skills': ['2%', '6%', '₹1,000', '₹1,060', '₹240', '₹268'],
};

test.each(pagePaths)('%s', (path) => {
  expect(figuresOf(path)).toEqual([...(figures[path] ?? [])].sort());
});

describe('what a cancellation pays back', () => {
  const sentence =
    'You can cancel by e-mail within 15 days of registering (best within 14), until classes start or digital material is accessed; the fee is refunded only for a genuine problem with access, delivery or quality reported within the same 15 days, not for a change of mind.';

  test.each(['/', '/register-re', '/refund', '/terms', '/register-term'])(
    'is said in the same sentence on %s',
    (path) => expect(textsOf(path)).toContain(sentence),
  );
});
