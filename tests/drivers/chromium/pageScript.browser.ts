import { type Control, usableElements, watchTouches } from '../../../src/visualiser/shared/controls/index.ts';
import { documentProblems, findings } from '../../../src/visualiser/shared/findings/index.ts';
import { reportMicrosteps } from '../../../src/visualiser/shared/microsteps.ts';

// Runs in a page of the built site before its own scripts.

/**
 * Scrolls to an element. True where something else lies over it, as an open popup or menu does: a visitor closes
 * it first.
 */
function isCovered(element: Element): boolean {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const above = document.elementFromPoint(x + width / 2, y + height / 2);
  return above !== null && !element.contains(above) && !above.contains(element);
}

/** Null where no visitor can use the element now. */
export function findUsable(wanted: Pick<Control, 'role' | 'name' | 'index'>): Element | null {
  const [element] =
    usableElements().find(
      ([, { role, name, index }]) => role === wanted.role && name === wanted.name && index === wanted.index,
    ) ?? [];
  return element && !isCovered(element) ? element : null;
}

/** A text that changes with the content of a page, its focus and its scrolling. */
export function appearance(): string {
  const values = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')].map(
    ({ value, checked }) => `${value}${checked}`,
  );
  const scrolled = [document.documentElement, ...document.querySelectorAll('body *')].map(
    ({ scrollTop, scrollLeft }) => scrollTop + scrollLeft,
  );
  return JSON.stringify([location.href, document.body.innerHTML, values, scrolled]);
}

reportMicrosteps();
Object.assign(window, { findings, documentProblems, usableElements, findUsable, appearance });
// Pages fetch no others ahead: budget.test.ts and pages.test.ts are about that.
Object.defineProperty(navigator.connection ?? {}, 'saveData', { value: true });
watchTouches((_, control) => window.reportTouched?.(control));
