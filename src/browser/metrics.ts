const METRICS_URL = import.meta.env.VITE_METRICS_URL;

/** Seconds after which the metrics are loaded although the browser is busy. Entries are buffered until then. */
const IDLE_TIMEOUT_SECONDS = 10;

const whenIdle = (callback: () => void): void => {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window)
    window.requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_SECONDS * 1_000 });
  else setTimeout(callback, 2_000);
};

/**
 * Reports how fast the pages are to the build's `VITE_METRICS_URL`, once the page is loaded and idle. Without it nothing
 * is measured, loaded or sent. Spec §7, web-performance metrics.
 */
export function reportMetrics(): void {
  if (!METRICS_URL) return;
  const loadAndReport = () =>
    whenIdle(() => import('./webVitals.ts').then(({ reportWebVitals }) => reportWebVitals(METRICS_URL)));
  if (document.readyState === 'complete') loadAndReport();
  else window.addEventListener('load', loadAndReport, { once: true });
}
