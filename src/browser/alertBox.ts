/** Shows an alert of the browser. In-app browsers may have none, or refuse it. */
export function showAlertBox(text: string): void {
  try {
    window.alert(text);
  } catch {
    // What it says is not needed to go on.
  }
}
