import { useEffect, useLayoutEffect, useRef } from 'react';
import { comeToLife } from './early.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = 'input:not([type="file"]), textarea, select';

/** The address whose page stands in the document already; undefined where it came empty. */
export const prerenderedPage = (root: HTMLElement): string | undefined => root.dataset.page;

/** Takes out of the head what came with a page that is not going to be taken over. */
export function dropPrerenderedHead(): void {
  for (const element of document.head.querySelectorAll('[data-prerendered]')) element.remove();
}

/** Takes out of the head what only says something of the page that the document came with. */
export function dropPageData(): void {
  for (const element of document.head.querySelectorAll('[data-prerendered]:is(script, [property])'))
    element.remove();
}

const isCheckbox = (control: Control): control is HTMLInputElement => control.type === 'checkbox';

const isTouched = (control: Control): boolean => {
  if (control instanceof HTMLSelectElement) return control.selectedIndex > 0;
  return isCheckbox(control) ? control.checked : control.value !== '';
};

/**
 * Does again what the visitor did to a control before anybody listened, unless it has been locked meanwhile. The text is
 * set past React, which else sees no change.
 */
function announce(control: Control, value: string): void {
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
 * Hands over what was done to a prerendered page before it came to life: what was typed, and the button that was
 * pressed. From then on the document says that it is alive.
 */
export function useTakeOver(): void {
  const typed = useRef<{ control: Control; value: string }[]>([]);
  useLayoutEffect(() => {
    typed.current = [...document.querySelectorAll<Control>(CONTROLS)]
      .filter(isTouched)
      .map((control) => ({ control, value: control.value }));
  }, []);
  useEffect(() => {
    const found = typed.current;
    typed.current = [];
    queueMicrotask(() => {
      for (const { control, value } of found) announce(control, value);
      comeToLife();
    });
  }, []);
}
