/** Characters that no text has, around the typed text of a field of a recorded page. */
const [START, END] = ['\uE000', '\uE001'];

/** Puts marks around the text of a field. */
export const markTyped = (text: string): string => (text === '' ? '' : START + text + END);

/** Replaces the texts between marks, and removes the marks. */
export const replaceTyped = (text: string, replace: (typed: string) => string): string =>
  text.replace(/\uE000([^\uE001]*)\uE001/g, (_, typed: string) => replace(typed));
