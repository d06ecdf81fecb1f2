import { computeAccessibleName } from 'dom-accessibility-api';

/** Something on a page that can be pressed, typed into or chosen. */
export type Control = {
  kind: 'press' | 'type' | 'choose' | 'file';
  role: string;
  name: string;
  /** Its place among those with the same role and name. */
  index: number;
  /**
   * `dialog …` with its flow or name where it is in one, `every page` outside the main part of a page, else the path of the
   * page; null where the address is already that of another page, which is loading or did not load.
   */
  place: string | null;
  /** Whether it leads to a part of the current page. */
  isWithinPage: boolean;
  /** The flow that renders it and its state; null where none does. */
  flow: { id: string; state: string } | null;
  /** The names of the options that can be chosen. */
  options: string[];
  /** Whether it is a button that should do something when it is pressed: not one that is chosen already. */
  isButton: boolean;
};

/** The identity of a control, wherever it stands on a page. */
export type TouchedControl = Pick<Control, 'role' | 'name' | 'place' | 'isWithinPage'>;

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

function placeOf(element: Element): string | null {
  const dialog = element.closest('dialog, [role=dialog]');
  const flow = dialog?.closest<HTMLElement>('[data-flow]')?.dataset.flow;
  if (dialog) return `dialog ${flow ?? computeAccessibleName(dialog)}`;
  if (!element.closest('main')) return 'every page';
  return element.closest('[data-flow="routeLoading"]:not([data-state="shown"])') ? null : location.pathname;
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

const touchedControlOf = (element: Element): TouchedControl => ({
  role: roleOf(element),
  name: computeAccessibleName(element).replace(/\s+/g, ' ').trim(),
  place: placeOf(element),
  isWithinPage: element.matches('a[href^="#"]'),
});

/** The elements below a root that a visitor can use now, in their order. */
export function usableElements(root: ParentNode = document): [Element, Control][] {
  const counts = new Map<string, number>();
  return [...root.querySelectorAll(INTERACTIVE)].filter(canBeUsed).map((element) => {
    const touched = touchedControlOf(element);
    const { role, name } = touched;
    const key = `${role} ${name}`;
    const index = counts.get(key) ?? 0;
    counts.set(key, index + 1);
    const flow = element.closest<HTMLElement>('[data-flow]');
    const control: Control = {
      ...touched,
      kind: kindOf(element),
      index,
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

/** Calls back with each element that an event has pressed, typed into or chosen, before the page hears of the event. */
export function watchTouches(callback: (element: Element, control: TouchedControl) => void): void {
  const receive = ({ type, target, isTrusted }: Event) => {
    // Playwright chooses an option and a file with an event of its own.
    if (!(target instanceof Element) || !(isTrusted || type === 'change')) return;
    const field = target.closest('label')?.control;
    const element = target.closest(INTERACTIVE) ?? field;
    if (element) callback(element, touchedControlOf(element));
  };
  for (const type of ['click', 'input', 'change']) window.addEventListener(type, receive, true);
}
