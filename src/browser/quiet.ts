/** What a visitor does who does not want to wait. */
const SIGNS = ['pointerdown', 'keydown', 'focusin', 'touchstart'] as const;

/** Milliseconds that a picture or a font may hold everything else up. */
const LATEST = 4_000;

const FIRST_PAINT = 'first-contentful-paint';

const whenLoaded = new Promise<unknown>((resolve) => {
  if (document.readyState === 'complete') resolve(null);
  else window.addEventListener('load', resolve, { once: true });
});

/** A hidden tab paints nothing, nor does an empty document. */
const isPaintTold = () =>
  !document.hidden &&
  document.getElementById('root')?.hasChildNodes() === true &&
  PerformanceObserver.supportedEntryTypes.includes('paint');

const whenPainted = new Promise<unknown>((resolve) => {
  if (!isPaintTold()) resolve(null);
  else
    new PerformanceObserver((list) => {
      if (list.getEntriesByName(FIRST_PAINT).length > 0) resolve(null);
    }).observe({ type: 'paint', buffered: true });
});

const whenWanted = new Promise<unknown>((resolve) => {
  for (const sign of SIGNS)
    window.addEventListener(sign, resolve, { once: true, capture: true, passive: true });
});

/** Waits until all that the document shows has come and is seen, or the visitor begins to do something. */
export const whenShown = (): Promise<unknown> =>
  Promise.race([
    Promise.all([whenLoaded, whenPainted]),
    whenWanted,
    new Promise((resolve) => setTimeout(resolve, LATEST)),
  ]);

/** Fetches the modules that the document names for its page, all at once, and runs the first. */
export function fetchModules(): void {
  const named = document.querySelector<HTMLScriptElement>('script[data-modules]');
  const [main, ...others] = named?.dataset.modules?.split(' ') ?? [];
  if (!main) return;
  import(/* @vite-ignore */ main);
  for (const href of others) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
    link.crossOrigin = '';
    document.head.append(link);
  }
}
