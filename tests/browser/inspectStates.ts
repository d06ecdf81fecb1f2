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

/** Returns the kinds of elements below a root: each element and the one around it, without texts, values and references. */
const kindsBelow = (page: Page, root: string): Promise<string[]> =>
  page.locator(root).evaluate((element) => {
    const REFERENCE = /^(id|for|name|value|href|src|data-state|aria-(controls|labelledby|describedby))$/;
    const attributesOf = (each: Element | null) =>
      [...(each?.attributes ?? [])]
        .filter(({ name }) => !REFERENCE.test(name))
        .map(({ name, value }) => `${name}=${value}`)
        .sort()
        .join(' ');
    const kindOf = (each: Element | null) => `${each?.localName} ${attributesOf(each)}`;
    return [element, ...element.querySelectorAll('*')].map(
      (each) => `${kindOf(each.parentElement)} > ${kindOf(each)}`,
    );
  });

/**
 * Inspects what is below a root, on pages whose media changes are ignored: each state, or page, that shows a kind of
 * element that none before has shown.
 */
export function stateInspector(root: string, inspect: (page: Page, root: string) => Promise<string[]>) {
  const known = new Set<string>();
  const problems: string[] = [];
  return {
    /** Returns the problems that were found since the last call. */
    takeProblems: (): string[] => problems.splice(0),
    inspectState: async (page: Page, state: string): Promise<void> => {
      const kinds = await kindsBelow(page, root);
      if (kinds.every((kind) => known.has(kind))) return;
      for (const kind of kinds) known.add(kind);
      await withoutPointerEvents(page, async () => {
        for (const problem of await inspect(page, root)) problems.push(`${state}, ${problem}`);
      });
    },
  };
}
