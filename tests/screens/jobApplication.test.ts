import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { jobApplicationMessages } from '../../machines/jobApplication/jobApplication.messages.ts';
import { stateName } from '../../machines/stateName.ts';
import { clearFileInput, showBrowserMessages, textFieldValue } from '../../src/browser/form.ts';
import { fieldId, formId, jobApplication } from '../../src/flows/jobApplication.ts';

/** The application for a job, which is sent nowhere, and the fields of forms in the browser. */

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
    expect([jobApplication.id, fieldId('email'), formId]).toEqual([
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

  test('without a job there is nothing to thank for', () => {
    const actor = opened();
    actor.send({ type: 'changed', values });
    actor.send({ type: 'fileChosen', name: 'a.pdf' });
    const { context } = actor.getSnapshot();
    const snapshot = jobApplication.machine.resolveState({
      value: 'open',
      context: { ...context, job: null },
    });
    const withoutJob = createActor(jobApplication.machine, { snapshot }).start();
    withoutJob.send({ type: 'submitted' });
    expect(withoutJob.getSnapshot()).toMatchObject({ status: 'active', value: 'closed' });
    expect(alerting).not.toHaveBeenCalled();
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
