type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The events of the window before React hydrates the page, and when it has. */
export const HYDRATING = 'hydrating';
export const HYDRATED = 'hydrated';

const CONTROLS = 'input:not([type="file"]), textarea, select';

const isControl = (target: unknown): target is Control =>
  target instanceof HTMLElement && target.matches(CONTROLS);

const isCheckbox = (control: Control): control is HTMLInputElement => control.type === 'checkbox';

/** The entered values, by the ids of the controls: React replaces them where the page has been changed. */
const entered = new Map<string, string | boolean>();

function record(control: Control): void {
  const value = isCheckbox(control) ? control.checked : control.value;
  if (value) entered.set(control.id, value);
  else entered.delete(control.id);
}

/** Enters a value again, unless its control is disabled now. */
function enterAgain(value: string | boolean, id: string): void {
  const control = document.getElementById(id);
  if (!isControl(control) || control.matches(':disabled')) return;
  if (typeof value === 'string') control.value = value;
  else if (isCheckbox(control)) control.checked = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

const buttons = () => [...document.querySelectorAll<HTMLElement>('#root button')];

/**
 * Records inputs and the last pressed button before the page is hydrated. Then enters the values again and presses
 * the button once. Values that were set without an event are read when the hydration begins.
 */
export function replayWhenHydrated(): void {
  let pressed: HTMLElement | null = null;
  let index = -1;
  const recordInput = ({ target }: Event) => {
    if (isControl(target)) record(target);
  };
  const recordClick = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (!button) return;
    pressed = button;
    index = buttons().indexOf(button);
  };
  window.addEventListener('input', recordInput);
  // After the page: React handles a click by which it is hydrated, and that one must not be clicked again.
  window.addEventListener('click', recordClick);
  window.addEventListener(HYDRATING, () => {
    for (const control of document.querySelectorAll<Control>(CONTROLS)) record(control);
  });
  window.addEventListener(
    HYDRATED,
    () => {
      window.removeEventListener('input', recordInput);
      window.removeEventListener('click', recordClick);
      entered.forEach(enterAgain);
      (pressed?.isConnected ? pressed : buttons()[index])?.click();
    },
    { once: true },
  );
}

/** Dispatches the event that the page is hydrated, and sets `data-hydrated` on the document element. */
export function markHydrated(): void {
  window.dispatchEvent(new Event(HYDRATED));
  document.documentElement.dataset.hydrated = '';
}
