import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { registrationMessages } from '../../../machines/registration/registration.messages.ts';
import { RegistrationForm } from '../../../src/screens/registration/RegistrationForm.tsx';
import { RegistrationSummary } from '../../../src/screens/registration/RegistrationSummary.tsx';
import {
  type RegistrationState,
  registrationIn,
  validRegistration as valid,
} from '../../support/registrationIn.ts';

/** §2, §8 The form of the registration in each of its states: its button, its messages and its summary. */

const send = vi.fn();

beforeEach(() => void send.mockReset());
afterEach(cleanup);

const inState = (...state: Parameters<typeof registrationIn>) => ({
  snapshot: registrationIn(...state),
  send,
});

test('the summary: each value at its label', () => {
  render(<RegistrationSummary values={{ ...valid, email: ' asha@example.com ' }} />);
  expect(screen.getByRole('region', { name: 'Is everything right?' })).toBeInTheDocument();
  const rows = screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(rows).toEqual([
    ['Student', 'Asha Verma, 8th grade'],
    ['Course', 'Math Problem Solving'],
    ['Phone', '9876543210'],
    ['Email', 'asha@example.com'],
    ['Parents’ phones', '9123456780, 9123456781'],
  ]);
});

describe('the form', () => {
  const show = (...state: Parameters<typeof inState>) => render(<RegistrationForm {...inState(...state)} />);
  const form = () => document.querySelector('form');
  const ADVICE = /What you typed is kept\. If trying again does not help, call /;
  const SLOW = 'The payment window is taking longer than usual to load. Please wait.';
  const PAID = 'Your fee is paid. You will not be asked to pay again.';

  test.each([
    [{ editing: 'idle' }, 'Register and pay ₹2000', true, ''],
    [{ editing: 'dismissed' }, 'Register and pay ₹2000', true, ''],
    ['creatingOrder', 'Processing…', false, ''],
    [{ loadingCheckout: { requesting: 'onTime' } }, 'Processing…', false, ''],
    [{ loadingCheckout: { requesting: 'slow' } }, 'Processing…', false, SLOW],
    [
      { loadingCheckout: 'waitingToRetry' },
      'Processing…',
      false,
      'The payment window did not load. Trying again…',
    ],
    [{ paying: 'open' }, 'Waiting for the payment…', false, 'Please finish paying in the payment window.'],
    [{ paying: { formShown: 'declined' } }, 'Register and pay ₹2000', true, ''],
    [{ paying: { formShown: 'vanished' } }, 'Register and pay ₹2000', true, ''],
    ['registering', 'Saving the registration…', false, ''],
    [{ paid: 'unregistered' }, 'Complete the registration', true, PAID],
    [{ paid: 'invalid' }, 'Complete the registration', true, PAID],
  ] as [RegistrationState, string, boolean, string][])(
    'in %o its button says "%s"',
    (value, label, isEnabled, progress) => {
      const { container } = show(value);
      const button = screen.getByRole<HTMLButtonElement>('button', { name: label });
      expect([button.id, button.type, button.disabled]).toEqual([
        'registration-submit',
        'submit',
        !isEnabled,
      ]);
      expect(container.querySelector('.progress')?.textContent).toBe(progress);
      expect(container.querySelectorAll('.spinner[aria-hidden="true"]')).toHaveLength(isEnabled ? 0 : 1);
    },
  );

  test('it is submitted by its flow, and not by the browser, which would load a page', () => {
    show({ editing: 'idle' });
    expect(['id', 'method', 'tabindex', 'novalidate'].map((name) => form()?.getAttribute(name))).toEqual([
      ...['registration-form', 'dialog', '-1', ''],
    ]);
    expect(form()).toHaveTextContent(/All fields are required\./);
    expect(form()?.querySelector('noscript')).toBeInTheDocument();
    expect(fireEvent.submit(form() ?? document)).toBe(false);
    expect(send.mock.calls).toEqual([[{ type: 'submitted' }]]);
  });

  test('the summary is there once everything is valid', () => {
    const { rerender } = show({ editing: 'idle' }, { values: { ...valid, city: ' ' } });
    expect(screen.queryByText('Is everything right?')).toBeNull();
    rerender(<RegistrationForm {...inState({ editing: 'idle' }, { values: valid })} />);
    expect(screen.getByText('Is everything right?')).toBeVisible();
  });

  test.each([
    [{ editing: 'orderFailed' }, registrationMessages.orderFailed, true, true],
    [{ editing: 'dismissed' }, registrationMessages.dismissed, true, false],
    [{ paid: 'unregistered' }, registrationMessages.registerFailed, false, true],
  ] as [RegistrationState, string, boolean, boolean][])(
    'in %o its message is "%s": it can be closed: %s, with advice: %s',
    (value, message, isClosable, hasAdvice) => {
      show(value, { alert: message });
      expect(screen.getByText(message)).toHaveAttribute('role', 'alert');
      const close = screen.queryByRole('button', { name: 'Close this message' });
      if (close) fireEvent.click(close);
      expect(send.mock.calls).toEqual(isClosable ? [[{ type: 'alertDismissed' }]] : []);
      expect(ADVICE.test(form()?.textContent ?? '')).toBe(hasAdvice);
    },
  );

  test.each([
    [{ editing: 'idle' }, true],
    [{ editing: 'dismissed' }, true],
    [{ paid: 'unregistered' }, false],
  ] as [RegistrationState, boolean][])(
    'in %o a family that has paid for this student before reads above the button what to do: %s',
    (value, isShown) => {
      show(value);
      const advice = screen.queryByText(
        /^Have you already paid for this student\? Then please do not pay again/,
      );
      expect(advice !== null).toBe(isShown);
      const links = [...(advice?.querySelectorAll('a') ?? [])].map((link) => link.protocol);
      expect(links).toEqual(isShown ? ['tel:', 'mailto:'] : []);
    },
  );

  test('while it waits, an earlier message is gone', () => {
    show('creatingOrder', { alert: registrationMessages.orderFailed });
    expect(form()).not.toHaveTextContent(registrationMessages.orderFailed);
  });

  test('a payment window that is lost: the visitor returns to the form', () => {
    show({ paying: 'open' });
    fireEvent.click(screen.getByRole('button', { name: 'The payment window is not there' }));
    expect(send.mock.calls).toEqual([[{ type: 'returnedToForm' }]]);
    cleanup();
    show({ paying: { formShown: 'vanished' } });
    expect(screen.queryByRole('button', { name: 'The payment window is not there' })).toBeNull();
  });

  test('the button has the focus again once it waits no more', () => {
    const { rerender } = show({ editing: 'idle' });
    screen.getByRole('button', { name: 'Register and pay ₹2000' }).focus();
    rerender(<RegistrationForm {...inState('creatingOrder')} />);
    expect(form()).toHaveFocus();
    rerender(<RegistrationForm {...inState({ editing: 'orderFailed' })} />);
    expect(screen.getByRole('button', { name: 'Register and pay ₹2000' })).toHaveFocus();
  });
});
