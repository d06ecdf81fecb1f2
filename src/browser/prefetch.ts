/** What comes before a link is followed. */
const SIGNS = ['pointerover', 'focusin', 'touchstart'] as const;

/** Tells of each link to a page of this site that a visitor is about to follow. */
export function onIntent(act: (path: string) => void): void {
  const listen = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.target === '' && link.origin === window.location.origin) act(link.pathname);
  };
  for (const sign of SIGNS) document.addEventListener(sign, listen, { passive: true });
}
