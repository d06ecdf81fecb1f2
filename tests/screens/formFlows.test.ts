import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { callBackCases } from '../../machines/callBack/callBack.cases.ts';
import { callBackForm, callBackMessages } from '../../machines/callBack/callBack.rules.ts';
import { contactCases } from '../../machines/contact/contact.cases.ts';
import { contactForm, contactMessages } from '../../machines/contact/contact.rules.ts';
import { scholarshipCases } from '../../machines/scholarship/scholarship.cases.ts';
import { scholarshipForm, scholarshipMessages } from '../../machines/scholarship/scholarship.rules.ts';
import { callBack, openerId, popupId, widgetId } from '../../src/flows/callBack.ts';
import { contact } from '../../src/flows/contact.ts';
import { scholarship } from '../../src/flows/scholarship.ts';

/** The forms with their calls, drafts and focus, without a screen. */

const fetching = vi.fn<typeof fetch>();
const alerting = vi.fn();

beforeEach(() => {
  vi.stubGlobal('fetch', fetching);
  vi.stubGlobal('alert', alerting);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  fetching.mockReset();
  alerting.mockReset();
  document.body.replaceChildren();
});

/** Waits for the calls and what follows from them. */
const settle = () => new Promise((resolve) => setTimeout(resolve));
const focused = () => document.activeElement?.id;

function submitContact() {
  const actor = createActor(contact.machine).start();
  actor.send({ type: 'changed', ...contactCases.events.changed['everything valid'] });
  actor.send({ type: 'submitted' });
  return actor;
}

function submitCallBack() {
  const actor = createActor(callBack.machine).start();
  actor.send({ type: 'opened' });
  actor.send({ type: 'changed', ...callBackCases.events.changed['everything valid'] });
  actor.send({ type: 'submitted' });
  return actor;
}

function submitScholarship() {
  const actor = createActor(scholarship.machine).start();
  actor.send({ type: 'changed', ...scholarshipCases.events.changed['everything valid'] });
  actor.send({ type: 'submitted' });
  return actor;
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
const html = (status = 200) => new Response('<p>', { status, headers: { 'content-type': 'text/html' } });

const { sent: contactSent, failed: contactFailed, notJson } = contactMessages;
const { sent: callBackSent, failed: callBackFailed } = callBackMessages;
const { sent: scholarshipSent, failed: scholarshipFailed, unexpected } = scholarshipMessages;

/** What the service responds with, and the message of the form. */
type Exchange = [title: string, respond: () => Response, message: string];

const contactResponses: Exchange[] = [
  ['a success', () => json({ success: false }), contactSent],
  ['a success without JSON', () => html(), notJson],
  ['an error without JSON', () => html(500), notJson],
  ['an error in words', () => json({ message: 'Too many' }, 429), 'Too many'],
  ['an error without words', () => json({}, 429), contactFailed],
];

const callBackResponses: Exchange[] = [
  ['a success', () => json({ success: false }), callBackSent],
  ['a success without JSON', () => html(), callBackSent],
  ['an error without JSON', () => html(500), callBackFailed],
  ['an error in words', () => json({ message: 'Too many' }, 429), 'Too many'],
  ['an error without words', () => json({}, 429), callBackFailed],
];

const scholarshipResponses: Exchange[] = [
  ['a success', () => json({}), scholarshipSent],
  ['a success in words', () => json({ success: true, message: 'Welcome' }), 'Welcome'],
  ['a success that is none', () => json({ success: false }), scholarshipFailed],
  ['a success that is none, in words', () => json({ success: false, message: 'Not now' }), 'Not now'],
  ['a success without JSON', () => html(), unexpected],
  ['a success without an object', () => json('text'), unexpected],
  ['an error in words', () => json({ message: 'Too many' }, 429), 'Too many'],
  ['an error without words', () => json({ success: true }, 500), scholarshipFailed],
];

const forms = {
  contact: {
    submit: submitContact,
    path: '/api/contact',
    values: contactCases.events.changed['everything valid'].values,
    flow: contact,
    unreachable: 'Failed to fetch',
    responses: contactResponses,
  },
  callBack: {
    submit: submitCallBack,
    path: '/api/inquiry',
    values: callBackCases.events.changed['everything valid'].values,
    flow: callBack,
    unreachable: callBackFailed,
    responses: callBackResponses,
  },
  scholarship: {
    submit: submitScholarship,
    path: '/api/apply',
    values: scholarshipCases.events.changed['everything valid'].values,
    flow: scholarship,
    unreachable: unexpected,
    responses: scholarshipResponses,
  },
} as const;

describe.each(Object.entries(forms))('%s', (id, { submit, path, values, flow, responses, unreachable }) => {
  function submitted() {
    const actor = submit();
    onTestFinished(() => void actor.stop());
    return { actor, message: () => actor.getSnapshot().context.alert?.message };
  }

  test('its values are sent to its own call, which is aborted when it is given up', () => {
    fetching.mockReturnValue(new Promise(() => {}));
    const { actor } = submitted();
    const [address, options] = fetching.mock.lastCall ?? [];
    expect([flow.id, address, JSON.parse(String(options?.body))]).toEqual([id, path, values]);
    expect(options?.signal?.aborted).toBe(false);
    actor.stop();
    expect(options?.signal?.aborted).toBe(true);
  });

  test.each(responses)('%s: its message', async (_, respond, message) => {
    fetching.mockImplementation(async () => respond());
    const form = submitted();
    await settle();
    expect(form.message()).toBe(message);
  });

  test('a service that cannot be reached: a message', async () => {
    fetching.mockRejectedValue(new TypeError('Failed to fetch'));
    const form = submitted();
    await settle();
    expect(form.message()).toBe(unreachable);
  });

  test('what only a robot fills in is sent as well', () => {
    document.body.innerHTML = `<input id="${id}-remark" value="spam">`;
    fetching.mockReturnValue(new Promise(() => {}));
    submitted();
    expect(JSON.parse(String(fetching.mock.lastCall?.[1]?.body))).toEqual({ ...values, remark: 'spam' });
  });

  test('its draft is its values, and the focus goes to its form', async () => {
    document.body.innerHTML = `<form id="${id}-form" tabindex="-1"></form>`;
    fetching.mockImplementation(async () => json({ message: 'Too many' }, 429));
    const { actor } = submitted();
    await settle();
    expect(flow.draft?.toEvent(actor.getSnapshot().context.values)).toEqual({ type: 'draftFound', values });
    actor.send({ type: 'alertDismissed' });
    expect(focused()).toBe(`${id}-form`);
  });
});

test('the call-back thanks once its request is on its way, because an alert blocks the page', async () => {
  fetching.mockReturnValue(new Promise(() => {}));
  alerting.mockImplementation(() => expect(fetching).toHaveBeenCalledOnce());
  submitCallBack();
  expect(alerting).not.toHaveBeenCalled();
  await settle();
  expect(alerting).toHaveBeenCalledExactlyOnceWith(callBackMessages.thanks);
  expect([widgetId, openerId, popupId]).toEqual(['callBack-widget', 'callBack-opener', 'callBack-popup']);
});

test('the forms have rules of their own', () => {
  expect([contactForm.id, callBackForm.id, scholarshipForm.id]).toEqual([
    contact.id,
    callBack.id,
    scholarship.id,
  ]);
});
