/** The names that stand in a picture of a page for what is added when it is shown: its head, inline styles, and images. */
export const pictureNames = {
  head: '<head></head>',
  style: 'data-picture-style',
  source: 'data-picture-src',
} as const;

/** Returns the placeholder of a text in a picture, in characters that no text has. */
export const placeholder = (index: number) => `\uE000${index}\uE001`;

/** Matches the placeholders in a picture. */
export const PLACEHOLDERS = /\uE000(\d+)\uE001/g;
