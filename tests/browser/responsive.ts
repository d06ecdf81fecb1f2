import type { Page } from 'playwright-core';
import type { sharedBrowser } from './browser.ts';

type NewPage = ReturnType<typeof sharedBrowser>['newPage'];

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 800 };

/** Opens a page of the built site, and waits until its screen is visible. */
export async function openPage(
  newPage: NewPage,
  path: string,
  options: Parameters<NewPage>[0] = {},
): Promise<Page> {
  const page = await newPage({ reducedMotion: 'reduce', ...options });
  await page.goto(path);
  await page.locator('.site[data-state="shown"]').waitFor();
  return page;
}

/** Returns by how many pixels the page is wider than the window. */
export const overflowWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Returns the elements whose own text is cut off by them or by an element around them. */
export const cutOffTexts = (page: Page) =>
  page.evaluate(() => {
    const isCut = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const isHidden = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      return (
        (isHidden(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (isHidden(overflowY) && element.scrollHeight > element.clientHeight + 1)
      );
    };
    return [
      ...document.querySelectorAll(
        'body *:not(.visually-hidden, .visually-hidden *, .floating-label, script)',
      ),
    ]
      .filter((element) => element.checkVisibility() && (element.textContent ?? '').trim() !== '')
      .filter(isCut)
      .map((element) => `${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`);
  });

/** Returns the layout shifts of the page since it was opened, as JSON. */
export const layoutShifts = (page: Page) =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    return observer.takeRecords().map((entry) => JSON.stringify(entry));
  });

/** Returns the pictures that are decoded before the page is painted, or fetched although they are below the window. */
export const blockingPictures = (page: Page) =>
  page
    .locator('img')
    .evaluateAll((all) =>
      all
        .filter(
          (picture) =>
            picture instanceof HTMLImageElement &&
            (picture.decoding !== 'async' ||
              (picture.loading !== 'lazy' && picture.getBoundingClientRect().top >= window.innerHeight)),
        )
        .map(({ outerHTML }) => outerHTML),
    );
