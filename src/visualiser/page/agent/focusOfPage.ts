import { readFocus } from '../../../browser/readPage.ts';

type Focus = { element: Element; name: string };

/** The element with the focus, and the one that has just lost it. */
let focused: Focus | null = null;
let left: Focus | null = null;
/** The element that had the focus when somebody went from the page to the visualiser around its frame. */
let taken: Focus | null = null;

/** Notes which element has the focus, from now on. */
export function noteFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    taken = null;
    focused = target instanceof Element ? { element: target, name: readFocus(target) } : null;
  });
  document.addEventListener('focusout', () => {
    left = focused;
    focused = null;
    setTimeout(() => {
      left = null;
    });
  });
  window.addEventListener('blur', () => {
    taken = left ?? focused;
  });
}

const canHaveFocus = (element: Element) => element.isConnected && !element.matches(':disabled, :disabled *');

/**
 * The element with the focus, in the words of `readFocus`. While a tester works in the visualiser, that is the
 * element to which the focus returns with the tester.
 */
export function focusOfPage(root: Element): string {
  const now = readFocus(root);
  return now === '' && taken && canHaveFocus(taken.element) ? taken.name : now;
}
