/** The event of the window when the page is hydrated. */
export const HYDRATED = 'hydrated';

/** Records the last button that is clicked before hydration, and clicks it again once the page is hydrated. */
export function replayClickWhenHydrated(): void {
  let lastClicked: HTMLElement | null = null;
  const recordClick = ({ target }: Event) => {
    lastClicked = target instanceof Element ? target.closest('button') : null;
  };
  // After the page: React handles a click by which it is hydrated, and that one must not be clicked again.
  window.addEventListener('click', recordClick);
  window.addEventListener(
    HYDRATED,
    () => {
      window.removeEventListener('click', recordClick);
      lastClicked?.click();
    },
    { once: true },
  );
}

/** Dispatches the event that the page is hydrated, and sets `data-hydrated` on the document element. */
export function markHydrated(): void {
  window.dispatchEvent(new Event(HYDRATED));
  document.documentElement.dataset.hydrated = '';
}
