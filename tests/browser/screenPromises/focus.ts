import { backgroundOf, contrast, ratio } from './colours.ts';
import { ancestorsOf, type Finding, labelsOf, tabbableWithin } from './elements.ts';

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

/** Takes the focus away, and returns a function that restores it, and how everything was scrolled. */
export function takeFocus(): () => void {
  const focused = document.activeElement;
  const scrolled = ancestorsOf(focused ?? document.body).map(
    (element) => [element, element.scrollTop] as const,
  );
  const top = scrollY;
  // The browser would take it away itself, with events, from what is hidden on another condition.
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

/** Returns what the outline of an element lacks to be seen; null where it is seen. */
function outlineProblem(element: Element): string | null {
  const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element);
  if (outlineStyle === 'none') return 'has no outline with the focus';
  const width = Number.parseFloat(outlineWidth);
  if (width < 1) return `has an outline of ${outlineWidth} with the focus`;
  const isInside = Number.parseFloat(outlineOffset) < 0;
  const seen = contrast(outlineColor, backgroundOf(isInside ? element : element.parentElement));
  return seen < SMALLEST_CONTRAST ? `has an outline with a contrast of ${ratio(seen)} with the focus` : null;
}

/** Returns the controls on which the focus is not seen. The outline may be that of an element around a file field. */
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

/** Scrolls an element to the lower or the upper edge of what scrolls it. */
function scrollToEdge(element: HTMLElement, edge: 'lower' | 'upper'): void {
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const scroller = scrollerOf(element);
  const around = scroller?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
  const { top, bottom } = element.getBoundingClientRect();
  const by = edge === 'lower' ? bottom - around.bottom : top - around.top;
  (scroller ?? window).scrollBy({ top: by, behavior: 'instant' });
}

const INSET = 3;

/** Returns what lies over the middle or a corner of an element, if anything does. */
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

/** Returns the controls that something covers when they get the focus at the lower or the upper edge of the window. */
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
