import type { Checks, StateExpectations } from '../checks/checks.types.ts';
import { alertBox, button, formValues } from '../checks/expectations.ts';
import { type FocusRule, firstOf, isEvent, movedTo } from '../checks/focus.ts';
import { type SendFormButton, sendFormFocus, sendFormStates } from '../sendForm/sendForm.checks.ts';
import { callBackCases } from './callBack.cases.ts';
import { callBackForm, callBackMessages } from './callBack.rules.ts';

const { sent, failed, thanks } = callBackMessages;

const texts = [sent, failed, callBackCases.outcomes.send['refused by the server'].error.message];

const focusWhenClosed = movedTo('callBack-opener', 'closed', 'cancelled');
/** The popup is opened by its button, or by the outcome of a call that was sent before it was closed. */
const focusWhenOpened: FocusRule = ({ after, previousFocus }) =>
  isEvent(after, 'opened') || previousFocus === 'callBack-opener' ? 'callBack-popup' : null;
/** The checks of the call-back widget, for its texts on the site; the heading names its opener. */
export function callBackChecks(words: SendFormButton & { heading: string; close: string }): Checks {
  const popupHidden: StateExpectations = () => [button(words.heading, { isEnabled: true }), formValues({})];
  const form = sendFormStates(callBackForm, words, texts);
  const focusInForm = sendFormFocus(callBackForm, words.submit);
  const inPopup =
    (inForm: StateExpectations): StateExpectations =>
    (snapshot, after) => [
      button(words.close, { isEnabled: true }),
      ...inForm(snapshot, after),
      ...(isEvent(after, 'submitted') && snapshot.hasTag('busy') ? [alertBox(thanks)] : []),
    ];
  return {
    focus: {
      closed: focusWhenClosed,
      idle: firstOf(focusWhenOpened, focusInForm.idle),
      invalid: firstOf(focusWhenOpened, focusInForm.invalid),
      'submitting.shown': firstOf(focusWhenOpened, focusInForm.submitting),
      'submitting.hidden': focusWhenClosed,
      failed: firstOf(focusWhenOpened, focusInForm.failed),
      done: firstOf(focusWhenOpened, focusInForm.done),
    },
    states: {
      closed: popupHidden,
      idle: inPopup(form.idle),
      invalid: inPopup(form.invalid),
      'submitting.shown': inPopup(form.submitting),
      'submitting.hidden': popupHidden,
      failed: inPopup(form.failed),
      done: inPopup(form.done),
    },
  };
}
