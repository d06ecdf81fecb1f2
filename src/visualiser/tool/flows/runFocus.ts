import { focusById } from '../../../browser/focus.ts';

/** The id of the buttons that control a run. */
export const RUN_CONTROLS = 'run-controls';

let starter: HTMLElement | null = null;

const focused = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null);

/** Notes from where a run is started. */
export function noteRunFocus(): void {
  const element = focused();
  if (element?.id !== RUN_CONTROLS) starter = element;
}

/** Takes the focus back from the page of a run, so that no key of the tester lands in the form under test. */
export function returnRunFocus(): void {
  if (!(focused() instanceof HTMLIFrameElement)) return;
  const canTakeIt =
    starter !== null &&
    !(starter instanceof HTMLIFrameElement) &&
    starter !== document.body &&
    starter.checkVisibility();
  if (canTakeIt) starter?.focus({ preventScroll: true });
  if (focused() instanceof HTMLIFrameElement) focusById(RUN_CONTROLS);
}
