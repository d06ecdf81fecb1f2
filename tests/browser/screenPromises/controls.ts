import {
  ancestorsOf,
  backgroundOf,
  contrast,
  controlsWithin,
  type Finding,
  isField,
  isInText,
  labelsOf,
  px,
  ratio,
  tabbableWithin,
} from './elements.ts';

const SMALLEST = 24;
const MAIN = 44;

/** The links that are pressed with a thumb as buttons are. */
const MAIN_LINKS = '.button, nav a, footer a, .chat-link';

type Target = { element: Element; box: DOMRect };

/** The box that can be pressed. For a tick box it includes the label. */
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

/** The distance from the middle of a target to another target, or to the circle around a small one. */
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

/** WCAG 2.5.8 allows a smaller target where a circle of 24 px around its middle separates it from all others. */
export function smallTargets(root: Element): Finding[] {
  const targets = targetsWithin(root);
  return targets
    .filter((target) => isSmallerThan(target, SMALLEST))
    .filter((target) => targets.some((other) => other !== target && distance(target, other) < SMALLEST / 2))
    .map((target) => ({ element: target.element, measured: `${sizeOf(target)}, and close to another` }));
}

/** Buttons, fields, navigation links and links styled as buttons that are smaller than a thumb. */
export const smallMainTargets = (root: Element): Finding[] =>
  targetsWithin(root)
    .filter(({ element }) => isField(element) || !element.matches('a') || element.matches(MAIN_LINKS))
    .filter((target) => isSmallerThan(target, MAIN))
    .map((target) => ({ element: target.element, measured: sizeOf(target) }));

const FOCUS_EVENTS = ['focus', 'blur', 'focusin', 'focusout', 'change'];

const ignore = (event: Event) => event.stopImmediatePropagation();

/** Moves the focus without the page hearing of it. */
function withoutFocusEvents<Result>(act: () => Result): Result {
  for (const type of FOCUS_EVENTS) window.addEventListener(type, ignore, true);
  try {
    return act();
  } finally {
    for (const type of FOCUS_EVENTS) window.removeEventListener(type, ignore, true);
  }
}

/** Takes the focus away; returns a function that restores it, with all scroll positions. */
export function takeFocus(): () => void {
  const focused = document.activeElement;
  const scrolled = ancestorsOf(focused ?? document.body).map(
    (element) => [element, element.scrollTop] as const,
  );
  const top = scrollY;
  // The browser would take it away itself, with events, from an element hidden on another condition.
  withoutFocusEvents(blur);
  return () => {
    withoutFocusEvents(() => {
      if (focused instanceof HTMLElement && focused !== document.body) focused.focus({ preventScroll: true });
    });
    for (const [element, scrollTop] of scrolled) element.scrollTop = scrollTop;
    scrollTo({ top, behavior: 'instant' });
  };
}

/** The focus is shown, as after the Tab key. */
const AS_BY_KEY: FocusOptions & { focusVisible: true } = { focusVisible: true };

function blur(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function focus(element: HTMLElement): void {
  // What has the focus already would not show it.
  blur();
  element.focus(AS_BY_KEY);
}

export const withFocusOn = <Result>(element: HTMLElement | undefined, act: () => Result): Result =>
  withoutFocusEvents(() => {
    if (element) focus(element);
    const result = act();
    blur();
    return result;
  });

const SMALLEST_CONTRAST = 3;

/** Why the outline of an element is not seen; null where it is seen. */
function outlineProblem(element: Element): string | null {
  const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element);
  if (outlineStyle === 'none') return 'has no outline with the focus';
  const width = Number.parseFloat(outlineWidth);
  if (width < 1) return `has an outline of ${outlineWidth} with the focus`;
  const isInside = Number.parseFloat(outlineOffset) < 0;
  const seen = contrast(outlineColor, backgroundOf(isInside ? element : element.parentElement));
  return seen < SMALLEST_CONTRAST ? `has an outline with a contrast of ${ratio(seen)} with the focus` : null;
}

/** Controls with an unseen focus. The outline may be that of an element around a file field. */
export const unseenFocus = (root: Element): Finding[] =>
  withoutFocusEvents(() =>
    tabbableWithin(root).flatMap((element) => {
      focus(element);
      if (document.activeElement !== element) return [];
      const drawnBy = element.matches('[type="file"]') ? (element.parentElement ?? element) : element;
      const problem = outlineProblem(drawnBy);
      blur();
      return problem === null ? [] : [{ element, measured: problem }];
    }),
  );

const scrollerOf = (element: Element): Element | undefined =>
  ancestorsOf(element).find(
    (around) =>
      around !== document.documentElement &&
      around !== document.body &&
      /auto|scroll/.test(getComputedStyle(around).overflowY) &&
      around.scrollHeight > around.clientHeight,
  );

/** Scrolls an element to the lower or the upper edge of its scroll container. */
function scrollToEdge(element: HTMLElement, edge: 'lower' | 'upper'): void {
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const scroller = scrollerOf(element);
  const around = scroller?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
  const { top, bottom } = element.getBoundingClientRect();
  const by = edge === 'lower' ? bottom - around.bottom : top - around.top;
  (scroller ?? window).scrollBy({ top: by, behavior: 'instant' });
}

const INSET = 3;

/** The element, if any, that covers the middle or a corner of an element. */
function coverOf(element: HTMLElement): Element | undefined {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const points = [
    [(left + right) / 2, (top + bottom) / 2],
    ...[left + INSET, right - INSET].flatMap((x) => [top + INSET, bottom - INSET].map((y) => [x, y])),
  ];
  const own = [element, ...labelsOf(element)];
  for (const [x = 0, y = 0] of points) {
    const hit = document.elementFromPoint(x, y);
    if (hit && !own.some((each) => each.contains(hit)) && !hit.contains(element)) return hit;
  }
  return undefined;
}

/** Controls that are covered when they get the focus at the lower or the upper edge of the window. */
export const coveredFocus = (root: Element): Finding[] =>
  withoutFocusEvents(() =>
    tabbableWithin(root).flatMap((element) => {
      for (const edge of ['lower', 'upper'] as const) {
        scrollToEdge(element, edge);
        focus(element);
        const cover = document.activeElement === element ? coverOf(element) : undefined;
        blur();
        if (cover)
          return [
            { element, measured: `is covered by ${cover.localName}.${cover.className} at the ${edge} edge` },
          ];
      }
      return [];
    }),
  );
