import type { Checks, StateExpectations } from '../checks/checks.types.ts';
import { alertBox, button, formValues } from '../checks/expectations.ts';
import { type FocusRule, firstOf, isEvent, movedTo } from '../checks/focus.ts';
import { sendFormFocus, sendFormStates } from '../sendForm/sendForm.checks.ts';
import { callBackForm } from './callBack.rules.ts';

const OPENER = 'Get a Call Back';
const SUBMIT = 'Request a Call Back';

const popupHidden: StateExpectations = () => [button(OPENER, { isEnabled: true }), formValues({})];

const form = sendFormStates(callBackForm, {
  submit: SUBMIT,
  submitting: 'Requesting...',
  texts: [
    'Inquiry submitted successfully!',
    'Failed to submit inquiry',
    'Inquiries cannot be taken at the moment.',
    'Please give your name.',
    'Please give a phone number of exactly 10 digits.',
  ],
});

const inPopup =
  (inForm: StateExpectations): StateExpectations =>
  (snapshot, after) => [
    button('Close', { isEnabled: true }),
    ...inForm(snapshot, after),
    ...(isEvent(after, 'submitted') && snapshot.hasTag('busy')
      ? [alertBox('Thank you! Our expert will contact you soon.')]
      : []),
  ];

const focusWhenClosed = movedTo('callBack-opener', 'closed', 'cancelled');
/** The popup is opened by its button, or by the outcome of a call that was sent before it was closed. */
const focusWhenOpened: FocusRule = ({ after, previousFocus }) =>
  isEvent(after, 'opened') || previousFocus === 'callBack-opener' ? 'callBack-popup' : null;
const focusInForm = sendFormFocus(callBackForm, SUBMIT);

export const callBackChecks: Checks = {
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
