import { flushSync } from 'react-dom';

const isMotionWanted = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Shows something in the place of what stood there: with a cross-fade where the browser has view transitions and the
 * visitor does not ask for less motion, else at once.
 */
export function crossFade(show: () => void): void {
  if (!document.startViewTransition || !isMotionWanted()) {
    show();
    return;
  }
  const { ready } = document.startViewTransition(() => flushSync(show));
  // One that is skipped, as in a hidden tab or for the next one, shows all the same what it was to show.
  ready.catch(() => {});
}
