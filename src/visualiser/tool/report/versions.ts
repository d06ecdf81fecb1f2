import type { Versions } from './types.ts';

/** Returns the versions and settings of this browser. `frame` is that of the page, null where it is in another tab. */
export function versionsOf(frame: HTMLIFrameElement | null): Versions {
  const { navigator, innerWidth, innerHeight } = frame?.contentWindow ?? window;
  return {
    Site: import.meta.env.VITE_BUILD_VERSION ?? 'unknown',
    Address: window.location.origin,
    Browser: navigator.userAgent,
    Viewport: frame ? `${innerWidth} × ${innerHeight} px` : 'that of another tab',
    Locale: navigator.languages.join(', '),
    'Time zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    'Reported at': new Date().toISOString(),
  };
}
