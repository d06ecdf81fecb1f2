import type { FormValues } from './hands.ts';

/** The values of the named controls below an element. Runs in the page: it must not use anything from outside. */
export function readForm(root: Element): FormValues {
  const values: FormValues = {};
  for (const control of root.querySelectorAll<HTMLInputElement>('form [name]')) {
    if (control.type !== 'file')
      values[control.name] = control.type === 'checkbox' ? control.checked : control.value;
  }
  return values;
}
