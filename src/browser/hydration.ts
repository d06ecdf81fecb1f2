import { useEffect, useLayoutEffect, useRef } from 'react';
import { markHydrated } from './clickReplay.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = 'input:not([type="file"]), textarea, select';

/** Returns the path whose page the document was prerendered with; undefined where the document has no page. */
export const prerenderedPath = (root: HTMLElement): string | undefined => root.dataset.page;

/** Removes the prerendered tags of the head, for a page that is rendered instead of hydrated. */
export function removePrerenderedHead(): void {
  for (const element of document.head.querySelectorAll('[data-prerendered]')) element.remove();
}

/** Removes the Open Graph tags and structured data, which describe only the page that the document was prerendered with. */
export function removePageMetadata(): void {
  for (const element of document.head.querySelectorAll('[data-prerendered]:is(script, [property])'))
    element.remove();
}

const isCheckbox = (control: Control): control is HTMLInputElement => control.type === 'checkbox';

const isFilledIn = (control: Control): boolean => {
  if (control instanceof HTMLSelectElement) return control.selectedIndex > 0;
  return isCheckbox(control) ? control.checked : control.value !== '';
};

/**
 * Replays what the visitor entered in a control before hydration, unless it is disabled now. Sets the value with the
 * native setter, because React ignores an event without a change.
 */
function replayInput(control: Control, value: string): void {
  if (control.matches(':disabled')) return;
  if (isCheckbox(control)) {
    control.checked = false;
    control.click();
    return;
  }
  const isSelect = control instanceof HTMLSelectElement;
  if (!isSelect) control.value = '';
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set;
  setter?.call(control, value);
  control.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }));
}

/**
 * Replays what the visitor entered before hydration, and marks the document as hydrated: the button that was clicked last
 * is then clicked again.
 *
 * @param onCommit Called when React has put its handlers on the document.
 */
export function useInputReplay(onCommit: () => void): void {
  const inputBeforeHydration = useRef<{ control: Control; value: string }[]>([]);
  useLayoutEffect(() => {
    inputBeforeHydration.current = [...document.querySelectorAll<Control>(CONTROLS)]
      .filter(isFilledIn)
      .map((control) => ({ control, value: control.value }));
    onCommit();
  }, [onCommit]);
  useEffect(() => {
    const inputs = inputBeforeHydration.current;
    inputBeforeHydration.current = [];
    queueMicrotask(() => {
      for (const { control, value } of inputs) replayInput(control, value);
      markHydrated();
    });
  }, []);
}
