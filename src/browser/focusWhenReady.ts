import { focusById, focusProblem, showFrom } from './focus.ts';

const isReady = (id: string) => document.getElementById(id)?.closest(':disabled, [disabled]') === null;

/** Calls `callback` with an id as soon as its element is rendered and not disabled. */
function whenReady(id: string, callback: (id: string) => void): void {
  if (isReady(id)) {
    callback(id);
    return;
  }
  const observer = new MutationObserver(() => {
    if (!isReady(id)) return;
    observer.disconnect();
    callback(id);
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}

/** Moves the focus to a control or a form by its id, as soon as it is rendered and not disabled. */
export const focusWhenReady = (id: string): void => whenReady(id, focusById);

/** Moves the focus to a field with a problem as above, and announces the message where it has the focus already. */
export const focusProblemWhenReady = (id: string, message: string): void =>
  whenReady(id, (ready) => focusProblem(ready, message));

/** Shows the page from a heading on, by its id, and moves the focus there, as soon as it is rendered. */
export const showWhenReady = (id: string): void => whenReady(id, showFrom);
