import { flushSync } from 'react-dom';

const isMotionAllowed = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Runs a DOM update in a view transition (a cross-fade), or directly where the browser has no view transitions or the
 * visitor prefers reduced motion.
 */
export function crossFade(update: () => void): void {
  if (!document.startViewTransition || !isMotionAllowed()) {
    update();
    return;
  }
  const { ready } = document.startViewTransition(() => flushSync(update));
  // A transition that is skipped, as in a hidden tab, still updates the page.
  ready.catch(() => {});
}
