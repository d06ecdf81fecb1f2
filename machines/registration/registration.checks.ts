import type { AnyMachineSnapshot } from 'xstate';
import type { Checks, StateExpectations } from '../checks/checks.types.ts';
import { button, fact, formValues, noText, text, textWhere } from '../checks/expectations.ts';
import { byVisitor, type FocusRule, firstOf, isEvent, movedTo, returnedFrom } from '../checks/focus.ts';
import { FEE, rupees } from './registration.fee.ts';
import { registrationIds } from './registration.ids.ts';
import {
  feeMessages,
  moneyDeducted,
  receiptMessages,
  registeredMessages,
  registrationButtons,
  registrationMessages,
  registrationProgress,
} from './registration.messages.ts';
import type { RegistrationContext } from './registration.types.ts';

const contextOf = (snapshot: AnyMachineSnapshot): RegistrationContext => snapshot.context;

const DECLINED =
  /^Payment failed: (Your payment was declined by the bank\.|the payment provider gave no reason\. Please try again\.)$/;

const feePaid = (snapshot: AnyMachineSnapshot) =>
  feeMessages.amountPaid(contextOf(snapshot).order?.amount ?? FEE.paise);

/** Expects the advice on deducted money exactly where a payment may have gone through. */
const advice = (isExpected: boolean) =>
  [feeMessages.moneyLeft, moneyDeducted].map((line) => textWhere(isExpected, line));

/** Expects a form that can be paid, with its buttons; the first one submits it. */
const payableBy =
  (...buttons: string[]): StateExpectations =>
  (snapshot) => {
    const { values, isUnconfirmed } = contextOf(snapshot);
    return [
      formValues(values),
      text(feeMessages.due),
      ...buttons.map((name) => button(name, { isEnabled: true })),
      ...advice(isUnconfirmed),
      noText(feePaid(snapshot)),
    ];
  };

const payable: StateExpectations = (snapshot, after) =>
  payableBy(contextOf(snapshot).isUnconfirmed ? registrationButtons.check : registrationButtons.pay)(
    snapshot,
    after,
  );

const declined = payableBy(registrationButtons.payAgain, registrationButtons.check);

/** Expects that the fee is said to be paid, with the payment's reference. */
const paidFor: StateExpectations = (snapshot) => [
  noText(feeMessages.due),
  text(feePaid(snapshot)),
  text(feeMessages.reference(`${contextOf(snapshot).paymentId}`)),
  text(feeMessages.notAgain),
  ...advice(false),
  button(registrationButtons.complete, { isEnabled: true }),
];

const busy =
  (name: string = registrationButtons.processing, ...texts: string[]): StateExpectations =>
  (snapshot) => [
    formValues(contextOf(snapshot).values),
    button(name, { isEnabled: false }),
    ...texts.map(text),
  ];

/** Expects the form with a message, unless the visitor has closed it. */
const failure =
  (message: string | RegExp | null, form: StateExpectations = payable): StateExpectations =>
  (snapshot, after) => {
    const { alert } = contextOf(snapshot);
    if (alert === null) return form(snapshot, after);
    const isOfState =
      message === null || (typeof message === 'string' ? alert === message : message.test(alert));
    return [...form(snapshot, after), fact('the message is that of the state', isOfState), text(alert)];
  };

const problem: StateExpectations = (snapshot) => {
  const { values, problem: broken } = contextOf(snapshot);
  return [formValues(values), broken ? text(broken.message) : fact('an invalid form has a problem', false)];
};

const { form: FORM, heading: HEADING, submit: BUTTON } = registrationIds;
const WINDOW = 'payment-window';

/** The press on the button brings the focus to the form; an event that is only sent leaves it where it was. */
const focusOnForm: FocusRule = ({ previousFocus, isSimulated }) =>
  isSimulated && previousFocus !== FORM ? null : FORM;

const focusWhenEditable = firstOf(movedTo(FORM, 'alertDismissed'), returnedFrom(FORM, BUTTON));

/** The focus is on the payment window when it closes, or on the form whose message was closed meanwhile. */
const focusAfterWindow: FocusRule = (moment) => {
  const isGone = isEvent(
    moment.after,
    'checkoutDismissed',
    'checkoutVanished',
    'paymentUnclear',
    'paymentFailed',
    'returnedToForm',
  );
  return isGone && [WINDOW, FORM].includes(moment.previousFocus) ? BUTTON : focusWhenEditable(moment);
};

const problemField: FocusRule = ({ snapshot }) => {
  const { problem } = contextOf(snapshot);
  return problem && registrationIds.field(problem.field);
};

const focusOnProblem: FocusRule = (moment) =>
  isEvent(moment.after, 'submitted', 'paymentSucceeded') ? problemField(moment) : null;

const focusOnRefusedField: FocusRule = (moment) =>
  moment.after?.kind === 'outcome' ? problemField(moment) : null;

/** Expects the receipt with the sentence about its payment. */
const receipt =
  (isRefunded = false): StateExpectations =>
  (snapshot) => {
    const { isPaidTwice = false, amount = 0 } = contextOf(snapshot).registered ?? {};
    return [
      ...[...Object.values(registeredMessages), feeMessages.paid].map((line) => textWhere(!isRefunded, line)),
      text(`${contextOf(snapshot).paymentId}`),
      ...[feeMessages.refunded, receiptMessages.refunded(isPaidTwice, amount)].map((line) =>
        textWhere(isRefunded, line),
      ),
      textWhere(isPaidTwice && !isRefunded, receiptMessages.paidTwice(amount)),
      text(rupees(amount)),
      button(registrationButtons.another, { isEnabled: true }),
      button(registrationButtons.clear, { isEnabled: true }),
    ];
  };

/** The checks of the registration. */
export const registrationChecks: Checks = {
  focus: {
    'editing.idle': firstOf(
      movedTo(FORM, 'alertDismissed'),
      (moment) =>
        movedTo(
          contextOf(moment.snapshot).previousStudent === null ? HEADING : registrationIds.another,
          'anotherStudentStarted',
        )(moment),
      movedTo(HEADING, 'receiptCleared'),
    ),
    'editing.invalid': focusOnProblem,
    'editing.orderFailed': focusWhenEditable,
    'editing.orderInvalid': focusWhenEditable,
    'editing.unreachable': focusWhenEditable,
    'editing.unusable': focusWhenEditable,
    'editing.blocked': focusWhenEditable,
    'editing.paymentFailed': focusAfterWindow,
    'editing.paidAlready': focusAfterWindow,
    'editing.beingConfirmed': focusWhenEditable,
    'editing.unpaid': focusWhenEditable,
    'editing.dismissed': focusAfterWindow,
    'editing.unclear': focusAfterWindow,
    'editing.interrupted': focusWhenEditable,
    'editing.refunded': focusWhenEditable,
    creatingOrder: focusOnForm,
    checkingPayment: focusOnForm,
    'loadingCheckout.requesting.onTime': focusOnForm,
    'loadingCheckout.requesting.slow': focusOnForm,
    'loadingCheckout.waitingToRetry': focusOnForm,
    'paying.open': byVisitor(() => WINDOW),
    'paying.formShown.declined': firstOf(movedTo(FORM, 'alertDismissed'), (input) =>
      input.previousFocus === WINDOW ? movedTo(WINDOW, 'paymentFailed')(input) : null,
    ),
    'paying.formShown.vanished': focusAfterWindow,
    registering: focusOnForm,
    'paid.unregistered': returnedFrom(FORM, BUTTON),
    'paid.invalid': focusOnProblem,
    'paid.fieldRefused': focusOnRefusedField,
    registered: () => 'h1',
    checkingReceipt: () => 'h1',
    refunded: () => 'h1',
  },
  states: {
    'editing.idle': payable,
    'editing.invalid': problem,
    'editing.orderFailed': failure(null),
    'editing.orderInvalid': (snapshot, after) => {
      const { invalid, orderInvalid } = registrationMessages;
      const { order, isUnconfirmed } = contextOf(snapshot);
      return failure(order === null && !isUnconfirmed ? orderInvalid : invalid)(snapshot, after);
    },
    'editing.unreachable': failure(registrationMessages.checkoutUnreachable),
    'editing.unusable': failure(registrationMessages.checkoutUnusable),
    'editing.blocked': failure(registrationMessages.checkoutBlocked),
    'editing.paymentFailed': failure(DECLINED, declined),
    'editing.paidAlready': failure('Payment failed: This order has already been paid.'),
    'editing.beingConfirmed': failure(registrationMessages.beingConfirmed),
    'editing.unpaid': failure(registrationMessages.unpaid),
    'editing.dismissed': failure(registrationMessages.dismissed),
    'editing.unclear': failure(registrationMessages.unclear),
    'editing.interrupted': failure(registrationMessages.interrupted),
    'editing.refunded': failure(null),
    creatingOrder: busy(),
    checkingPayment: busy(),
    'loadingCheckout.requesting.onTime': busy(),
    'loadingCheckout.requesting.slow': busy(registrationButtons.processing, registrationProgress.slow),
    'loadingCheckout.waitingToRetry': busy(registrationButtons.processing, registrationProgress.retrying),
    'paying.open': busy(registrationButtons.waiting),
    'paying.formShown.declined': failure(DECLINED, declined),
    'paying.formShown.vanished': failure(registrationMessages.vanished),
    registering: (snapshot, after) => [
      ...busy(registrationButtons.saving)(snapshot, after),
      text(feePaid(snapshot)),
    ],
    'paid.unregistered': (snapshot, after) => {
      const { values, alert } = contextOf(snapshot);
      return [formValues(values), ...paidFor(snapshot, after), ...(alert === null ? [] : [text(alert)])];
    },
    'paid.invalid': (snapshot, after) => [...problem(snapshot, after), ...paidFor(snapshot, after)],
    'paid.fieldRefused': (snapshot, after) => [...problem(snapshot, after), ...paidFor(snapshot, after)],
    registered: receipt(),
    checkingReceipt: receipt(),
    refunded: receipt(true),
  },
};
