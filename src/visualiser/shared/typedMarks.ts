/** Characters that no text has, around what somebody typed into a field of a recorded page. */
const [START, END] = ['\uE000', '\uE001'];

/** Returns the text of a field with the marks around it. */
export const markTyped = (text: string): string => (text === '' ? '' : START + text + END);

/** Returns a text with what stands between marks replaced, and without the marks. */
export const replaceTyped = (text: string, replace: (typed: string) => string): string =>
  text.replace(/\uE000([^\uE001]*)\uE001/g, (_, typed: string) => replace(typed));
