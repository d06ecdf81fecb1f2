import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';

/** Sends each metric to a URL as JSON, page by page, also for pages that are shown without loading a document. */
export function reportWebVitals(url: string): void {
  const send = ({ name, value, rating, id, navigationType, navigationURL }: MetricType) => {
    const path = new URL(navigationURL ?? window.location.href).pathname;
    const report = { name, value, rating, id, navigationType, path };
    navigator.sendBeacon(url, new Blob([JSON.stringify(report)], { type: 'application/json' }));
  };
  for (const onMetric of [onCLS, onFCP, onINP, onLCP, onTTFB]) onMetric(send, { reportSoftNavs: true });
}
