/** Takes the file out of a file field, by its id. */
export function clearFileInput(id: string): void {
  const field = document.getElementById(id);
  if (field instanceof HTMLInputElement) field.value = '';
}

/** What stands in a text field, by its id; nothing where there is no such field. */
export function textFieldValue(id: string): string {
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement ? field.value : '';
}

/** Lets the browser say, in its own words, what a form still waits for. */
export function showBrowserMessages(formId: string): void {
  const form = document.getElementById(formId);
  if (form instanceof HTMLFormElement) form.reportValidity();
}
