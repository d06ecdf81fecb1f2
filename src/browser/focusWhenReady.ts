import { focusById } from './focus.ts';

const isReady = (id: string) => document.getElementById(id)?.closest(':disabled, [disabled]') === null;

/**
 * Moves the focus to a control or a form by its id. One that is disabled, or that is about to be rendered, gets it as soon
 * as it can take it.
 */
export function focusWhenReady(id: string): void {
  if (isReady(id)) {
    focusById(id);
    return;
  }
  const observer = new MutationObserver(() => {
    if (!isReady(id)) return;
    observer.disconnect();
    focusById(id);
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}
