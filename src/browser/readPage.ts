import type { FormValues } from '../../machines/checks/checks.types.ts';

/**
 * The values of the named controls below an element. Runs in the page: it must not use anything of this module.
 */
export function readForm(root: Element): FormValues {
  const values: FormValues = {};
  for (const control of root.querySelectorAll<HTMLInputElement>('form [name]')) {
    if (control.type !== 'file')
      values[control.name] = control.type === 'checkbox' ? control.checked : control.value;
  }
  return values;
}

/** The names of the files in the file fields below an element. Runs in the page, as above. */
export function readFiles(root: Element): string[] {
  return [...root.querySelectorAll<HTMLInputElement>('input[type=file]')].flatMap(({ files }) =>
    [...(files ?? [])].map(({ name }) => name),
  );
}

/**
 * The element with the focus in the document of an element: its id, else its tag, of a button or link with its
 * name; empty where none has it. Runs in the page, as above.
 */
export function readFocus({ ownerDocument: { activeElement, body } }: Element): string {
  if (!activeElement || activeElement === body) return '';
  const tag = activeElement.tagName.toLowerCase();
  const name = activeElement.getAttribute('aria-label') ?? activeElement.textContent.trim();
  return activeElement.id || (tag === 'button' || tag === 'a' ? `${tag} ${name}` : tag);
}
