import { controlAround, type Finding, isInText, memoize, px } from './elements.ts';
import type { Line } from './lines.ts';

/** How far a text may be outside: glyphs are placed in fractions of a pixel. */
const TOLERANCE = 2;

/** An element that shows nothing, or should have nothing, outside of its edges. */
type Frame = { element: Element; edges: DOMRect; isHorizontal: boolean; isVertical: boolean };

/** Returns a function of an element that returns the frames around its text, from the inside to the first that scrolls. */
function frames(): (element: Element) => readonly Frame[] {
  const viewport = document.documentElement;
  const page = new DOMRect(0, 0, viewport.clientWidth, 0);
  const last = [{ element: viewport, edges: page, isHorizontal: true, isVertical: false }];
  // Above the window is what comes down when it has the focus.
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

/** Returns by how many pixels a line is outside of a frame. A line is higher than its letters. */
function lengthOutside({ box }: Line, { edges, isHorizontal, isVertical }: Frame): number {
  const x = isHorizontal ? Math.max(edges.left - box.left, box.right - edges.right) : 0;
  const y = isVertical ? Math.max(edges.top - box.top, box.bottom - edges.bottom) - box.height / 4 : 0;
  return Math.max(x, y);
}

/** Returns the texts that an element around them, the edge of the page or, of what is fixed to it, of the window cuts off. */
export function cutTexts(lines: readonly Line[]): Finding[] {
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
