import { whenIdle } from './whenIdle.ts';

declare global {
  interface Navigator {
    /** Only in Chromium. */
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  }
}

/** The page to which links of other pages load a document. */
const REGISTRATION = '/register-re';

/** Milliseconds after a press or a key in which another one is likely, and nothing else runs. */
const QUIET_MS = 1_000;

/** The function waits until the browser is idle and nothing was pressed for a second. */
function createQuietTimes(): () => Promise<void> {
  let quietFrom = 0;
  for (const type of ['pointerdown', 'keydown'])
    window.addEventListener(
      type,
      () => {
        quietFrom = performance.now() + QUIET_MS;
      },
      { capture: true, passive: true },
    );
  return () =>
    new Promise((resolve) => {
      const check = () => {
        const wait = quietFrom - performance.now();
        if (wait > 0) setTimeout(() => whenIdle(check), wait);
        else resolve();
      };
      whenIdle(check);
    });
}

/** Whether the visitor asks to save data, or the network is as slow as one of the second generation. */
const isDataScarce = ({ connection }: Navigator) =>
  connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true;

/**
 * Prefetches the page of each link of this site that comes into sight, each once, one after the other, when the browser is
 * idle and the visitor presses nothing: its code and data, and by the speculation rules of index.html the document of the
 * registration.
 *
 * @param loadPage Loads the code and the data of the page at a path.
 */
export function prefetchLinksInSight(loadPage: (path: string) => Promise<void>): void {
  const known = new Set([window.location.pathname]);
  const untilQuiet = createQuietTimes();
  let previous = Promise.resolve();
  const prefetch = async (path: string) => {
    await untilQuiet();
    if (known.has(path) || isDataScarce(navigator)) return;
    known.add(path);
    if (path === REGISTRATION) document.documentElement.dataset.prefetchRegistration = '';
    // A prefetch that fails is repeated when the link is followed.
    await loadPage(path).catch(() => {});
  };
  const intersections = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting && target instanceof HTMLAnchorElement)
        previous = previous.then(() => prefetch(target.pathname));
  });
  let isPlanned = false;
  const observeLinks = () => {
    isPlanned = false;
    for (const link of document.querySelectorAll('a'))
      if (link.origin === window.location.origin) intersections.observe(link);
  };
  const planObserving = () => {
    if (!isPlanned) whenIdle(observeLinks);
    isPlanned = true;
  };
  new MutationObserver(planObserving).observe(document.body, {
    childList: true,
    subtree: true,
  });
  observeLinks();
}
