/** Opens the browser's own print dialogue for the page as it is. */
export function printPage(): void {
  window.print();
}
