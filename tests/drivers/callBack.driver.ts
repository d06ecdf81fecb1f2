import { expect } from 'vitest';
import { callBackCases } from '../../machines/callBack/callBack.cases.ts';
import { callBackForm } from '../../machines/callBack/callBack.rules.ts';
import { defineDriver } from './driver.ts';
import { fillFields, textSetters } from './fillFields.ts';
import { type FocusRule, firstOf, isEvent, movedTo } from './focus.ts';
import type { PageDriver } from './pageDriver.ts';
import { focusRulesFor, stateChecksFor } from './sendForm.ts';

const PATH = '/api/inquiry';
const OPENER = 'Get a Call Back';
const SUBMIT = 'Request a Call Back';

const labels = { name: 'Name', phone: 'Phone', messageUser: 'Message (optional)' } as const;

async function expectPopupHidden({ screen }: PageDriver): Promise<void> {
  await screen.expectButton(OPENER, { isEnabled: true });
  expect(await screen.formValues()).toEqual({});
}

const formChecks = stateChecksFor(callBackForm, {
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

const checkInPopup =
  (form: (typeof formChecks)['idle']): (typeof formChecks)['idle'] =>
  async (page, snapshot, after) => {
    await page.screen.expectButton('Close', { isEnabled: true });
    await form(page, snapshot, after);
    if (isEvent(after, 'submitted') && snapshot.hasTag('busy'))
      expect((await page.browser.alerts()).at(-1)).toBe('Thank you! Our expert will contact you soon.');
  };

const focusWhenClosed = movedTo('callBack-opener', 'closed', 'cancelled');
/** The popup is opened by its button, or by the outcome of a call that was sent before it was closed. */
const focusWhenOpened: FocusRule = ({ after, previousFocus }) =>
  isEvent(after, 'opened') || previousFocus === 'callBack-opener' ? 'callBack-popup' : null;
const formFocus = focusRulesFor(callBackForm, SUBMIT);

export const callBackDriver = defineDriver(callBackCases, {
  events: {
    draftFound: async ({ browser }, { values }) => {
      await browser.saveDraft('callBack', values);
      await browser.open('/shipping');
    },
    opened: ({ user }) => user.press(OPENER),
    closed: ({ user }) => user.press('Close'),
    cancelled: ({ user }) => user.pressKey('Escape'),
    changed: ({ screen, user }, { values }) => fillFields(screen, values, textSetters(user, values, labels)),
    submitted: ({ user }) => user.press(SUBMIT),
    alertDismissed: ({ user }) => user.press('Close this message'),
  },
  multiEventTypes: ['changed'],
  outcomes: {
    send: {
      accepted: ({ network }) => network.reply(PATH, { status: 200, json: { success: true } }),
      'refused by the server': ({ network }) =>
        network.reply(PATH, { status: 503, json: { message: 'Inquiries cannot be taken at the moment.' } }),
      'refused without a message': ({ network }) =>
        network.reply(PATH, { status: 502, text: '<h1>Bad Gateway</h1>' }),
      'connection broken': ({ network }) => network.reply(PATH, 'disconnected'),
    },
  },
  focus: {
    closed: focusWhenClosed,
    idle: firstOf(focusWhenOpened, formFocus.idle),
    invalid: firstOf(focusWhenOpened, formFocus.invalid),
    'submitting.shown': firstOf(focusWhenOpened, formFocus.submitting),
    'submitting.hidden': focusWhenClosed,
    failed: firstOf(focusWhenOpened, formFocus.failed),
    done: firstOf(focusWhenOpened, formFocus.done),
  },
  states: {
    closed: expectPopupHidden,
    idle: checkInPopup(formChecks.idle),
    invalid: checkInPopup(formChecks.invalid),
    'submitting.shown': checkInPopup(formChecks.submitting),
    'submitting.hidden': expectPopupHidden,
    failed: checkInPopup(formChecks.failed),
    done: checkInPopup(formChecks.done),
  },
});
