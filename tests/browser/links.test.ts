import { describe, expect, inject, test } from 'vitest';
import { pagePaths } from '../../src/prerender/pagePaths.ts';
import { screens } from '../../src/screens.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { builtSite, fileOf } from './builtSite.ts';

/** Every link of every page leads to a page, and every fragment to an element. */

const { read, files } = await builtSite();

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
