/** Events that begin the use of the page. */
const INTERACTION_EVENTS = ['pointerdown', 'keydown', 'focusin', 'touchstart'] as const;

/** Milliseconds after which the modules are loaded although a picture or a font is not. */
const MAX_WAIT_MS = 4_000;

const FIRST_PAINT = 'first-contentful-paint';

const whenLoaded = new Promise<unknown>((resolve) => {
  if (document.readyState === 'complete') resolve(null);
  else window.addEventListener('load', resolve, { once: true });
});

/** Whether the browser will report a paint: not in a hidden tab, and not for an empty document. */
const isPaintReported = () =>
  !document.hidden &&
  document.getElementById('root')?.hasChildNodes() === true &&
  PerformanceObserver.supportedEntryTypes.includes('paint');

const whenPainted = new Promise<unknown>((resolve) => {
  if (!isPaintReported()) resolve(null);
  else
    new PerformanceObserver((list) => {
      if (list.getEntriesByName(FIRST_PAINT).length > 0) resolve(null);
    }).observe({ type: 'paint', buffered: true });
});

const whenInteracted = new Promise<unknown>((resolve) => {
  for (const eventType of INTERACTION_EVENTS)
    window.addEventListener(eventType, resolve, { once: true, capture: true, passive: true });
});

/** Resolves once the document is loaded and painted, the visitor interacts, or four seconds have passed. */
export const whenPaintedOrInteracted = (): Promise<unknown> =>
  Promise.race([
    Promise.all([whenLoaded, whenPainted]),
    whenInteracted,
    new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS)),
  ]);

/**
 * Fetches the modules that the document names for its page, all at once, and runs one after the other, each in a
 * task of its own, so that the page can answer in between. The last one starts the page.
 *
 * @throws Error where the last one cannot be loaded. It says itself what it lacks of the others.
 */
export async function loadPageModules(): Promise<void> {
  const modules = document.querySelector<HTMLScriptElement>('script[data-modules]')?.dataset.modules;
  if (!modules) return;
  const urls = modules.split(' ');
  for (const href of urls) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
    link.crossOrigin = '';
    document.head.append(link);
  }
  const main = urls.pop();
  for (const url of urls) await import(/* @vite-ignore */ url).catch(() => {});
  await import(/* @vite-ignore */ String(main));
}
