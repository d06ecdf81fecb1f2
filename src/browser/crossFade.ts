import { flushSync } from 'react-dom';

const isMotionAllowed = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Runs a DOM update in a view transition (a cross-fade), or directly where the browser has no view transitions, nobody sees
 * the page, or the visitor prefers reduced motion. A transition that fails or is skipped still updates the page.
 */
export function crossFade(update: () => void): void {
  if (!document.startViewTransition || document.hidden || !isMotionAllowed()) {
    update();
    return;
  }
  let isUpdated = false;
  const updateOnce = () => {
    if (isUpdated) return;
    isUpdated = true;
    flushSync(update);
  };
  try {
    const { ready, finished, updateCallbackDone } = document.startViewTransition(updateOnce);
    for (const promise of [ready, finished]) promise.catch(() => {});
    void updateCallbackDone.then(updateOnce, updateOnce);
  } catch {
    updateOnce();
  }
}
