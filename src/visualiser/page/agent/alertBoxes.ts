/** The texts of the alert boxes since the agent was loaded. */
export const alertBoxes: string[] = [];

const show = window.alert.bind(window);
window.alert = (text) => {
  alertBoxes.push(String(text));
  show(text);
};
