import { whenIdle } from './whenIdle.ts';

const METRICS_URL = import.meta.env.VITE_METRICS_URL;

/**
 * Reports how fast the pages are to the build's `VITE_METRICS_URL`, once the page is loaded and idle; the browser buffers
 * the entries until then. Without it nothing is measured, loaded or sent. Spec §7, web-performance metrics.
 */
export function reportMetrics(): void {
  if (!METRICS_URL) return;
  const loadAndReport = () =>
    whenIdle(() => {
      // A page that cannot measure itself is a page all the same.
      import('./webVitals.ts').then(({ reportWebVitals }) => reportWebVitals(METRICS_URL)).catch(() => {});
    });
  if (document.readyState === 'complete') loadAndReport();
  else window.addEventListener('load', loadAndReport, { once: true });
}
