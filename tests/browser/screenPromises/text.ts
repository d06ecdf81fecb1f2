import { cutTexts } from './cutTexts.ts';
import type { Finding } from './elements.ts';
import { linesWithin, textsWithin } from './lines.ts';
import { overlaps } from './overlaps.ts';

/** Returns the texts that are cut off, and what lies over another thing. */
export function cutOrOverlapping(root: Element): Finding[] {
  const lines = linesWithin(root);
  return [...cutTexts(lines), ...overlaps(root, lines)];
}

/** Where the page shows what a visitor typed or the service said. */
const VALUES = 'dd, [role="alert"], [role="status"], .file-name';

/** A word of 60 letters, and names in a script with high letters and in one from right to left. */
const LONG_VALUE = [
  'Venkatanarasimharajuvaripetakrishnamoorthibalasubramaniamiah',
  'अनुष्का श्रीनिवासन वेंकटनरसिंहराजुवारिपेट',
  'محمد عبد الرحمن بن عبد العزيز الأنصاري',
].join(' ');

/** Returns the same while each value has a long word and other scripts. */
export function cutOrOverlappingWithLongValues(root: Element): Finding[] {
  const values = textsWithin(root).filter(({ parent }) => parent.closest(VALUES));
  if (values.length === 0) return [];
  const previous = values.map(({ node }) => ({ node, data: node.data }));
  for (const { node } of values) node.data = LONG_VALUE;
  try {
    return cutOrOverlapping(root);
  } finally {
    for (const { node, data } of previous) node.data = data;
  }
}

/** Returns the same while the text is twice as large. */
export function cutOrOverlappingWithLargeText(root: Element): Finding[] {
  const { style } = document.documentElement;
  style.fontSize = '200%';
  try {
    return cutOrOverlapping(root);
  } finally {
    style.fontSize = '';
  }
}
