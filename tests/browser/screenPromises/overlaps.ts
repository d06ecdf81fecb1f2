import { controlsWithin, type Finding, labelsOf, memoize, px } from './elements.ts';
import type { Line } from './lines.ts';

/** How far two things may lie over each other. */
const TOLERANCE = 2;

/** What must not lie over another thing: the letters of a line, or a control. */
type Thing = { element: Element; box: DOMRect };

/** The letters are in the middle of a line. */
const lettersOf = ({ parent, box }: Line): Thing => ({
  element: parent,
  box: new DOMRect(box.x, box.y + box.height / 5, box.width, (box.height * 3) / 5),
});

const isLayer = (element: Element) => {
  const { position, zIndex } = getComputedStyle(element);
  return ['fixed', 'sticky'].includes(position) || (position === 'absolute' && zIndex !== 'auto');
};

/** Returns a function that returns the element that lies over the page, such as a popup, of which an element is part. */
function layers(): (element: Element) => Element | null {
  const layerOf: (element: Element) => Element | null = memoize((element) =>
    isLayer(element) ? element : element.parentElement && layerOf(element.parentElement),
  );
  return layerOf;
}

const areRelated = (one: Element, other: Element) =>
  one.contains(other) ||
  other.contains(one) ||
  [...labelsOf(one), ...labelsOf(other)].some((label) => label.contains(one) || label.contains(other));

const overlapOf = ({ box: one }: Thing, { box: other }: Thing) =>
  Math.min(
    Math.min(one.right, other.right) - Math.max(one.left, other.left),
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  );

/** Returns the lines of text and the controls that lie over others, where neither is in a popup. */
export function overlaps(root: Element, lines: readonly Line[]): Finding[] {
  const layerOf = layers();
  const letters = lines.filter(({ parent }) => getComputedStyle(parent).pointerEvents !== 'none');
  const controls = controlsWithin(root).flatMap((element) =>
    [...element.getClientRects()].map((box) => ({ element, box })),
  );
  const things = [...letters.map(lettersOf), ...controls].sort((one, other) => one.box.top - other.box.top);
  return things.flatMap((thing, index) => {
    const found: Finding[] = [];
    for (const other of things.slice(index + 1)) {
      if (other.box.top >= thing.box.bottom) break;
      const length = overlapOf(thing, other);
      if (length <= TOLERANCE || areRelated(thing.element, other.element)) continue;
      if (layerOf(thing.element) !== layerOf(other.element)) continue;
      const name = (other.element.textContent ?? '').trim().slice(0, 40);
      const measured = `lies with ${px(length)} over ${other.element.localName} "${name}"`;
      found.push({ element: thing.element, measured });
    }
    return found;
  });
}
