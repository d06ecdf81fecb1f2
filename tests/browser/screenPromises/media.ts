import { withFocusOn } from './controls.ts';
import {
  ancestorsOf,
  backgroundOf,
  contrast,
  controlsWithin,
  type Finding,
  isInText,
  isSeen,
  ratio,
  tabbableWithin,
  within,
} from './elements.ts';

const SMALLEST_CONTRAST = 3;
const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const;

/** The contrast of the most visible side of the border of an element. */
function borderContrast(element: Element): number {
  const style = getComputedStyle(element);
  const behind = backgroundOf(element.parentElement);
  return Math.max(
    ...SIDES.map((side) =>
      style[`border${side}Style`] === 'none' || Number.parseFloat(style[`border${side}Width`]) < 1
        ? 1
        : contrast(style[`border${side}Color`], behind),
    ),
  );
}

/** The contrast of the text of a control; 1 where it has none. */
function textContrast(control: Element): number {
  const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
  const found = [1];
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent || (walker.currentNode.textContent ?? '').trim() === '' || !isSeen(parent)) continue;
    found.push(contrast(getComputedStyle(parent).color, backgroundOf(parent)));
  }
  return Math.max(...found);
}

const drawnBy = (control: Element) =>
  control.matches('[type="file"]') ? ancestorsOf(control).slice(0, 2) : [control];

/** Controls with neither a visible border nor a visible text. The browser draws tick boxes itself. */
export const invisibleControls = (root: Element): Finding[] =>
  controlsWithin(root)
    .filter((control) => !isInText(control) && !control.matches('[type="checkbox"], [type="radio"]'))
    .flatMap((element) => {
      const border = Math.max(...drawnBy(element).map(borderContrast));
      const text = element.matches('input, select, textarea') ? 1 : textContrast(element);
      if (Math.max(border, text) >= SMALLEST_CONTRAST) return [];
      return [
        {
          element,
          measured: `has a border of ${ratio(border)} and a text of ${ratio(text)} to what is behind`,
        },
      ];
    });

/** Lists of choices without an arrow. Gradients are not drawn in forced colours. */
export const listsWithoutArrow = (root: Element): Finding[] =>
  controlsWithin(root)
    .filter((control) => control.matches('select'))
    .filter((control) => {
      const { appearance, backgroundImage } = getComputedStyle(control);
      return appearance === 'none' && !backgroundImage.includes('url(');
    })
    .map((element) => ({ element, measured: 'has no arrow' }));

/** Elements for the screen alone. A button is printed where its text is content: a heading, or a chosen item. */
const FOR_SCREENS = 'button, .button, nav, [role="navigation"], [role="tab"], .skip-link';
const CONTENT = ':is(h1, h2, h3, h4) > button, [aria-selected="true"], [aria-pressed="true"]';

/** Buttons, navigation and fixed elements that would be printed. */
export const printedControls = (root: Element): Finding[] =>
  within(root)
    .filter((element) => element.matches(FOR_SCREENS) && !element.matches(CONTENT))
    .filter(isSeen)
    .map((element) => ({ element, measured: 'is printed' }));

/** Fixed elements that would be on every sheet of paper. */
export const printedLayers = (root: Element): Finding[] =>
  within(root)
    .filter((element) => getComputedStyle(element).position === 'fixed')
    .filter((element) => !element.matches('dialog:modal') && isSeen(element))
    .map((element) => ({ element, measured: 'is fixed and is printed' }));

/** A motion that is over in a frame is not seen, in milliseconds. */
const LONGEST = 10;

const PSEUDO_ELEMENTS = [null, '::before', '::after', '::marker', '::placeholder', '::backdrop'] as const;

const times = (list: string) =>
  list.split(', ').map((time) => Number.parseFloat(time) * (time.endsWith('ms') ? 1 : 1000));

function motionOf(element: Element, pseudoElement: string | null): string[] {
  const style = getComputedStyle(element, pseudoElement);
  const found: string[] = [];
  if (style.scrollBehavior === 'smooth') found.push('scrolls smoothly');
  const transition = Math.max(...times(style.transitionDuration));
  if (transition > LONGEST) found.push(`changes for ${transition} ms`);
  if (style.animationName !== 'none') {
    const counts = style.animationIterationCount
      .split(', ')
      .map((count) => (count === 'infinite' ? Number.POSITIVE_INFINITY : Number(count)));
    const duration = Math.max(...times(style.animationDuration)) * Math.max(...counts);
    if (duration > LONGEST) found.push(`has the animation ${style.animationName} of ${duration} ms`);
  }
  return found.map((what) => (pseudoElement ? `${what} in ${pseudoElement}` : what));
}

/** Elements that are animated, change gradually or scroll smoothly while a control of the root has the focus. */
export const motions = (root: Element): Finding[] =>
  withFocusOn(tabbableWithin(root)[0], () => motionsNow(root));

function motionsNow(root: Element): Finding[] {
  const styled = [...within(root), document.documentElement, document.body].flatMap((element) =>
    PSEUDO_ELEMENTS.flatMap((pseudoElement) => motionOf(element, pseudoElement)).map((measured) => ({
      element,
      measured,
    })),
  );
  const running = document.getAnimations().flatMap(({ effect }) => {
    if (!(effect instanceof KeyframeEffect) || !effect.target) return [];
    const { activeDuration = 0 } = effect.getComputedTiming();
    if (Number(activeDuration) <= LONGEST) return [];
    return [{ element: effect.target, measured: `is being animated for ${activeDuration} ms` }];
  });
  return [...styled, ...running];
}
