import { focusById } from './focus.ts';

const isReady = (id: string) => document.getElementById(id)?.closest(':disabled, [disabled]') === null;

/**
 * Moves the focus to a control or a form by its id, as soon as it is rendered and not disabled.
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
