import type { Browser, Page } from 'playwright-core';
import { untilHydrated } from '../../drivers/hydrated.ts';

/** A press, and the selector of what is there after it alone. */
const PRESSES = [
  { press: '#menu-button', result: '#menu-button[aria-expanded="true"]' },
  { press: '.menu-overlay', result: '#menu-button[aria-expanded="false"]' },
  { press: '.hero-pause', result: '.hero-slideshow[data-state="paused"]' },
  { press: '.faq-item:nth-of-type(2) button', result: '.faq-item:nth-of-type(2) .faq-answer:not([hidden])' },
  { press: '#callBack-opener', result: '#callBack-popup' },
  { press: '.dialog-close', result: '#callBack-opener' },
  { press: '.newsletter button', result: '.newsletter .field-problem' },
];

async function open(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  await page.goto(url, { waitUntil: 'networkidle' });
  await untilHydrated(page);
  return page;
}

/** Returns the text of a page and its elements without their attributes. */
const contentOf = (page: Page): Promise<string> =>
  page.locator('.site').evaluate((site) => {
    const elements = [...site.querySelectorAll(':not(noscript, noscript *)')];
    return elements
      .map(({ localName, childElementCount, textContent }) =>
        childElementCount === 0 ? `${localName}: ${textContent?.trim()}` : localName,
      )
      .join('\n');
  });

/** Throws an error where a page has other elements or texts than the first one. */
export async function checkSameContent(browser: Browser, urls: readonly string[]): Promise<void> {
  const contents: string[] = [];
  for (const url of urls) {
    const page = await open(browser, url);
    contents.push(await contentOf(page));
    await page.close();
  }
  const [first = ''] = contents;
  for (const [index, content] of contents.entries()) {
    const lines = content.split('\n');
    const other = first.split('\n').findIndex((line, at) => line !== lines[at]);
    if (content !== first)
      throw new Error(
        `${urls[index]} is another page: "${lines[other]}", not "${first.split('\n')[other]}".`,
      );
  }
}

/** Throws an error where a press does not do what it does on the site. */
export async function checkPresses(browser: Browser, url: string): Promise<void> {
  const page = await open(browser, url);
  for (const { press, result } of PRESSES) {
    await page.locator(press).first().click();
    await page.waitForSelector(result, { timeout: 30_000 });
  }
  await page.close();
}
