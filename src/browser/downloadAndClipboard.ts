/** Downloads a file under a name. */
export function downloadFile(name: string, content: Blob): void {
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(content);
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(anchor.href);
}

/** Copies a text to the clipboard; does nothing where the browser does not allow it. */
export function copyToClipboard(text: string): void {
  navigator.clipboard?.writeText(text).catch(() => {});
}
