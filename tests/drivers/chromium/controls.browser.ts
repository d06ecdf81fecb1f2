import { computeAccessibleName } from 'dom-accessibility-api';

// Runs in a page of the built site before its own scripts.

/** Something on a page that can be pressed, typed into or chosen. */
export type Control = {
  kind: 'press' | 'type' | 'choose' | 'file';
  role: string;
  name: string;
  /** Its place among those with the same role and name. */
  index: number;
  /** `header`, `footer` or `dialog …` where it is in one, else the path of the page. */
  place: string;
  /** The flow that renders it and its state; null where none does. */
  flow: { id: string; state: string } | null;
  /** The names of the options that can be chosen. */
  options: string[];
  /** Whether it is a button that should do something when it is pressed: not one that is chosen already. */
  isButton: boolean;
};

const INTERACTIVE =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [tabindex="0"]';

const PRESSED_TYPES = ['button', 'submit', 'checkbox', 'radio', 'image', 'reset'];

const CHOSEN = '[aria-selected=true], [aria-pressed=true], [aria-current], [type=radio]:checked';

const roleOf = (element: Element): string => {
  const { localName } = element;
  const type = element.getAttribute('type') ?? 'text';
  const native: Record<string, string> = {
    a: 'link',
    button: 'button',
    select: 'combobox',
    textarea: 'textbox',
    summary: 'summary',
  };
  return element.getAttribute('role') ?? native[localName] ?? (localName === 'input' ? type : localName);
};

function kindOf(element: Element): Control['kind'] {
  if (element instanceof HTMLSelectElement) return 'choose';
  if (element instanceof HTMLTextAreaElement) return 'type';
  if (!(element instanceof HTMLInputElement)) return 'press';
  if (element.type === 'file') return 'file';
  return PRESSED_TYPES.includes(element.type) ? 'press' : 'type';
}

function placeOf(element: Element): string {
  const around = element.closest('dialog, [role=dialog], header, footer');
  if (around?.matches('dialog, [role=dialog]')) return `dialog ${computeAccessibleName(around)}`;
  return around && !around.closest('main') ? around.localName : location.pathname;
}

function canBeUsed(element: Element): boolean {
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  return (
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getClientRects().length > 0 &&
    !element.matches(':disabled, [aria-disabled=true]') &&
    element.closest('[inert], [aria-hidden=true]') === null &&
    (!modal || modal.contains(element))
  );
}

/** Returns the elements that a visitor can use now, in their order. */
export function usableElements(): [Element, Control][] {
  const counts = new Map<string, number>();
  return [...document.querySelectorAll(INTERACTIVE)].filter(canBeUsed).map((element) => {
    const role = roleOf(element);
    const name = computeAccessibleName(element).replace(/\s+/g, ' ').trim();
    const key = `${role} ${name}`;
    const index = counts.get(key) ?? 0;
    counts.set(key, index + 1);
    const flow = element.closest<HTMLElement>('[data-flow]');
    const control: Control = {
      kind: kindOf(element),
      role,
      name,
      index,
      place: placeOf(element),
      flow: flow && { id: flow.dataset.flow ?? '', state: flow.dataset.state ?? '' },
      options:
        element instanceof HTMLSelectElement
          ? [...element.options].filter(({ disabled }) => !disabled).map(({ text }) => text)
          : [],
      isButton: role === 'button' && !element.matches(CHOSEN),
    };
    return [element, control];
  });
}

/** Scrolls to an element. Returns whether something else lies over it, as an open popup or menu does: a visitor closes it first. */
function isCovered(element: Element): boolean {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const above = document.elementFromPoint(x + width / 2, y + height / 2);
  return above !== null && !element.contains(above) && !above.contains(element);
}

/** Returns the element with a role and a name; null where no visitor can use it now. */
export function findUsable(wanted: Pick<Control, 'role' | 'name' | 'index'>): Element | null {
  const [element] =
    usableElements().find(
      ([, { role, name, index }]) => role === wanted.role && name === wanted.name && index === wanted.index,
    ) ?? [];
  return element && !isCovered(element) ? element : null;
}

/** Returns a text that differs where a page shows something else, or something else has the focus or is scrolled to. */
export function appearance(): string {
  const values = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')].map(
    ({ value, checked }) => `${value}${checked}`,
  );
  const scrolled = [document.documentElement, ...document.querySelectorAll('body *')].map(
    ({ scrollTop, scrollLeft }) => scrollTop + scrollLeft,
  );
  return JSON.stringify([location.href, document.body.innerHTML, values, scrolled]);
}
