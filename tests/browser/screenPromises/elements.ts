import { computeAccessibleName } from 'dom-accessibility-api';

/** Facts about the elements of a page. Everything in this folder runs in the page. */

/** An element that breaks a promise, and what was measured of it. */
export type Finding = { element: Element; measured: string };

const CONTROLS = 'a[href], button, input:not([type="hidden"]), select, textarea, summary';
const FIELDS = 'input, select, textarea';

/** Elements that nobody sees, or that are for screen readers alone. */
const NOT_SEEN = '.visually-hidden, .visually-hidden *, [aria-hidden="true"], [aria-hidden="true"] *';

const ROLES: Readonly<Record<string, string>> = { a: 'link', select: 'combobox', textarea: 'textbox' };

/** Returns the role of a control, else what the element is. */
const roleOf = (element: Element): string =>
  element.getAttribute('role') ??
  (element instanceof HTMLInputElement
    ? `${element.type} field`
    : (ROLES[element.localName] ?? element.localName));

/** Returns the role and the name of an element. */
export function describeElement(element: Element): string {
  const name = computeAccessibleName(element) || element.textContent?.trim().replace(/\s+/g, ' ') || '';
  return `${roleOf(element)} "${name.slice(0, 60)}"`;
}

/** Returns the elements below a root, and the root. */
export const within = (root: Element): Element[] => [root, ...root.querySelectorAll('*')];

/** Returns whether an element takes room on the page and is seen, or is a transparent control. */
export function isSeen(element: Element): boolean {
  const isControl = element.matches(CONTROLS);
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: !isControl })) return false;
  if (element.matches(NOT_SEEN)) return false;
  const { width, height, bottom, right } = element.getBoundingClientRect();
  return width > 1 && height > 1 && bottom + scrollY > 0 && right > 0;
}

/** Returns whether an element fills the window, as the backdrop of a menu does. */
function fillsWindow(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width >= innerWidth && height >= innerHeight;
}

/** Returns the controls below a root that are seen. A backdrop that closes what is before it is no control. */
export const controlsWithin = (root: Element): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (element) => isSeen(element) && !fillsWindow(element),
  );

/** Returns the controls that the Tab key reaches. */
export const tabbableWithin = (root: Element): HTMLElement[] =>
  controlsWithin(root).filter((control) => control.tabIndex >= 0 && !control.matches(':disabled'));

export const isField = (element: Element): boolean => element.matches(FIELDS);

/** Returns the control that an element is part of. */
export const controlAround = (element: Element): Element | null => element.closest(CONTROLS);

/** Returns the labels of a field. */
export const labelsOf = (element: Element): Element[] =>
  'labels' in element && element.labels instanceof NodeList
    ? [...element.labels].filter((label) => label instanceof Element)
    : [];

/** Returns whether a link stands in running text. */
export function isInText(element: Element): boolean {
  if (!element.matches('a') || getComputedStyle(element).display !== 'inline') return false;
  return [...(element.parentElement?.childNodes ?? [])].some(
    (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
  );
}

/** Returns the element and those around it, from the inside. */
export function ancestorsOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let each: Element | null = element; each; each = each.parentElement) found.push(each);
  return found;
}

/** Returns a function of an element that computes its result once for each. */
export function memoize<Result>(compute: (element: Element) => Result): (element: Element) => Result {
  const known = new Map<Element, { result: Result }>();
  return (element) => {
    const found = known.get(element) ?? { result: compute(element) };
    known.set(element, found);
    return found.result;
  };
}

export const px = (length: number): string => `${Math.round(length * 10) / 10} px`;
