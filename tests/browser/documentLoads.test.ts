import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { untilHydrated } from '../drivers/chromium/sitePage.ts';
import { isMore } from '../support/more.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { sharedBrowser } from './browser.ts';

/** The payment page is only shown in a document of its own, because a security policy applies as long as its document. */

const { newPage } = sharedBrowser();

/** Returns whether an action that leads to another page loads a document for it. */
async function loadsDocument(page: Page, path: string, leave: () => Promise<unknown>): Promise<boolean> {
  await page.evaluate(() => document.documentElement.setAttribute('data-before', ''));
  await leave();
  await page.waitForURL((url) => url.pathname === path);
  await page.locator('.site[data-state="shown"]').waitFor();
  // Before that a link is followed by the browser itself.
  await untilHydrated(page);
  return (await page.locator('html[data-before]').count()) === 0;
}

const linkTo = (page: Page, path: string) =>
  page.locator(`a[href="${path}"]:not([target])`).filter({ visible: true }).first();

const followLink = (page: Page, path: string) => loadsDocument(page, path, () => linkTo(page, path).click());

/** Returns the distinct addresses that a part of a page links to; in `npm test` two of them. */
const linksIn = async (page: Page, landmark: 'banner' | 'contentinfo') => {
  const links = page.getByRole(landmark).locator('a[href^="/"]:not([target])');
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return [...new Set(hrefs)].slice(0, isMore ? undefined : 2);
};

test('every link that leads away from it loads the document, however its address is written', async () => {
  const page = await newPage({ reducedMotion: 'reduce' });
  for (const address of ['/register-re', '/Register-RE', '/register-re/']) {
    await page.goto(address);
    const hrefs = [
      ...(await linksIn(page, 'banner')),
      ...(await linksIn(page, 'contentinfo')),
      '/register-re',
    ];
    for (const href of nonEmpty(hrefs)) {
      await page.goto(address);
      expect({ address, href, loads: await followLink(page, href) }).toEqual({ address, href, loads: true });
    }
  }
});

test('every link towards it loads the document', async () => {
  const page = await newPage();
  for (const path of ['/', '/about', '/courses']) {
    await page.goto(path);
    expect({ path, loads: await followLink(page, '/register-re') }).toEqual({ path, loads: true });
  }
});

test('back and forward load the document where they enter or leave the page, and only there', async () => {
  const page = await newPage();
  await page.goto('/services');
  expect(await followLink(page, '/about')).toBe(false);
  expect(await followLink(page, '/register-re')).toBe(true);
  expect(await followLink(page, '/careers')).toBe(true);
  expect(await followLink(page, '/courses')).toBe(false);

  const back = (path: string) => loadsDocument(page, path, () => page.goBack());
  expect(await back('/careers')).toBe(false);
  expect(await back('/register-re')).toBe(true);
  expect(await back('/about')).toBe(true);
  expect(await back('/services')).toBe(false);
  const forward = (path: string) => loadsDocument(page, path, () => page.goForward());
  expect(await forward('/about')).toBe(false);
  expect(await forward('/register-re')).toBe(true);
  expect(await forward('/careers')).toBe(true);
});
