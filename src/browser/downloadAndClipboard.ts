/** Hands a file to the visitor, under a name. */
export function downloadFile(name: string, content: Blob): void {
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(content);
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(anchor.href);
}

/** Puts a text on the clipboard; where the browser does not allow that, nothing happens. */
export function copyToClipboard(text: string): void {
  navigator.clipboard?.writeText(text).catch(() => {});
}
