let pressed: HTMLElement | null = null;

const note = ({ target }: Event) => {
  pressed = target instanceof Element ? target.closest('button') : null;
};

/** From now on notes which button is pressed last, for nobody listens yet. */
export const notePresses = (): void => window.addEventListener('click', note, { capture: true });

/** Stops noting; gives the button that was pressed last. */
export function takePressed(): HTMLElement | null {
  window.removeEventListener('click', note, { capture: true });
  const taken = pressed;
  pressed = null;
  return taken;
}
