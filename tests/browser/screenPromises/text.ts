import {
  controlAround,
  controlsWithin,
  type Finding,
  isInText,
  isSeen,
  labelsOf,
  memoize,
  px,
} from './elements.ts';

/** A line of a text as it is painted, and the element whose text it is. */
type Line = { node: Text; parent: Element; box: DOMRect };

/** The visible texts below a root. */
function textsWithin(root: Element): { node: Text; parent: Element }[] {
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

/** The lines of the texts below a root; fields draw their texts themselves. */
function linesWithin(root: Element): Line[] {
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

/** How far a text may be outside, or two things lie over each other: glyphs are placed in fractions of a pixel. */
const TOLERANCE = 2;

/** An element that shows nothing, or should have nothing, outside of its edges. */
type Frame = { element: Element; edges: DOMRect; isHorizontal: boolean; isVertical: boolean };

/** The frames around the text of an element, from the inside to the first that scrolls. */
function frames(): (element: Element) => readonly Frame[] {
  const viewport = document.documentElement;
  const page = new DOMRect(0, 0, viewport.clientWidth, 0);
  const last = [{ element: viewport, edges: page, isHorizontal: true, isVertical: false }];
  // The skip link sits above the window until it has focus.
  const aboveLowerEdge = new DOMRect(0, innerHeight, viewport.clientWidth, -Number.MAX_SAFE_INTEGER);
  const ofFixed = [{ element: viewport, edges: aboveLowerEdge, isHorizontal: true, isVertical: true }];
  const framesOf: (element: Element) => readonly Frame[] = memoize((element) => {
    const parent = element.parentElement;
    if (!parent || element === document.body) return last;
    const { overflowX, overflowY, position } = getComputedStyle(element);
    if (/auto|scroll/.test(overflowX + overflowY)) return [];
    const isControl = controlAround(element) === element && !isInText(element);
    const isHorizontal = isControl || overflowX !== 'visible';
    const isVertical = isControl || overflowY !== 'visible';
    const around = position === 'fixed' ? ofFixed : framesOf(parent);
    if (!isHorizontal && !isVertical) return around;
    return [{ element, edges: element.getBoundingClientRect(), isHorizontal, isVertical }, ...around];
  });
  return framesOf;
}

/** How many pixels a line lies outside a frame. A line is higher than its letters. */
function lengthOutside({ box }: Line, { edges, isHorizontal, isVertical }: Frame): number {
  const x = isHorizontal ? Math.max(edges.left - box.left, box.right - edges.right) : 0;
  const y = isVertical ? Math.max(edges.top - box.top, box.bottom - edges.bottom) - box.height / 4 : 0;
  return Math.max(x, y);
}

/**
 * Texts cut off by an element around them or the edge of the page; texts of fixed elements, by the edge of the
 * window.
 */
function cutTexts(lines: readonly Line[]): Finding[] {
  const framesOf = frames();
  return lines.flatMap((line) => {
    const frame = framesOf(line.parent).find((around) => lengthOutside(line, around) > TOLERANCE);
    if (!frame) return [];
    const { localName, classList } = frame.element;
    const text = line.node.data.trim().slice(0, 40);
    const measured = `has ${px(lengthOutside(line, frame))} of "${text}" outside ${[localName, ...classList].join('.')}`;
    return [{ element: controlAround(line.parent) ?? line.parent, measured }];
  });
}

/** A thing that must not lie over another: the letters of a line, or a control. */
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

/** The layer over the page, such as a popup, that an element is part of. */
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

/** Lines of text and controls that lie over others, where neither is in a popup. */
function overlaps(root: Element, lines: readonly Line[]): Finding[] {
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

/** Cut off texts, and elements that lie over another. */
export function cutOrOverlapping(root: Element): Finding[] {
  const lines = linesWithin(root);
  return [...cutTexts(lines), ...overlaps(root, lines)];
}

/** The places of a page for a visitor's values and the service's messages. */
const VALUES = 'dd, [role="alert"], [role="status"], .file-name';

/** A word of 60 letters, and names in a script with high letters and in one from right to left. */
const LONG_VALUE = [
  'Venkatanarasimharajuvaripetakrishnamoorthibalasubramaniamiah',
  'अनुष्का श्रीनिवासन वेंकटनरसिंहराजुवारिपेट',
  'محمد عبد الرحمن بن عبد العزيز الأنصاري',
].join(' ');

/** The same while each value has a long word and other scripts. */
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

/** The same while the text is twice as large. */
export function cutOrOverlappingWithLargeText(root: Element): Finding[] {
  const { style } = document.documentElement;
  style.fontSize = '200%';
  try {
    return cutOrOverlapping(root);
  } finally {
    style.fontSize = '';
  }
}
