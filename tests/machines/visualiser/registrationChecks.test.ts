import { describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { Cause, Expectation } from '../../../src/visualiser/checks/checks.types.ts';
import { button, fact, formValues, noText, text } from '../../../src/visualiser/checks/expectations.ts';
import { registrationChecks } from '../../../src/visualiser/checks/registration.checks.ts';
import { event, focusAfter, outcome, shown, snapshotOf } from './checksOfFlow.ts';

/** What the page of the registration shows, state by state, and which element has the focus. */

const onButton = { previousFocus: 'button x' };
const enabled = (name: string) => button(name, { isEnabled: true });
const disabled = (name: string) => button(name, { isEnabled: false });

describe('the registration', () => {
  const values = { name: 'Asha' };
  const fields = formValues(values);
  const FEE = 'Course Fee: ₹2000 Only';
  const payable = [fields, text(FEE), enabled('Register and pay ₹2000')];
  const ofState = (holds: boolean) => fact('the message is that of the state', holds);
  const complete = enabled('Complete the registration');
  const problem = { field: 'city', message: 'City is required.' };
  const inState = (value: string | object, context: object = {}) =>
    snapshotOf('registration', value, { values, ...context });
  const DECLINED = 'Payment failed: Your payment was declined by the bank.';

  test.each<[string | object, object, Expectation[]]>([
    [{ editing: 'idle' }, {}, payable],
    [{ editing: 'invalid' }, { problem }, [fields, text('City is required.')]],
    [{ editing: 'invalid' }, {}, [fields, fact('an invalid form has a problem', false)]],
    [{ editing: 'orderFailed' }, { alert: 'Any.' }, [...payable, ofState(true), text('Any.')]],
    [{ editing: 'orderFailed' }, { alert: null }, payable],
    ['creatingOrder', {}, [fields, disabled('Processing…')]],
    [{ loadingCheckout: { requesting: 'onTime' } }, {}, [fields, disabled('Processing…')]],
    [
      { loadingCheckout: { requesting: 'slow' } },
      {},
      [
        fields,
        disabled('Processing…'),
        text('The payment window is taking longer than usual to load. Please wait.'),
      ],
    ],
    [
      { loadingCheckout: 'waitingToRetry' },
      {},
      [fields, disabled('Processing…'), text('The payment window did not load. Trying again…')],
    ],
    [{ paying: 'open' }, {}, [fields, disabled('Waiting for the payment…')]],
    ['registering', {}, [fields, disabled('Saving the registration…')]],
    [{ paid: 'unregistered' }, {}, [fields, noText(FEE), complete]],
    [{ paid: 'invalid' }, { problem }, [fields, text('City is required.'), complete]],
    [{ paid: 'fieldRefused' }, { problem }, [fields, text('City is required.'), noText(FEE), complete]],
  ])('%o with %o', (value, context, expected) => {
    expect(shown(registrationChecks, inState(value, context))).toEqual(expected);
  });

  const PAID_TWICE =
    'This student was registered and paid for before. We have noted this second payment, so that it is refunded. If you have questions, call or write to us with the payment reference.';

  test.each([
    [{ registered: { registeredOn: '2026-01-01', isPaidTwice: true } }, text(PAID_TWICE)],
    [{ registered: { registeredOn: '2026-01-01', isPaidTwice: false } }, noText(PAID_TWICE)],
    [{ registered: null }, noText(PAID_TWICE)],
  ])('registered with %o', (context, last) => {
    expect(shown(registrationChecks, inState('registered', context))).toEqual([
      text('Registration Successful!'),
      text('Your payment was processed successfully.'),
      text('Thank you for registering. You will receive a confirmation email shortly.'),
      enabled('Register another student'),
      last,
    ]);
  });

  test.each([
    [
      { editing: 'orderInvalid' },
      'We could not start the payment: the order that came back is not one of ₹2000. You have not paid anything. Please try again.',
    ],
    [
      { editing: 'unreachable' },
      'Payment failed: the payment window could not be loaded. Please check your connection and try again.',
    ],
    [
      { editing: 'unusable' },
      'Payment failed: the payment window did not start. A content blocker may be stopping it. Please allow it and try again.',
    ],
    [{ editing: 'blocked' }, 'Payment failed: the payment window could not be opened. Please try again.'],
    [
      { editing: 'dismissed' },
      'You closed the payment window. Your details are kept: submit again, and we will first ask whether a payment has arrived.',
    ],
    [
      { editing: 'unclear' },
      'The payment window did not say which payment was made. Your details are kept: submit again, and we will first check whether you have paid.',
    ],
    [
      { editing: 'interrupted' },
      'Your details are kept. Submit again, and we will first check whether you have paid.',
    ],
    [
      { paying: { formShown: 'vanished' } },
      'The payment window closed without an answer. Your details are kept: submit again, and we will first check whether you have paid.',
    ],
    [{ editing: 'paymentFailed' }, DECLINED],
    [{ editing: 'paymentFailed' }, 'Payment failed: the payment provider gave no reason. Please try again.'],
    [{ paying: { formShown: 'declined' } }, DECLINED],
  ])('%o has its own message, unless the visitor has closed it', (value, alert) => {
    expect(shown(registrationChecks, inState(value, { alert }))).toEqual([
      ...payable,
      ofState(true),
      text(alert),
    ]);
    expect(shown(registrationChecks, inState(value, { alert: 'Another one.' }))).toEqual([
      ...payable,
      ofState(false),
      text('Another one.'),
    ]);
    expect(shown(registrationChecks, inState(value, { alert: null }))).toEqual(payable);
  });

  test.each([
    `${DECLINED} Sorry.`,
    `Sorry. ${DECLINED}`,
    'Payment failed: Your payment was declined by the bank?',
  ])('%s is not the message of a payment that failed', (alert) => {
    expect(shown(registrationChecks, inState({ editing: 'paymentFailed' }, { alert }))).toContainEqual(
      ofState(false),
    );
  });

  const [form, submit, paymentWindow] = ['registration-form', 'registration-submit', 'payment-window'];
  const steps = [
    'alertDismissed',
    'anotherStudentStarted',
    'submitted',
    'paymentSucceeded',
    'checkoutDismissed',
    'checkoutVanished',
    'paymentUnclear',
    'returnedToForm',
    'paymentFailed',
    'changed',
  ];
  const none = (types: readonly string[], element: string | null) =>
    steps.map((type) => (types.includes(type) ? element : null));
  const all = (element: string) => none(steps, element);
  const city = 'registration-city';

  test.each<[string | object, (string | null)[]]>([
    [{ editing: 'idle' }, none(['alertDismissed', 'anotherStudentStarted'], form)],
    [{ editing: 'invalid' }, none(['submitted', 'paymentSucceeded'], city)],
    [{ paid: 'invalid' }, none(['submitted', 'paymentSucceeded'], city)],
    [{ paid: 'fieldRefused' }, none([], null)],
    ...['orderFailed', 'orderInvalid', 'unreachable', 'unusable', 'blocked', 'interrupted'].map(
      (editing): [object, (string | null)[]] => [{ editing }, none(['alertDismissed'], form)],
    ),
    ...['paymentFailed', 'dismissed', 'unclear'].map((editing): [object, (string | null)[]] => [
      { editing },
      none(['alertDismissed'], form),
    ]),
    [{ paying: { formShown: 'vanished' } }, none(['alertDismissed'], form)],
    [{ paying: { formShown: 'declined' } }, none(['alertDismissed'], form)],
    [{ paying: 'open' }, all(paymentWindow)],
    ['creatingOrder', all(form)],
    [{ loadingCheckout: { requesting: 'onTime' } }, all(form)],
    [{ loadingCheckout: { requesting: 'slow' } }, all(form)],
    [{ loadingCheckout: 'waitingToRetry' }, all(form)],
    ['registering', all(form)],
    [{ paid: 'unregistered' }, none([], null)],
    ['registered', all('h1')],
  ])('%o has the focus where the visitor goes on', (value, elements) => {
    const snapshot = inState(value, { problem });
    expect(focusAfter(registrationChecks, snapshot, steps.map(event), onButton)).toEqual(elements);
  });

  test.each([
    ['dismissed', paymentWindow],
    ['dismissed', form],
    ['unclear', paymentWindow],
    ['paymentFailed', form],
  ])('%s has the focus on its button when it was on the %s', (editing, previousFocus) => {
    const closing = ['checkoutDismissed', 'checkoutVanished', 'paymentUnclear', 'returnedToForm'].map(event);
    expect(focusAfter(registrationChecks, inState({ editing }), closing, { previousFocus })).toEqual([
      submit,
      submit,
      submit,
      submit,
    ]);
  });

  test.each<[string | object, string, Cause, string | null]>([
    [{ editing: 'orderFailed' }, form, outcome, submit],
    [{ editing: 'orderFailed' }, form, event('changed'), null],
    [{ editing: 'orderFailed' }, 'h1', outcome, 'h1'],
    [{ paid: 'unregistered' }, form, outcome, submit],
    [{ paid: 'fieldRefused' }, form, outcome, city],
    [{ paying: { formShown: 'declined' } }, paymentWindow, event('paymentFailed'), paymentWindow],
    [{ paying: { formShown: 'declined' } }, paymentWindow, event('changed'), null],
    [{ paying: { formShown: 'declined' } }, 'h1', event('paymentFailed'), null],
  ])('%o, with the focus on the %s before %o', (value, previousFocus, after, element) => {
    const snapshot: AnyMachineSnapshot = inState(value, { problem });
    expect(focusAfter(registrationChecks, snapshot, [after], { previousFocus })).toEqual([element]);
  });

  test('leaves the focus where it is while no field has a problem, and at the start', () => {
    const both = [event('submitted'), outcome, undefined];
    for (const paid of ['invalid', 'fieldRefused'])
      expect(focusAfter(registrationChecks, inState({ paid }, { problem: null }), both)).toEqual([
        null,
        null,
        null,
      ]);
    expect(
      focusAfter(registrationChecks, inState({ paid: 'fieldRefused' }, { problem }), [undefined]),
    ).toEqual([null]);
  });

  test('asks for the payment window only where a visitor opened it', () => {
    const simulated = { isSimulated: true };
    expect(focusAfter(registrationChecks, inState({ paying: 'open' }), [outcome], simulated)).toEqual([null]);
  });
});
