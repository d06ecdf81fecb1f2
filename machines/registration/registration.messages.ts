import { sanitizeExternalText } from '../shared/text.ts';
import { FEE, rupees } from './registration.fee.ts';
import { refundTime } from './registration.terms.ts';

const NOTHING_PAID = 'You have not paid anything.';

/** The provider says within how many days a debit without a payment goes back. */
export const moneyDeducted =
  'If money was deducted but your payment failed, your bank returns it, usually in 5 to 7 working days.';

/** The names of the buttons; the first seven are names of the submit button. */
export const registrationButtons = {
  pay: `Register and pay ₹${FEE.rupees}`,
  payAgain: 'Pay again',
  check: 'Check my payment',
  complete: 'Complete the registration',
  processing: 'Processing…',
  waiting: 'Waiting for the payment…',
  saving: 'Saving the registration…',
  returnToForm: 'The payment window is not there',
  another: 'Register another student',
  clear: 'Clear this page',
} as const;

/** How far the payment window is. */
export const registrationProgress = {
  slow: 'The payment window is taking longer than usual to load. Please wait.',
  retrying: 'The payment window did not load. Trying again…',
  open: 'Please finish paying in the payment window.',
} as const;

/** The sentences about the fee. Spec §2, Student registration. */
export const feeMessages = {
  due: `Course Fee: ₹${FEE.rupees} Only`,
  paid: 'Course fee paid',
  refunded: 'Course fee refunded',
  amountPaid: (paise: number) => `Fee paid: ${rupees(paise)}`,
  reference: (paymentId: string) => `Payment reference: ${paymentId}`,
  notAgain: 'You will not be asked to pay again.',
  moneyLeft: 'Has money left your account?',
} as const;

/** The sentences for a registered student. Spec §8, Registration, success. */
export const registeredMessages = {
  heading: 'Registration Successful!',
  processed: 'Your payment was processed successfully.',
  thanks: 'Thank you for registering. You will receive a confirmation email shortly.',
} as const;

const CHECKED_FIRST = `Your details are saved. Before you pay again, please press “${registrationButtons.check}”.`;

/** Messages of a registration that fails or is interrupted. Spec §8; where the specification has none, our own. */
export const registrationMessages = {
  paymentFailed: (description: string) =>
    `Payment failed: ${sanitizeExternalText(description) ?? 'the payment provider gave no reason. Please try again.'}`,
  orderFailed: 'We could not start the payment. Please try again.',
  orderTimedOut: `The server did not answer in time. ${NOTHING_PAID} Please try again.`,
  orderUnreachable: `We could not reach the server. ${NOTHING_PAID} Please check your connection and try again.`,
  orderInvalid: `We could not start the payment: the answer was not for ₹${FEE.rupees}. ${NOTHING_PAID} Please try again.`,
  checkoutUnreachable:
    'Payment failed: the payment window did not load. Please check your connection and your content blocker, and try again.',
  checkoutUnusable:
    'Payment failed: the payment window did not start. A content blocker may stop it. Please allow it, and try again.',
  checkoutBlocked: 'Payment failed: the payment window did not open. Please try again.',
  dismissed: `You closed the payment window. ${CHECKED_FIRST}`,
  vanished: `The payment window closed without an answer. ${CHECKED_FIRST}`,
  unclear: `The payment window did not say which payment was made. ${CHECKED_FIRST}`,
  interrupted: CHECKED_FIRST,
  /** After a payment was looked for in vain. */
  unpaid: `No payment has arrived so far. ${moneyDeducted}`,
  /** For an order that was made before, and may be paid. */
  timedOut: 'The server did not answer in time. Please try again.',
  invalid: `We could not start the payment: the answer was not for ₹${FEE.rupees}. Please try again.`,
  unreachable: 'We could not reach the server. Please check your connection and try again.',
  /** The service says so. */
  refunded:
    'We refunded the payment, so the student is not registered. Your details are saved. Pay again to register the student.',
  /** The service says so of a payment that is authorized and not captured yet. */
  beingConfirmed: 'Your payment is being confirmed. Please do not pay again.',
  registerFailed:
    'We have your payment, but could not save the registration. Please try again. You will not pay twice.',
} as const;

/** The sentences of a receipt about a pending or finished refund. */
export const receiptMessages = {
  paidTwice: (paise: number) =>
    `You had already paid for this student. We refund ${rupees(paise)}, your second payment, to the same account or card within ${refundTime}. Questions? Call or write to us with the payment reference.`,
  refunded: (isPaidTwice: boolean, paise: number) =>
    `We refunded ${rupees(paise)}. It reaches the account or card that you paid with within ${refundTime}. ${isPaidTwice ? 'The student stays registered with the first payment.' : 'The student is no longer registered.'} Questions? Call or write to us with the payment reference.`,
} as const;
