/** Events that precede a click on a link. */
const INTENT_EVENTS = ['pointerover', 'focusin', 'touchstart'] as const;

/** Calls `callback` with the path of each link of this site that a visitor hovers, focuses or touches. */
export function onLinkIntent(callback: (path: string) => void): void {
  const onEvent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.target === '' && link.origin === window.location.origin) callback(link.pathname);
  };
  for (const eventType of INTENT_EVENTS) document.addEventListener(eventType, onEvent, { passive: true });
}
