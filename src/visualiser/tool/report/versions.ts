import type { TimelineEntry } from '../timeline/types.ts';
import type { Versions } from './types.ts';

/** Returns the size of the page's viewport: that of its frame, else that of its last picture. */
function viewportOf(frame: HTMLIFrameElement | null, entries: readonly TimelineEntry[]): string {
  const inFrame = frame?.contentWindow;
  if (inFrame) return `${inFrame.innerWidth} × ${inFrame.innerHeight} px`;
  const { picture } = entries.findLast((entry) => entry.picture !== null) ?? { picture: null };
  return picture ? `${picture.width} × ${picture.height} px` : 'unknown, the page is in another tab';
}

/** Returns the versions and settings of this browser. `frame` is that of the page, null where it is in another tab. */
export function versionsOf(frame: HTMLIFrameElement | null, entries: readonly TimelineEntry[]): Versions {
  const { navigator } = frame?.contentWindow ?? window;
  return {
    Site: import.meta.env.VITE_BUILD_VERSION ?? 'unknown',
    Address: window.location.origin,
    Browser: navigator.userAgent,
    Viewport: viewportOf(frame, entries),
    Locale: navigator.languages.join(', '),
    'Time zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    'Reported at': new Date().toISOString(),
  };
}
