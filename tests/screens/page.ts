/** The page of a test, and what has the focus. */

export const show = (html: string) => {
  document.body.innerHTML = html;
};

export const element = (id: string) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`There is no element "${id}".`);
  return found;
};

/** The id of the element that has the focus; the name of one without an id. */
export const focused = () => document.activeElement?.id || document.activeElement?.localName;
