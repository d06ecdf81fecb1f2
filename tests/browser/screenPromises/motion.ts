import { type Finding, tabbableWithin, within } from './elements.ts';
import { withFocusOn } from './focus.ts';

/** What is over in a frame is seen as no motion. */
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

/** Returns what is animated, changes gradually or scrolls smoothly, while a control of the root has the focus. */
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
