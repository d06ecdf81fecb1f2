import type { Browser, Page } from 'playwright-core';
import { plan } from '../../machines/paths/index.ts';
import { screens } from '../../src/screens.ts';
import { chromiumPageDriver } from '../drivers/chromium/chromiumPageDriver.ts';
import { walk } from '../drivers/driver.ts';
import type { plans } from '../drivers/plans.ts';

/** An address of each screen; of a screen with different content by address, one address of each kind. */
export const screenPaths = [
  ...new Set(
    Object.values(screens)
      .flatMap((screen): readonly string[] => screen.paths)
      .flatMap((path) => {
        if (path === '*') return ['/testimonials'];
        if (path === '/blog/:slug')
          return ['/blog/how-to-improve-math-skills', '/blog/future-ready-skills', '/blog/unknown'];
        return path.includes(':') ? ['/blog/category/mathematics', '/blog/category/study-skills'] : [path];
      }),
  ),
];

/** The pointer events that a page receives when it changes its size below the pointer. */
const POINTER = ['pointerover', 'pointerout', 'pointermove', 'mouseover', 'mouseout', 'mousemove'];

/** Acts on a page at other sizes or in other colours, and restores it. */
async function withoutPointerEvents(page: Page, act: () => Promise<void>): Promise<void> {
  const size = page.viewportSize();
  const ignore = (on: boolean) =>
    page.evaluate(
      ([types, isOn]) => {
        window.isInspected = isOn;
        window.ignorePointer ??= (event) => event.stopImmediatePropagation();
        for (const type of types)
          if (isOn) window.addEventListener(type, window.ignorePointer, true);
          else window.removeEventListener(type, window.ignorePointer, true);
      },
      [POINTER, on] as const,
    );
  await ignore(true);
  await act();
  if (size) await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'light' });
  await ignore(false);
}

/** Lets no listener of the page hear that a media query has changed while pointer events are ignored. */
const ignoreMediaChanges = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { addEventListener } = MediaQueryList.prototype;
    MediaQueryList.prototype.addEventListener = function (
      type: string,
      listener: EventListenerOrEventListenerObject,
    ) {
      addEventListener.call(this, type, (event: Event) => {
        if (window.isInspected) return;
        if (typeof listener === 'function') listener(event);
        else listener.handleEvent(event);
      });
    };
  });

declare global {
  interface Window {
    /** True while a page is inspected at other sizes and on other media. */
    isInspected?: boolean;
    ignorePointer?: (event: Event) => void;
  }
}

/** Finishes all transitions and animations; those without an end are paused. */
export const finishAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
      else animation.pause();
  });

/** Returns the elements of a flow with what their look depends on, without their texts and values. */
const skeletonOf = (page: Page, flow: string): Promise<string> =>
  page.locator(`[data-flow="${flow}"]`).evaluate((root) =>
    [root, ...root.querySelectorAll('*')]
      .map((element) =>
        [element.localName, ...element.getAttributeNames()]
          .filter((name) => !/^(id|for|value|data-state|href|src)$/.test(name))
          .map((name) => `${name}=${element.getAttribute(name)}`)
          .join(' '),
      )
      .join('\n'),
  );

/**
 * Walks a flow on the built site until every state has been shown, and calls `inspectState` in each that does not look as
 * one before, but for its texts. Returns the states that were shown.
 */
export async function visitStates(
  { flow, driver, graph }: (typeof plans)[number],
  environment: { browser: Browser; site: string },
  inspectState: (page: Page, state: string) => Promise<void>,
): Promise<Set<string>> {
  const seen = new Set<string>();
  const looks = new Set<string>();
  for (const path of plan(graph, ['states'])) {
    const pageDriver = await chromiumPageDriver(environment.browser, environment.site, flow.id);
    const { page } = pageDriver;
    try {
      await ignoreMediaChanges(page);
      await walk(flow, driver, path, pageDriver, async (state) => {
        const look = seen.has(state) ? null : await skeletonOf(page, flow.id);
        seen.add(state);
        if (look === null || looks.has(look)) return;
        looks.add(look);
        await withoutPointerEvents(page, () => inspectState(page, state));
      });
    } finally {
      await pageDriver.close();
    }
  }
  return seen;
}
