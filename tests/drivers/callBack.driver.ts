import { expect } from 'vitest';
import { callBackCases } from '../../machines/callBack/callBack.cases.ts';
import { callBackForm } from '../../machines/callBack/callBack.rules.ts';
import { defineDriver } from './driver.ts';
import { fillIn, typing } from './fillIn.ts';
import { either, isEvent, on, type Where } from './focus.ts';
import type { Hands } from './hands.ts';
import { focusIn, seenIn } from './sendForm.ts';

const PATH = '/api/inquiry';
const OPENER = 'Get a Call Back';
const SUBMIT = 'Request a Call Back';

const labels = { name: 'Name', phone: 'Phone', messageUser: 'Message (optional)' } as const;

async function hidden(hands: Hands): Promise<void> {
  await hands.seesButton(OPENER, { press: true });
  expect(await hands.formValues()).toEqual({});
}

const seen = seenIn(callBackForm, {
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

const shown =
  (form: (typeof seen)['idle']): (typeof seen)['idle'] =>
  async (hands, snapshot, after) => {
    await hands.seesButton('Close', { press: true });
    await form(hands, snapshot, after);
    if (isEvent(after, 'submitted') && snapshot.hasTag('busy'))
      expect((await hands.alerts()).at(-1)).toBe('Thank you! Our expert will contact you soon.');
  };

const closed = on('callBack-opener', 'closePressed', 'escapePressed');
/** The popup is opened by its button, or again by what became of a form that was being sent while it was closed. */
const opened: Where = ({ after, had }) =>
  isEvent(after, 'openerPressed') || had === 'callBack-opener' ? 'callBack-popup' : null;
const inForm = focusIn(callBackForm, SUBMIT);

export const callBackDriver = defineDriver(callBackCases, {
  page: '/shipping',
  events: {
    draftFound: async (hands, { values }) => {
      await hands.keepDraft('callBack', values);
      await hands.open('/shipping');
    },
    openerPressed: (hands) => hands.press(OPENER),
    closePressed: (hands) => hands.press('Close'),
    escapePressed: (hands) => hands.key('Escape'),
    changed: (hands, { values }) => fillIn(hands, values, typing(hands, values, labels)),
    submitted: (hands) => hands.press(SUBMIT),
    alertDismissed: (hands) => hands.press('Close this message'),
  },
  inParts: ['changed'],
  outcomes: {
    send: {
      taken: (hands) => hands.answer(PATH, { status: 200, json: { success: true } }),
      'refused by the server': (hands) =>
        hands.answer(PATH, { status: 503, json: { message: 'Inquiries cannot be taken at the moment.' } }),
      'refused without a word': (hands) => hands.answer(PATH, { status: 502, text: '<h1>Bad Gateway</h1>' }),
      'connection broken': (hands) => hands.answer(PATH, 'disconnected'),
    },
  },
  focus: {
    closed,
    idle: either(opened, inForm.idle),
    invalid: either(opened, inForm.invalid),
    'submitting.shown': either(opened, inForm.submitting),
    'submitting.hidden': closed,
    failed: either(opened, inForm.failed),
    done: either(opened, inForm.done),
  },
  states: {
    closed: hidden,
    idle: shown(seen.idle),
    invalid: shown(seen.invalid),
    'submitting.shown': shown(seen.submitting),
    'submitting.hidden': hidden,
    failed: shown(seen.failed),
    done: shown(seen.done),
  },
});
