/** The guidelines of accessibility that the pages keep, by the tags of axe. */
export const GUIDELINES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
