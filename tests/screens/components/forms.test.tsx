import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { optionalField, phoneField, singleLineField } from '../../../machines/fields.ts';
import { emailField } from '../../../machines/formFields.ts';
import { PHONE_PATTERN } from '../../../machines/phone.ts';
import type { SendForm as Form, SendFormContext } from '../../../machines/sendForm/sendForm.types.ts';
import { Alert, FormAlerts } from '../../../src/components/Alert.tsx';
import { FailureAdvice } from '../../../src/components/FailureAdvice.tsx';
import { TextField } from '../../../src/components/fields.tsx';
import { SendForm } from '../../../src/components/SendForm.tsx';
import { site } from '../../../src/content/site.ts';

/** A form that is sent once, and its messages, without a flow: what it shows of a context, and what it sends. */

const send = vi.fn();
const onDismiss = vi.fn();
const scrolling = vi.fn();

beforeEach(() => {
  for (const mock of [send, onDismiss, scrolling] as const) mock.mockReset();
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(scrolling);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const closeButton = () => screen.queryByRole('button', { name: 'Close this message' });

describe('an alert', () => {
  test.each([
    ['error', 'alert'],
    ['success', 'status'],
  ] as const)('of the kind %s: its live region is there before its message', (kind, role) => {
    const { container, rerender } = render(
      <Alert id="contact-alert" kind={kind} message={null} onDismiss={onDismiss}>
        Call us
      </Alert>,
    );
    const region = screen.getByRole(role);
    expect(region).toBeEmptyDOMElement();
    expect(region).toHaveAttribute('id', 'contact-alert');
    expect(container.firstElementChild).toHaveClass('alert alert-empty', { exact: true });
    expect(closeButton()).toBeNull();
    expect(container).toHaveTextContent(/^$/);
    expect(scrolling).not.toHaveBeenCalled();

    rerender(
      <Alert id="contact-alert" kind={kind} message="Not sent" onDismiss={onDismiss}>
        Call us
      </Alert>,
    );
    expect(region).toHaveTextContent(/^Not sent$/);
    expect(container.firstElementChild).toHaveClass(`alert alert-${kind}`, { exact: true });
    expect(container).toHaveTextContent(/^Not sent×Call us$/);
    expect(scrolling).toHaveBeenCalledOnce();
    expect(scrolling.mock.contexts[0]).toBe(container.firstElementChild);
    expect(onDismiss).not.toHaveBeenCalled();
    fireEvent.click(within(container).getByRole('button', { name: 'Close this message' }));
    expect(onDismiss).toHaveBeenCalledOnce();
  });

  test('one that stays cannot be closed', () => {
    render(<Alert kind="error" message="Not sent" />);
    expect(screen.getByRole('alert')).toHaveTextContent('Not sent');
    expect(closeButton()).toBeNull();
  });

  test.each([
    ['error', 'alert', 'status', 'Not sent×Call us'],
    ['success', 'status', 'alert', 'Not sent×'],
  ] as const)('of a form, of the kind %s: in its own region', (kind, role, otherRole, text) => {
    const { container } = render(
      <FormAlerts id="contact-alert" alert={{ kind, message: 'Not sent' }} onDismiss={onDismiss}>
        Call us
      </FormAlerts>,
    );
    expect(screen.getByRole(role)).toHaveTextContent(/^Not sent$/);
    expect(screen.getByRole(otherRole)).toBeEmptyDOMElement();
    expect(screen.getByRole('alert')).toHaveAttribute('id', 'contact-alert');
    expect(screen.getByRole('status')).not.toHaveAttribute('id');
    expect(container).toHaveTextContent(text);
    fireEvent.click(screen.getByRole('button', { name: 'Close this message' }));
    expect(onDismiss).toHaveBeenCalledOnce();
  });

  test('of a form without a message: two empty regions', () => {
    const { container } = render(
      <FormAlerts id="contact-alert" alert={null} onDismiss={onDismiss}>
        Call us
      </FormAlerts>,
    );
    expect([screen.getByRole('alert'), screen.getByRole('status')]).toHaveLength(2);
    expect(container).toHaveTextContent(/^$/);
  });
});

const ADVICE = `What you typed is kept. If trying again does not help, call ${site.phone} or write to ${site.email}.`;

test('after a failure: what the visitor can do, and whether the network is there', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const { container } = render(<FailureAdvice />);
  expect(container.textContent).toBe(ADVICE);
  expect(container.firstElementChild).toHaveClass('alert-advice');
  online.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(container.textContent).toBe(`You seem to be offline. ${ADVICE}`);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([site.phoneHref, site.emailHref]);
});

type Field = 'name' | 'email' | 'phone';

const PROBLEM = 'Please give a valid email address.';

const form: Form<Field> = {
  id: 'survey',
  emptyValues: { name: '', email: '', phone: '' },
  fields: {
    name: singleLineField('Please give your name.', 'name'),
    email: emailField(PROBLEM),
    phone: optionalField(phoneField('Please give a phone number.')),
  },
  requiredByBrowser: ['name', 'email'],
  checkedByBrowser: ['phone'],
  messages: { sent: 'Sent', failed: 'Not sent' },
};

const values = { name: 'Asha', email: 'asha', phone: '98765' };

type Shown = { alert?: SendFormContext<Field>['alert']; isBusy?: boolean; isInvalid?: boolean };

const survey = ({ alert = null, isBusy = false, isInvalid = false }: Shown, surveyForm = form) => (
  <SendForm
    form={surveyForm}
    context={{ values, alert }}
    isBusy={isBusy}
    isInvalid={isInvalid}
    send={send}
    submit={{ label: 'Send', busyLabel: 'Sending...' }}
  >
    {(bind) => (
      <>
        <TextField {...bind('name')} label="Name" autoComplete="name" />
        <TextField {...bind('email')} label="Email" autoComplete="email" />
        <TextField {...bind('phone')} label="Phone" autoComplete="tel" />
      </>
    )}
  </SendForm>
);

/** Returns some attributes of a control. */
const attributesOf = (label: string, ...names: string[]) =>
  names.map((name) => screen.getByLabelText(label).getAttribute(name));

const theForm = () => document.querySelector('form');

describe('a form that is sent once', () => {
  test('its controls have the ids, the values and the rules of its fields', () => {
    render(survey({}));
    const rules = ['id', 'name', 'value', 'required', 'maxlength', 'pattern', 'title', 'aria-describedby'];
    expect(attributesOf('Name', ...rules)).toEqual([
      'survey-name',
      'name',
      'Asha',
      '',
      '120',
      null,
      null,
      null,
    ]);
    expect(attributesOf('Email', ...rules)).toEqual([
      ...['survey-email', 'email', 'asha', '', '254', null, null, null],
    ]);
    expect(attributesOf('Phone', ...rules)).toEqual([
      ...['survey-phone', 'phone', '98765', null, null, PHONE_PATTERN, 'Ten digits', null],
    ]);
  });

  test('each change is sent under the name of its field', () => {
    render(survey({}));
    fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '98' } });
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'As' } });
    expect(send.mock.calls).toEqual([
      [{ type: 'changed', values: { phone: '98' } }],
      [{ type: 'changed', values: { name: 'As' } }],
    ]);
  });

  test('it is submitted by its flow, and not by the browser, which would load a page', () => {
    render(survey({}));
    expect(theForm()).toHaveAttribute('id', 'survey-form');
    expect(theForm()).toHaveAttribute('method', 'dialog');
    expect(theForm()).toHaveAttribute('tabindex', '-1');
    const isLeft = theForm() && fireEvent.submit(theForm() ?? document);
    expect([isLeft, send.mock.calls]).toEqual([false, [[{ type: 'submitted' }]]]);
  });

  test.each([
    ['validates', form.requiredByBrowser, false],
    ['does not validate', [], true],
  ] as const)('the browser %s it', (_, requiredByBrowser, isUnchecked) => {
    render(survey({}, { ...form, requiredByBrowser }));
    expect(theForm()?.noValidate).toBe(isUnchecked);
  });

  test('while it is sent, nothing can be changed or sent', () => {
    const { container, rerender } = render(survey({}));
    expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
    expect(screen.getByLabelText('Name')).toBeEnabled();
    expect(container.querySelector('.spinner')).toBeNull();
    rerender(survey({ isBusy: true }));
    expect(screen.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    expect(screen.getByLabelText('Name')).toBeDisabled();
    expect(container.querySelector('.spinner')).toHaveAttribute('aria-hidden', 'true');
  });

  test('the button has the focus again once it is sent', () => {
    const { rerender } = render(survey({}));
    screen.getByRole('button', { name: 'Send' }).focus();
    rerender(survey({ isBusy: true }));
    rerender(survey({}));
    expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus();
  });

  test('a failure: its message, the advice, and no field is wrong', () => {
    const { container } = render(survey({ alert: { kind: 'error', message: 'Failed to fetch' } }));
    expect(screen.getByRole('alert')).toHaveTextContent(/^Failed to fetch$/);
    expect(screen.getByRole('alert')).toHaveAttribute('id', 'survey-alert');
    expect(container).toHaveTextContent(ADVICE);
    expect(attributesOf('Email', 'aria-invalid')).toEqual(['false']);
    fireEvent.click(screen.getByRole('button', { name: 'Close this message' }));
    expect(send.mock.calls).toEqual([[{ type: 'alertDismissed' }]]);
  });

  test('a field that is wrong: the message describes it alone, without advice', () => {
    const { container } = render(survey({ alert: { kind: 'error', message: PROBLEM }, isInvalid: true }));
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(PROBLEM);
    expect(attributesOf('Email', 'aria-invalid', 'aria-describedby')).toEqual(['true', 'survey-alert']);
    expect(attributesOf('Phone', 'aria-invalid', 'aria-describedby')).toEqual(['false', null]);
    expect(container).not.toHaveTextContent(ADVICE);
  });

  test('it has its honeypot, and says what it needs', () => {
    const { container } = render(survey({}));
    expect(container.querySelector('input[name="remark"]')).toHaveAttribute('id', 'survey-remark');
    expect(container.querySelector('noscript')).toBeInTheDocument();
  });
});
