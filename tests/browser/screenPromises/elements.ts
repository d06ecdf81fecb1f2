import { computeAccessibleName } from 'dom-accessibility-api';

/** Facts about the elements of a page. Everything in this folder runs in the page. */

/** An element that breaks a promise, and the measurement. */
export type Finding = { element: Element; measured: string };

const CONTROLS = 'a[href], button, input:not([type="hidden"]), select, textarea, summary';
const FIELDS = 'input, select, textarea';

/** Invisible elements, and elements for screen readers alone. */
const NOT_SEEN = '.visually-hidden, .visually-hidden *, [aria-hidden="true"], [aria-hidden="true"] *';

const ROLES: Readonly<Record<string, string>> = { a: 'link', select: 'combobox', textarea: 'textbox' };

/** The role of a control, else the kind of the element. */
const roleOf = (element: Element): string =>
  element.getAttribute('role') ??
  (element instanceof HTMLInputElement
    ? `${element.type} field`
    : (ROLES[element.localName] ?? element.localName));

export function describeElement(element: Element): string {
  const name = computeAccessibleName(element) || element.textContent?.trim().replace(/\s+/g, ' ') || '';
  return `${roleOf(element)} "${name.slice(0, 60)}"`;
}

/** The root and all elements below it. */
export const within = (root: Element): Element[] => [root, ...root.querySelectorAll('*')];

/** Whether an element takes room on the page and is seen, or is a transparent control. */
export function isSeen(element: Element): boolean {
  const isControl = element.matches(CONTROLS);
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: !isControl })) return false;
  if (element.matches(NOT_SEEN)) return false;
  const { width, height, bottom, right } = element.getBoundingClientRect();
  return width > 1 && height > 1 && bottom + scrollY > 0 && right > 0;
}

/** Whether an element fills the window, as the backdrop of a menu does. */
function fillsWindow(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width >= innerWidth && height >= innerHeight;
}

/** The visible controls below a root. A backdrop that closes a popup is no control. */
export const controlsWithin = (root: Element): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (element) => isSeen(element) && !fillsWindow(element),
  );

export const tabbableWithin = (root: Element): HTMLElement[] =>
  controlsWithin(root).filter((control) => control.tabIndex >= 0 && !control.matches(':disabled'));

export const isField = (element: Element): boolean => element.matches(FIELDS);

export const controlAround = (element: Element): Element | null => element.closest(CONTROLS);

export const labelsOf = (element: Element): Element[] =>
  'labels' in element && element.labels instanceof NodeList
    ? [...element.labels].filter((label) => label instanceof Element)
    : [];

export function isInText(element: Element): boolean {
  if (!element.matches('a') || getComputedStyle(element).display !== 'inline') return false;
  return [...(element.parentElement?.childNodes ?? [])].some(
    (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
  );
}

/** The element and its ancestors, from the inside. */
export function ancestorsOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let each: Element | null = element; each; each = each.parentElement) found.push(each);
  return found;
}

/** Computes the result once for each element. */
export function memoize<Result>(compute: (element: Element) => Result): (element: Element) => Result {
  const known = new Map<Element, { result: Result }>();
  return (element) => {
    const found = known.get(element) ?? { result: compute(element) };
    known.set(element, found);
    return found.result;
  };
}

export const px = (length: number): string => `${Math.round(length * 10) / 10} px`;

/** Red, green and blue from 0 to 255, and alpha from 0 to 1. */
type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const known = new Map<string, Colour>();
let painter: CanvasRenderingContext2D | null | undefined;

/** The components of a colour in any notation of CSS. */
function parseColour(text: string): Colour {
  const found = known.get(text);
  if (found) return found;
  painter ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!painter) throw new Error('the browser has no canvas');
  painter.clearRect(0, 0, 1, 1);
  painter.fillStyle = text;
  painter.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = painter.getImageData(0, 0, 1, 1).data;
  const colour = [red, green, blue, alpha / 255] as const;
  known.set(text, colour);
  return colour;
}

const WHITE: Colour = [255, 255, 255, 1];

/** The colour behind the text of an element. */
export function backgroundOf(element: Element | null): Colour {
  for (const around of element ? ancestorsOf(element) : []) {
    const colour = parseColour(getComputedStyle(around).backgroundColor);
    if (colour[3] > 0.5) return colour;
  }
  return WHITE;
}

function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of a colour with its background, from 1 to 21; 1 for a transparent colour. */
export function contrast(text: string, behind: Colour): number {
  const colour = parseColour(text);
  if (colour[3] < 0.5) return 1;
  const [light = 0, dark = 0] = [luminance(colour), luminance(behind)].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

export const ratio = (value: number): string => `${value.toFixed(1)}:1`;
