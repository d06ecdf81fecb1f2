/** The texts of the alert boxes since the agent was loaded. */
export const alertBoxes: string[] = [];

const show = window.alert.bind(window);

/**
 * Notes each alert box, and calls `onAlert`. While `isQuiet`, none is shown: it would stop the page and its runner
 * until somebody closes it.
 */
export function noteAlertBoxes(isQuiet: () => boolean, onAlert: () => void): void {
  window.alert = (text) => {
    alertBoxes.push(String(text));
    onAlert();
    if (!isQuiet()) show(text);
  };
}
