import { isSeen } from './elements.ts';

/** A line of a text as it is painted, and the element whose text it is. */
export type Line = { node: Text; parent: Element; box: DOMRect };

/** Returns the texts below a root that are seen. */
export function textsWithin(root: Element): { node: Text; parent: Element }[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: { node: Text; parent: Element }[] = [];
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const parent = node.parentElement;
    if (node instanceof Text && parent && node.data.trim() !== '' && isSeen(parent))
      found.push({ node, parent });
  }
  return found;
}

/** Returns the lines of the texts below a root; fields draw their texts themselves. */
export function linesWithin(root: Element): Line[] {
  const range = document.createRange();
  return textsWithin(root)
    .filter(({ parent }) => !parent.matches('option, textarea'))
    .flatMap(({ node, parent }) => {
      range.selectNodeContents(node);
      return [...range.getClientRects()]
        .filter(({ width, height }) => width > 1 && height > 1)
        .map((box) => ({ node, parent, box }));
    });
}
