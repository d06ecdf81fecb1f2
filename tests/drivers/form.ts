import type { FormValues } from './hands.ts';

/** The values of the named controls of a page. Runs in the page: it must not use anything from outside. */
export function readForm(page: Document): FormValues {
  const values: FormValues = {};
  for (const control of page.querySelectorAll<HTMLInputElement>('form [name]')) {
    values[control.name] = control.type === 'checkbox' ? control.checked : control.value;
  }
  return values;
}
