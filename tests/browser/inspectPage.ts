import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { pagePaths } from '../../src/prerender/pagePaths.ts';
import { GUIDELINES } from '../../src/visualiser/shared/findings/index.ts';

/** Inspects a page: axe finds nothing, and the screen keeps the promises of `screenPromises/list.ts`. */

type Condition = {
  size: { width: number; height: number };
  media: Parameters<Page['emulateMedia']>[0];
};

const PHONE = { width: 360, height: 740 };

const condition = (size: Condition['size'], media: Condition['media'] = {}): Condition => ({
  size,
  media: { media: 'screen', colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce', ...media },
});

/** The conditions on which a page is inspected, in this order. All of them ask for less motion. */
const conditions = {
  'a phone': condition(PHONE),
  'a phone in forced colours': condition(PHONE, { forcedColors: 'active' }),
  'a phone in the dark scheme': condition(PHONE, { colorScheme: 'dark' }),
  'a printer': condition(PHONE, { media: 'print' }),
  '320 px': condition({ width: 320, height: 640 }),
};

export type ConditionName = keyof typeof conditions;

const conditionNames = Object.keys(conditions).filter((name): name is ConditionName => name in conditions);

declare global {
  interface Window {
    axe: typeof axe;
    /** True while a page is inspected at other sizes and on other media. */
    isInspected?: boolean;
    ignorePointer?: (event: Event) => void;
  }
}

/** The only rules to check in the dark scheme, which changes nothing but colours. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/**
 * Axe with its own timer, because the clock of the page may be paused. Minified, because it is evaluated on every
 * page.
 */
export const AXE = `(() => {
  const setTimeout = (act) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => act();
    port2.postMessage(null);
  };
  ${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')}
})()`;

/** One sentence for each element below the root that violates an axe rule. Frames are left out. */
export async function axeViolations(page: Page, root: string, rules: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([selector, runOnly]) => {
      const { violations } = await window.axe.run(
        { include: [selector], exclude: ['iframe'] },
        { runOnly, resultTypes: ['violations'], iframes: false, preload: false },
      );
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
      );
    },
    [root, rules] as const,
  );
}

/** The list of promises and its imports as a script for a page. */
async function buildScript(): Promise<string> {
  const entry = fileURLToPath(new URL('screenPromises/list.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'screenPromises' } },
  });
  const [first] = Array.isArray(built) ? built : [built];
  if (!first || !('output' in first)) throw new Error('the promises of the screens do not build');
  return `(() => { ${first.output[0].code} })()`;
}

let script: Promise<string> | undefined;

/**
 * One sentence for each element below a root that breaks a promise on these conditions, with the findings of
 * `inspect` on each. Restores size, media, focus and scrolling. The page must not hear of other media, where it
 * listens.
 */
export async function brokenPromises(
  page: Page,
  root = 'html',
  on: readonly ConditionName[] = conditionNames,
  inspect: (name: ConditionName) => Promise<string[]> = async () => [],
): Promise<string[]> {
  const size = page.viewportSize();
  script ??= buildScript();
  if (!(await page.evaluate(() => 'screenPromises' in window))) await page.evaluate(await script);
  const isMotionReduced = await page.evaluate(async () => {
    await document.fonts.ready;
    window.restoreFocus = window.screenPromises?.takeFocus();
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
  });
  const found: string[] = [];
  for (const name of on) {
    await page.setViewportSize(conditions[name].size);
    await page.emulateMedia(conditions[name].media);
    const broken = await page.evaluate(
      ([condition, selector]) => window.screenPromises?.brokenPromises(condition, selector),
      [name, root] as const,
    );
    found.push(...(broken ?? ['the promises were not asked']), ...(await inspect(name)));
  }
  if (size) await page.setViewportSize(size);
  const reducedMotion = isMotionReduced ? 'reduce' : null;
  await page.emulateMedia({ media: null, colorScheme: 'light', forcedColors: null, reducedMotion });
  await page.evaluate(() => window.restoreFocus?.());
  return found;
}

/** Matches a text in place of a missing value, or of one that is no text. */
const MISSING_VALUE = /undefined|null|NaN|\[object/g;

/** Elements that stick out of the window, texts without a value, and a missing or second main heading. */
async function contentProblems(page: Page): Promise<string[]> {
  const [wide, headings, isEmpty, text] = await page.evaluate(
    () =>
      [
        document.documentElement.scrollWidth - document.documentElement.clientWidth,
        [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility()).length,
        document.querySelector('main')?.childElementCount === 0,
        document.body.innerText,
      ] as const,
  );
  const found = (text.match(MISSING_VALUE) ?? []).map((word) => `the text says "${word}"`);
  if (wide > 0) found.push(`${wide} px stick out`);
  // A document that is not prerendered has an empty `main`, and so no heading, until the page is loaded.
  if (headings !== 1 && !isEmpty) found.push(`${headings} level-one headings`);
  return found;
}

/** The problems of a page below a root, in its current state. */
export const inspectPage = (page: Page, root = 'html'): Promise<string[]> =>
  brokenPromises(page, root, conditionNames, async (name) => {
    if (name === 'a phone') return axeViolations(page, root, GUIDELINES);
    if (name === 'a phone in the dark scheme')
      return (await axeViolations(page, root, RULES_OF_COLOUR)).map((violation) => `dark: ${violation}`);
    return name === '320 px' ? contentProblems(page) : [];
  });

/** Finishes all transitions and animations; those without an end are paused. */
export const finishAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
      else animation.pause();
  });

/** The problems of the visualiser below a root: on a desktop, and in the dark scheme on a tablet. */
export async function inspectVisualiser(page: Page, root = 'html'): Promise<string[]> {
  const found: string[] = [];
  for (const [width, colorScheme, rules] of [
    [1280, 'light', GUIDELINES],
    [820, 'dark', RULES_OF_COLOUR],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await finishAnimations(page);
    const violations = await axeViolations(page, root, [...rules]);
    found.push(...violations.map((violation) => `${width} px, ${colorScheme}: ${violation}`));
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (wide > 0) found.push(`${width} px: ${wide} px stick out`);
  }
  return found;
}

/** The pointer events that a page receives when it changes its size below the pointer. */
const POINTER = ['pointerover', 'pointerout', 'pointermove', 'mouseover', 'mouseout', 'mousemove'];

/** Inspects a page at other sizes or in other colours, and restores it. */
export async function withoutPointerEvents(page: Page, inspect: () => Promise<void>): Promise<void> {
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
  await inspect();
  if (size) await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'light' });
  await ignore(false);
}

/** Lets no listener of the page hear that a media query has changed while the page is inspected. */
export const ignoreMediaChanges = (page: Page): Promise<unknown> =>
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

/** The kinds of elements from an element on: each with its parent, without texts, values and references. */
function kindsFrom(root: Element): string[] {
  const UNSEEN =
    /^(id|for|name|value|href|src|d|alt|autocomplete|inputmode|maxlength|tabindex|data-(state|hydrated|prefetch-registration)|aria-(controls|labelledby|describedby|label|live))$/;
  const attributesOf = (each: Element | null) =>
    [...(each?.attributes ?? [])]
      .filter(({ name }) => !UNSEEN.test(name))
      .map(({ name, value }) => `${name}=${value}`)
      .sort()
      .join(' ');
  const kindOf = (each: Element | null) => `${each?.localName} ${attributesOf(each)}`;
  const elements = [root, ...root.querySelectorAll(':not(noscript, noscript *)')];
  return [...new Set(elements.map((each) => `${kindOf(each.parentElement)} > ${kindOf(each)}`))];
}

/** The kinds of elements in the documents of a site before any script runs. pages.test.ts inspects them. */
export async function kindsInDocuments(page: Page): Promise<Set<string>> {
  const documents = await Promise.all(pagePaths.map(async (path) => (await page.request.get(path)).text()));
  const kinds = await page.evaluate<string[]>(`${JSON.stringify(documents)}.flatMap((html) =>
    (${kindsFrom})(new DOMParser().parseFromString(html, 'text/html').body))`);
  return new Set(kinds);
}

/**
 * Inspects each state, or page, with a kind of element below the root that is not in `shown`, and adds the kind.
 * For pages that ignore changes of media.
 */
export function stateInspector(
  root: string,
  inspect: (page: Page, root: string) => Promise<string[]>,
  shown = new Set<string>(),
) {
  const problems: string[] = [];
  return {
    /** The problems since the last call. */
    takeProblems: (): string[] => problems.splice(0),
    inspectState: async (page: Page, state: string): Promise<void> => {
      const kinds = await page.locator(root).evaluate(kindsFrom);
      if (kinds.every((kind) => shown.has(kind))) return;
      for (const kind of kinds) shown.add(kind);
      await withoutPointerEvents(page, async () => {
        for (const problem of await inspect(page, root)) problems.push(`${state}, ${problem}`);
      });
    },
  };
}
