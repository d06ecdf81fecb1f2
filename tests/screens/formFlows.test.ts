import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { callBackCases } from '../../machines/callBack/callBack.cases.ts';
import { callBackForm, callBackMessages } from '../../machines/callBack/callBack.rules.ts';
import { contactCases } from '../../machines/contact/contact.cases.ts';
import { contactForm, contactMessages } from '../../machines/contact/contact.rules.ts';
import { jobApplicationMessages } from '../../machines/jobApplication/jobApplication.messages.ts';
import { scholarshipCases } from '../../machines/scholarship/scholarship.cases.ts';
import { scholarshipForm, scholarshipMessages } from '../../machines/scholarship/scholarship.rules.ts';
import { stateName } from '../../machines/stateName.ts';
import { clearFileInput, showBrowserMessages, textFieldValue } from '../../src/browser/form.ts';
import { callBack, openerId, popupId, widgetId } from '../../src/flows/callBack.ts';
import { contact } from '../../src/flows/contact.ts';
import {
  formId as applicationFormId,
  fieldId as applicationId,
  jobApplication,
} from '../../src/flows/jobApplication.ts';
import { scholarship } from '../../src/flows/scholarship.ts';
import {
  alertId,
  fieldId,
  focusActions,
  formDraft,
  formId,
  honeypotId,
  messageFrom,
  payloadOf,
} from '../../src/flows/sendForm.ts';

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
    document.body.innerHTML = `<input id="${id}-website" value="spam">`;
    fetching.mockReturnValue(new Promise(() => {}));
    submitted();
    expect(JSON.parse(String(fetching.mock.lastCall?.[1]?.body))).toEqual({ ...values, website: 'spam' });
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

describe('what the forms share', () => {
  const values = { name: 'Asha', email: '', phone: '', message: '' };

  test('their ids on the page', () => {
    expect([
      fieldId('contact', 'name'),
      formId('contact'),
      alertId('contact'),
      honeypotId('contact'),
    ]).toEqual([...['contact-name', 'contact-form', 'contact-alert', 'contact-website']]);
  });

  test('the body of a call: what a robot fills in is part of it', () => {
    expect(payloadOf('contact', values)).toBe(values);
    document.body.innerHTML = '<input id="contact-website">';
    expect(payloadOf('contact', values)).toBe(values);
    document.body.innerHTML = '<input id="contact-website" value="spam">';
    expect(payloadOf('contact', values)).toEqual({ ...values, website: 'spam' });
    expect(payloadOf('callBack', values)).toBe(values);
  });

  test('the focus goes to the first field that the alert is about, or to the form', () => {
    const ids = ['contact-name', 'contact-email', 'contact-form'];
    document.body.innerHTML = ids.map((id) => `<p id="${id}" tabindex="-1"></p>`).join('');
    const { focusProblem, focusForm } = focusActions(contactForm);
    const alert = { kind: 'error', message: 'Please give a valid email address.' } as const;
    focusProblem({ context: { values, alert: { ...alert, message: 'Something else' } } });
    expect(focused()).toBe('');
    focusProblem({ context: { values, alert } });
    expect(focused()).toBe('contact-email');
    focusForm();
    expect(focused()).toBe('contact-form');
  });

  test('no field is looked for where the alert is about none', () => {
    const looking = vi.spyOn(document, 'getElementById');
    const { focusProblem } = focusActions(contactForm);
    focusProblem({ context: { values, alert: null } });
    expect(looking).not.toHaveBeenCalled();
    focusProblem({
      context: {
        values: { ...values, name: '' },
        alert: { kind: 'error', message: 'Please give your name.' },
      },
    });
    expect(looking).toHaveBeenCalledExactlyOnceWith('contact-name');
  });

  test('a draft is saved unless all is empty, and restored as far as it is text of the form', () => {
    const { toDraft, toEvent } = formDraft(contactForm);
    expect(toDraft({ context: { values: contactForm.emptyValues, alert: null } })).toBeNull();
    expect(toDraft({ context: { values, alert: null } })).toBe(values);
    expect(toEvent(values)).toEqual({ type: 'draftFound', values });
    expect(toEvent({ name: 'Asha', email: 1, other: 'text' })).toEqual({
      type: 'draftFound',
      values: { name: 'Asha' },
    });
    expect(toEvent({})).toEqual({ type: 'draftFound', values: {} });
    expect([null, 'text', undefined, 1].map(toEvent)).toEqual([null, null, null, null]);
  });

  test.each([
    [{ message: ' Not now ' }, 'Not now'],
    [{ message: 1 }, undefined],
    [{}, undefined],
    [null, undefined],
    [undefined, undefined],
    ['message', undefined],
  ])('the message of %o: %s', (body, message) => {
    expect(messageFrom(body)).toBe(message);
  });

  test('the forms have rules of their own', () => {
    expect([contactForm.id, callBackForm.id, scholarshipForm.id]).toEqual([
      contact.id,
      callBack.id,
      scholarship.id,
    ]);
  });
});

describe('the job application', () => {
  const job = { id: 2, title: 'Math Tutor' };
  const values = { name: 'Asha', email: 'asha@example.com', phone: '9876543210', coverLetter: '' };
  const draft = { isOpen: true, job, values, resume: 'a.pdf' };

  function opened() {
    const actor = createActor(jobApplication.machine).start();
    onTestFinished(() => void actor.stop());
    actor.send({ type: 'opened', job });
    return actor;
  }

  test('its ids on the page', () => {
    expect([jobApplication.id, applicationId('email'), applicationFormId]).toEqual([
      ...['jobApplication', 'jobApplication-email', 'jobApplication-form'],
    ]);
  });

  test('a complete one is thanked for, and its file field is emptied', () => {
    document.body.innerHTML = '<input id="jobApplication-resume" value="a.pdf">';
    const actor = opened();
    actor.send({ type: 'changed', values });
    actor.send({ type: 'fileChosen', name: 'a.pdf' });
    expect(textFieldValue('jobApplication-resume')).toBe('a.pdf');
    actor.send({ type: 'submitted' });
    expect(stateName(actor.getSnapshot())).toBe('closed');
    expect(textFieldValue('jobApplication-resume')).toBe('');
    expect(alerting).toHaveBeenCalledExactlyOnceWith(jobApplicationMessages.thanks('Math Tutor'));
    expect(fetching).not.toHaveBeenCalled();
  });

  test('an incomplete one is reported by the browser', () => {
    document.body.innerHTML = '<form id="jobApplication-form"></form>';
    const reporting = vi.spyOn(HTMLFormElement.prototype, 'reportValidity');
    opened().send({ type: 'submitted' });
    expect(reporting).toHaveBeenCalledOnce();
    expect(alerting).not.toHaveBeenCalled();
  });

  test('its draft is saved and found again', () => {
    const actor = opened();
    expect(jobApplication.draft?.toDraft(actor.getSnapshot())).toBeNull();
    actor.send({ type: 'changed', values });
    actor.send({ type: 'fileChosen', name: 'a.pdf' });
    expect(jobApplication.draft?.toDraft(actor.getSnapshot())).toEqual(draft);
    expect(jobApplication.draft?.toEvent(draft)).toEqual({ type: 'draftFound', draft });
    const untouched = { ...draft, job: null, resume: null };
    expect(jobApplication.draft?.toEvent(untouched)).toEqual({ type: 'draftFound', draft: untouched });
  });

  const invalid: [title: string, saved: unknown][] = [
    ['null', null],
    ['one that is neither open nor closed', { ...draft, isOpen: undefined }],
    ['one without a job', { ...draft, job: undefined }],
    ['a job without an id', { ...draft, job: { title: 'Math Tutor' } }],
    ['a job without a title', { ...draft, job: { id: 2 } }],
    ['one without values', { ...draft, values: undefined }],
    ...Object.keys(values).map((key): [string, unknown] => [
      `one without ${key}`,
      { ...draft, values: { ...values, [key]: undefined } },
    ]),
    ['a file that has no name', { ...draft, resume: 1 }],
  ];

  test.each(invalid)('%s is no draft', (_, saved) => {
    expect(jobApplication.draft?.toEvent(draft)).not.toBeNull();
    expect(jobApplication.draft?.toEvent(saved)).toBeNull();
  });
});

test('fields and forms by their ids; another element, or none, is left', () => {
  document.body.innerHTML =
    '<input id="text" value="a"><textarea id="area">b</textarea><form id="form"></form><p id="p"></p>';
  const reporting = vi.spyOn(HTMLFormElement.prototype, 'reportValidity');
  expect(['text', 'area', 'none'].map(textFieldValue)).toEqual(['a', '', '']);
  for (const id of ['area', 'p', 'none'] as const) expect(() => clearFileInput(id)).not.toThrow();
  const area = document.querySelector('textarea');
  expect(area?.value).toBe('b');
  clearFileInput('text');
  expect(textFieldValue('text')).toBe('');
  for (const id of ['p', 'none'] as const) expect(() => showBrowserMessages(id)).not.toThrow();
  expect(reporting).not.toHaveBeenCalled();
  showBrowserMessages('form');
  expect(reporting).toHaveBeenCalledOnce();
});
