/** Seconds after which the callback is called although the browser is busy. */
const TIMEOUT_SECONDS = 10;

/** Calls `callback` when the browser has nothing else to do, after ten seconds at the latest. */
export const whenIdle = (callback: () => void): void => {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window)
    window.requestIdleCallback(callback, { timeout: TIMEOUT_SECONDS * 1_000 });
  else setTimeout(callback, 2_000);
};
