/** Event of the window: the page listens now to what the visitor does. */
const LIVE = 'live';

/** From now on keeps the button that is pressed last, for nobody listens yet; it is pressed again once somebody does. */
export function keepPress(): void {
  let pressed: HTMLElement | null = null;
  const keep = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest('button') : null;
  };
  window.addEventListener('click', keep, { capture: true });
  window.addEventListener(
    LIVE,
    () => {
      window.removeEventListener('click', keep, { capture: true });
      pressed?.click();
    },
    { once: true },
  );
}

/** Says that the page listens, in the document too. */
export function comeToLife(): void {
  window.dispatchEvent(new Event(LIVE));
  document.documentElement.dataset.live = '';
}
