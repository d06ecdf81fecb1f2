import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aboutFaq } from '../../src/content/aboutFaq.ts';
import { homeFaq } from '../../src/content/homeFaq.ts';
import { scholarshipTerms } from '../../src/content/scholarshipTerms.ts';
import type { printedPages } from '../support/faults/browserFaults.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { sharedBrowser } from './browser.ts';

/** A printed page. Nothing on it can be pressed. */

const { newPage } = sharedBrowser();

async function openOnPaper(path: string): Promise<Page> {
  const page = await newPage();
  await page.goto(path);
  await page.emulateMedia({ media: 'print' });
  return page;
}

const { terms, zeroTolerance } = scholarshipTerms;

const hiddenTexts: Record<keyof typeof printedPages, readonly string[]> = {
  '/': homeFaq.map(({ answer }) => answer),
  '/about': aboutFaq.map(({ answer }) => answer),
  '/knowmore': [...terms, zeroTolerance.heading, zeroTolerance.text],
};

test.each(nonEmpty(Object.entries(hiddenTexts)))(
  '%s is printed with what its buttons show on the screen',
  async (path, texts) => {
    const page = await openOnPaper(path);
    const printed = await page.locator('main').innerText();
    for (const text of nonEmpty(texts)) expect(printed).toContain(text.replace(/\s+/g, ' '));
  },
);
