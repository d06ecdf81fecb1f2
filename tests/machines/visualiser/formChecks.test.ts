import { describe, expect, test } from 'vitest';
import { contactForm } from '../../../machines/contact/contact.rules.ts';
import { callBackChecks } from '../../../src/visualiser/checks/callBack.checks.ts';
import type { Cause, Expectation } from '../../../src/visualiser/checks/checks.types.ts';
import { contactChecks } from '../../../src/visualiser/checks/contact.checks.ts';
import {
  alertBox,
  button,
  dialogTitle,
  fact,
  fileNames,
  formValues,
  noText,
  text,
} from '../../../src/visualiser/checks/expectations.ts';
import { jobApplicationChecks } from '../../../src/visualiser/checks/jobApplication.checks.ts';
import { newsletterChecks } from '../../../src/visualiser/checks/newsletter.checks.ts';
import { scholarshipChecks } from '../../../src/visualiser/checks/scholarship.checks.ts';
import { sendFormFocus, sendFormStates } from '../../../src/visualiser/checks/sendForm.ts';
import { event, focusAfter, outcome, shown, snapshotOf } from './checksOfFlow.ts';

/** What a page shows of the forms, state by state, and which element has the focus. */

const error = (message: string) => ({ kind: 'error', message });
const success = (message: string) => ({ kind: 'success', message });
const enabled = (name: string) => button(name, { isEnabled: true });
const disabled = (name: string) => button(name, { isEnabled: false });
const close = enabled('Close this message');

describe('a form that is sent once', () => {
  const form = sendFormStates(contactForm, {
    submit: 'Send',
    submitting: 'Sending',
    texts: ['One.', 'Two.'],
  });
  const values = { name: 'Asha', email: 'no address', phone: '', message: '' };
  const hidden = [noText('One.'), noText('Two.')];
  const fields = formValues(values);
  const PROBLEM = 'Please give a valid email address.';
  const ABOUT_ERROR = 'the message is about an error';

  test.each<[keyof typeof form, object | null, Cause | undefined, Expectation[]]>([
    ['idle', null, undefined, [fact('there is no message', true), fields, enabled('Send'), ...hidden]],
    [
      'failed',
      error('Two.'),
      outcome,
      [fact(ABOUT_ERROR, true), fields, enabled('Send'), noText('One.'), text('Two.'), close],
    ],
    [
      'invalid',
      error(PROBLEM),
      event('submitted'),
      [
        fact(ABOUT_ERROR, true),
        fields,
        enabled('Send'),
        ...hidden,
        text(PROBLEM),
        close,
        fact('the message is about the first field that is wrong', true),
      ],
    ],
    [
      'invalid',
      error('Two.'),
      event('submitted'),
      [
        fact(ABOUT_ERROR, true),
        fields,
        enabled('Send'),
        noText('One.'),
        text('Two.'),
        close,
        fact('the message is about the first field that is wrong', false),
      ],
    ],
    [
      'invalid',
      error(PROBLEM),
      event('changed'),
      [fact(ABOUT_ERROR, true), fields, enabled('Send'), ...hidden, text(PROBLEM), close],
    ],
    ['submitting', null, event('submitted'), [fields, disabled('Sending'), ...hidden]],
    [
      'done',
      success('One.'),
      outcome,
      [
        fact('the message is about a success', true),
        fact('the form is empty', false),
        fields,
        enabled('Send'),
        noText('Two.'),
        text('One.'),
        close,
      ],
    ],
    [
      'done',
      success('One.'),
      event('changed'),
      [
        fact('the message is about a success', true),
        fields,
        enabled('Send'),
        noText('Two.'),
        text('One.'),
        close,
      ],
    ],
  ])('%s with %o', (state, alert, after, expected) => {
    expect(form[state](snapshotOf('contact', state, { values, alert }), after)).toEqual(expected);
  });

  test('need not be empty where it begins as done', () => {
    const facts = form
      .done(snapshotOf('contact', 'done', { values, alert: success('One.') }), undefined)
      .filter(({ kind }) => kind === 'fact');
    expect(facts).toEqual([fact('the message is about a success', true)]);
  });

  test('is empty when it has been sent', () => {
    const [, isEmpty] = form.done(snapshotOf('contact', 'done', { alert: success('One.') }), outcome);
    expect(isEmpty).toEqual(fact('the form is empty', true));
    const [, noMessage] = form.invalid(snapshotOf('contact', 'invalid', { alert: null }), undefined);
    expect(noMessage?.kind).toBe('formValues');
  });

  test('has the focus where the visitor goes on', () => {
    const rules = sendFormFocus(contactForm, 'Send');
    const invalid = snapshotOf('contact', 'invalid', { values });
    const focusIn = (state: keyof typeof rules, steps: Cause[], snapshot = invalid, previousFocus = '') =>
      steps.map((step) => rules[state]({ after: step, snapshot, previousFocus, isSimulated: false }));
    const steps = [event('submitted'), event('alertDismissed'), event('changed')];
    expect(focusIn('idle', steps)).toEqual([null, 'contact-form', null]);
    expect(focusIn('invalid', steps)).toEqual(['contact-email', null, null]);
    const valid = { name: 'Asha', email: 'a@b.in', phone: '', message: 'Hello' };
    expect(focusIn('invalid', steps, snapshotOf('contact', 'invalid', { values: valid }))).toEqual([
      null,
      null,
      null,
    ]);
    expect(focusIn('submitting', steps)).toEqual(['contact-form', null, null]);
    for (const state of ['failed', 'done'] as const) {
      expect(focusIn(state, [outcome, event('changed')], invalid, 'contact-form')).toEqual([
        'button Send',
        null,
      ]);
      expect(focusIn(state, [outcome], invalid, 'h1')).toEqual(['h1']);
    }
  });
});

describe.each([
  [
    'contact',
    contactChecks,
    ['Send Message', 'Sending...'],
    [
      'Message sent successfully!',
      'Failed to send message',
      'Invalid response from server',
      'Failed to fetch',
      'Messages cannot be taken at the moment.',
      'Please give your name.',
    ],
  ],
  [
    'scholarship',
    scholarshipChecks,
    ['Submit Application', 'Submitting...'],
    [
      'Please fill all required fields',
      'Application submitted successfully!',
      'Failed to submit application',
      'An error occurred. Please try again later.',
      'Applications are closed at the moment.',
      'We have your application.',
    ],
  ],
] as const)('the form %s', (id, checks, [submit, submitting], messages) => {
  test('has its own words', () => {
    const sending = shown(checks, snapshotOf(id, 'submitting')) ?? [];
    expect(sending.slice(1)).toEqual([disabled(submitting), ...messages.map(noText)]);
    expect(shown(checks, snapshotOf(id, 'idle'))?.[2]).toEqual(enabled(submit));
  });

  test('brings the focus back to its button', () => {
    const snapshot = snapshotOf(id, 'failed');
    expect(focusAfter(checks, snapshot, [outcome], { previousFocus: `${id}-form` })).toEqual([
      `button ${submit}`,
    ]);
  });
});

describe('the popup for a call back', () => {
  const hidden = [enabled('Get a Call Back'), formValues({})];
  const fields = formValues({ name: '', phone: '', messageUser: '' });
  const messages = [
    'Inquiry submitted successfully!',
    'Failed to submit inquiry',
    'Inquiries cannot be taken at the moment.',
    'Please give your name.',
    'Please give a phone number of exactly 10 digits.',
  ].map(noText);
  const editable = [fields, enabled('Request a Call Back'), ...messages];
  const sending = [fields, disabled('Requesting...'), ...messages];
  const thanks = alertBox('Thank you! Our expert will contact you soon.');

  test.each<[string | object, Cause | undefined, Expectation[]]>([
    ['closed', undefined, hidden],
    [{ submitting: 'hidden' }, event('closed'), hidden],
    ['idle', event('opened'), [enabled('Close'), fact('there is no message', true), ...editable]],
    [
      'invalid',
      event('changed'),
      [enabled('Close'), fact('the message is about an error', false), ...editable],
    ],
    [
      'invalid',
      event('submitted'),
      [
        enabled('Close'),
        fact('the message is about an error', false),
        ...editable,
        fact('the message is about the first field that is wrong', false),
      ],
    ],
    ['failed', outcome, [enabled('Close'), fact('the message is about an error', false), ...editable]],
    ['done', event('opened'), [enabled('Close'), fact('the message is about a success', false), ...editable]],
    [{ submitting: 'shown' }, event('submitted'), [enabled('Close'), ...sending, thanks]],
    [{ submitting: 'shown' }, event('opened'), [enabled('Close'), ...sending]],
  ])('%o after %o', (value, after, expected) => {
    expect(shown(callBackChecks, snapshotOf('callBack', value), after)).toEqual(expected);
  });

  const steps = ['opened', 'closed', 'cancelled', 'submitted', 'alertDismissed'].map(event);
  const opener = 'callBack-opener';
  const form = 'callBack-form';
  const popup = 'callBack-popup';

  test.each<[string | object, (string | null)[]]>([
    ['closed', [null, opener, opener, null, null]],
    [{ submitting: 'hidden' }, [null, opener, opener, null, null]],
    ['idle', [popup, null, null, null, form]],
    ['invalid', [popup, null, null, 'callBack-name', null]],
    [{ submitting: 'shown' }, [popup, null, null, form, null]],
    ['failed', [popup, null, null, null, null]],
    ['done', [popup, null, null, null, null]],
  ])('%o has the focus where the visitor goes on', (value, elements) => {
    const snapshot = snapshotOf('callBack', value);
    expect(focusAfter(callBackChecks, snapshot, steps)).toEqual(elements);
  });

  test.each(['idle', 'invalid', 'failed', 'done', { submitting: 'shown' }])(
    '%o takes the focus of the button that an outcome replaces',
    (value) => {
      const snapshot = snapshotOf('callBack', value);
      expect(focusAfter(callBackChecks, snapshot, [outcome], { previousFocus: opener })).toEqual([popup]);
    },
  );

  test('is left where it was while an event is only sent', () => {
    const snapshot = snapshotOf('callBack', { submitting: 'shown' });
    expect(focusAfter(callBackChecks, snapshot, [event('submitted')], { isSimulated: true })).toEqual([null]);
  });
});

describe('the application for a job', () => {
  const REFUSED = 'This kind of file is not taken. Please choose a PDF, DOC or DOCX file.';
  const job = { id: 1, title: 'Math Tutor' };
  const submitButton = button('Submit Application', { isEnabled: true });
  const values = { name: 'Asha' };

  test.each<[string, string | object, object, Cause | undefined, Expectation[]]>([
    ['closed', 'closed', {}, undefined, [dialogTitle(null), fileNames([])]],
    [
      'closed after it was sent',
      'closed',
      { job, resume: 'cv.pdf' },
      event('submitted'),
      [
        dialogTitle(null),
        fileNames(['cv.pdf']),
        alertBox(
          "Thank you for applying to Math Tutor! We'll review your application and get back to you soon.",
        ),
      ],
    ],
    [
      'open without a file',
      { open: 'idle' },
      { job, values },
      event('opened'),
      [
        dialogTitle('Apply for Math Tutor'),
        formValues(values),
        text('Choose File'),
        fileNames([]),
        submitButton,
        noText(REFUSED),
      ],
    ],
    [
      'open with a file, and with one that a reload has lost',
      { open: 'fileRefused' },
      { job, values, resume: 'cv.pdf', resumeBeforeReload: 'old.pdf' },
      event('x'),
      [
        dialogTitle('Apply for Math Tutor'),
        formValues(values),
        text('cv.pdf'),
        fileNames(['cv.pdf']),
        text('The page was loaded again, and files are not kept. Please choose old.pdf again.'),
        submitButton,
        text(REFUSED),
      ],
    ],
  ])('%s', (_, value, context, after, expected) => {
    expect(shown(jobApplicationChecks, snapshotOf('jobApplication', value, context), after)).toEqual(
      expected,
    );
  });

  test('moves the focus to its first field, and back to the button that opened it', () => {
    const types = ['opened', 'draftFound', 'closed', 'cancelled', 'submitted', 'changed'];
    const steps = types.map(event);
    const applyButton = ['apply-1', 'apply-1', 'apply-1'];
    expect(focusAfter(jobApplicationChecks, snapshotOf('jobApplication', 'closed', { job }), steps)).toEqual([
      null,
      null,
      ...applyButton,
      null,
    ]);
    const name = 'jobApplication-name';
    for (const open of ['idle', 'fileRefused'])
      expect(focusAfter(jobApplicationChecks, snapshotOf('jobApplication', { open }), steps)).toEqual([
        name,
        name,
        null,
        null,
        null,
        null,
      ]);
  });
});

describe('the newsletter', () => {
  const form = [formValues({ email: 'a@b.in' }), button('Subscribe', { isEnabled: true })];
  const PROBLEM = 'Please enter an e-mail address such as name@example.com.';
  const THANKS =
    'Thank you for your interest. Our newsletter has not started yet, so you are not subscribed and your address was not kept.';

  test.each([
    ['idle', [noText(PROBLEM), noText(THANKS)], [null, null]],
    ['invalid', [text(PROBLEM)], ['newsletter-email', null]],
    ['done', [text(THANKS)], ['button Subscribe', null]],
  ])('%s', (state, expected, focus) => {
    const snapshot = snapshotOf('newsletter', state, { email: 'a@b.in' });
    expect(shown(newsletterChecks, snapshot)).toEqual([...form, ...expected]);
    expect(focusAfter(newsletterChecks, snapshot, [event('submitted'), event('changed')])).toEqual(focus);
  });
});
