/** Empties a file field, by its id. */
export function clearFileInput(id: string): void {
  const field = document.getElementById(id);
  if (field instanceof HTMLInputElement) field.value = '';
}

/** Empty where there is no such field. */
export function textFieldValue(id: string): string {
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement ? field.value : '';
}

/** Lets the browser report the first invalid field of a form, in its own words. */
export function showBrowserMessages(formId: string): void {
  const form = document.getElementById(formId);
  if (form instanceof HTMLFormElement) form.reportValidity();
}
