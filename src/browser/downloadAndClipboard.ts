export function downloadFile(name: string, text: string, type: string): void {
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(new Blob([text], { type }));
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(anchor.href);
}

/** Downloads data as a JSON file under a name. */
export const downloadJson = (name: string, data: unknown): void =>
  downloadFile(name, JSON.stringify(data, null, 2), 'application/json');

/** Copies a text to the clipboard; does nothing where the browser does not allow it. */
export function copyToClipboard(text: string): void {
  navigator.clipboard?.writeText(text).catch(() => {});
}
