import { whenIdle } from './whenIdle.ts';

declare global {
  interface Navigator {
    /** Only in Chromium. */
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  }
}

/** The page to which links of other pages load a document. */
const REGISTRATION = '/register-re';

/** Whether the visitor asks to save data, or the network is as slow as one of the second generation. */
const isDataScarce = ({ connection }: Navigator) =>
  connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true;

/**
 * Prefetches the page of each link of this site that comes into sight, each once, when the browser is idle: its code and
 * data, and by the speculation rules of index.html the document of the registration.
 *
 * @param loadPage Loads the code and the data of the page at a path.
 */
export function prefetchLinksInSight(loadPage: (path: string) => Promise<void>): void {
  const known = new Set([window.location.pathname]);
  const prefetch = (path: string) => {
    if (known.has(path) || isDataScarce(navigator)) return;
    known.add(path);
    // A prefetch that fails is repeated when the link is followed.
    loadPage(path).catch(() => {});
    if (path === REGISTRATION) document.documentElement.dataset.prefetchRegistration = '';
  };
  const intersections = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting && target instanceof HTMLAnchorElement) whenIdle(() => prefetch(target.pathname));
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
