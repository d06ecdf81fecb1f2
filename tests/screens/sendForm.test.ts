import { afterEach, expect, test, vi } from 'vitest';
import { contactForm } from '../../machines/contact/contact.rules.ts';
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

/** What the forms that are sent once share. */

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const focused = () => document.activeElement?.id;

const values = { name: 'Asha', email: '', phone: '', message: '' };

test('their ids on the page', () => {
  expect([fieldId('contact', 'name'), formId('contact'), alertId('contact'), honeypotId('contact')]).toEqual([
    ...['contact-name', 'contact-form', 'contact-alert', 'contact-remark'],
  ]);
});

test('the body of a call: what a robot fills in is part of it', () => {
  expect(payloadOf('contact', values)).toBe(values);
  document.body.innerHTML = '<input id="contact-remark">';
  expect(payloadOf('contact', values)).toBe(values);
  document.body.innerHTML = '<input id="contact-remark" value="spam">';
  expect(payloadOf('contact', values)).toEqual({ ...values, remark: 'spam' });
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
