import { controlsWithin, type Finding, isField, isInText, labelsOf, px } from './elements.ts';

const SMALLEST = 24;
const MAIN = 44;

/** The links that are pressed with a thumb as buttons are. */
const MAIN_LINKS = '.button, nav a, footer a, .chat-link';

type Target = { element: Element; box: DOMRect };

/** Returns the box that can be pressed: of a tick box, with its label. */
function targetOf(element: Element): Target {
  const box = element.getBoundingClientRect();
  if (!element.matches('[type="checkbox"], [type="radio"]')) return { element, box };
  const boxes = [box, ...labelsOf(element).map((label) => label.getBoundingClientRect())];
  const [left, top] = [
    Math.min(...boxes.map((each) => each.left)),
    Math.min(...boxes.map((each) => each.top)),
  ];
  const right = Math.max(...boxes.map((each) => each.right));
  const bottom = Math.max(...boxes.map((each) => each.bottom));
  return { element, box: new DOMRect(left, top, right - left, bottom - top) };
}

const targetsWithin = (root: Element) =>
  controlsWithin(root)
    .filter((element) => !isInText(element))
    .map(targetOf);

const isSmallerThan = ({ box }: Target, size: number) => Math.min(box.width, box.height) < size - 0.5;

const sizeOf = ({ box }: Target) => `is ${px(box.width)} wide and ${px(box.height)} high`;

const centreOf = ({ box }: Target) => [box.x + box.width / 2, box.y + box.height / 2] as const;

/** Returns how far the middle of a target is from another target; from a small one, from the circle around that. */
function distance(target: Target, other: Target): number {
  const [x, y] = centreOf(target);
  const { box } = other;
  const toBox = Math.hypot(
    Math.max(box.left - x, 0, x - box.right),
    Math.max(box.top - y, 0, y - box.bottom),
  );
  if (!isSmallerThan(other, SMALLEST)) return toBox;
  const [otherX, otherY] = centreOf(other);
  return Math.min(toBox, Math.hypot(otherX - x, otherY - y) - SMALLEST / 2);
}

/** WCAG 2.5.8: a smaller target is one that a circle of 24 px around its middle separates from all others. */
export function smallTargets(root: Element): Finding[] {
  const targets = targetsWithin(root);
  return targets
    .filter((target) => isSmallerThan(target, SMALLEST))
    .filter((target) => targets.some((other) => other !== target && distance(target, other) < SMALLEST / 2))
    .map((target) => ({ element: target.element, measured: `${sizeOf(target)}, and close to another` }));
}

/** Returns buttons, fields, and the links that look like buttons or are navigation, that are smaller than a thumb. */
export const smallMainTargets = (root: Element): Finding[] =>
  targetsWithin(root)
    .filter(({ element }) => isField(element) || !element.matches('a') || element.matches(MAIN_LINKS))
    .filter((target) => isSmallerThan(target, MAIN))
    .map((target) => ({ element: target.element, measured: sizeOf(target) }));
