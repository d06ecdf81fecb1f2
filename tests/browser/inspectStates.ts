import type { Page } from 'playwright-core';

/** The pointer events that a page receives when it changes its size below the pointer. */
const POINTER = ['pointerover', 'pointerout', 'pointermove', 'mouseover', 'mouseout', 'mousemove'];

declare global {
  interface Window {
    /** True while a page is inspected at other sizes and on other media. */
    isInspected?: boolean;
    ignorePointer?: (event: Event) => void;
  }
}

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

/** Returns the kinds of elements from an element on: each and the one around it, without texts, values and references. */
function kindsFrom(root: Element): string[] {
  const UNSEEN =
    /^(id|for|name|value|href|src|d|alt|autocomplete|inputmode|maxlength|data-state|aria-(controls|labelledby|describedby|label|live))$/;
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

/** Returns the kinds of elements in documents before any script runs. */
export const kindsInDocuments = (page: Page, documents: readonly string[]): Promise<string[]> =>
  page.evaluate<string[]>(`${JSON.stringify(documents)}.flatMap((html) =>
    (${kindsFrom})(new DOMParser().parseFromString(html, 'text/html').body))`);

/**
 * Inspects what is below a root, on pages whose media changes are ignored: each state, or page, that shows a kind of
 * element that was neither known nor shown before.
 */
export function stateInspector(
  root: string,
  inspect: (page: Page, root: string) => Promise<string[]>,
  known: Iterable<string> = [],
) {
  const shown = new Set(known);
  const problems: string[] = [];
  return {
    /** Returns the problems that were found since the last call. */
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
