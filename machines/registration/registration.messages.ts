import { sanitizeExternalText } from '../shared/text.ts';
import { FEE } from './registration.rules.ts';

const NOTHING_PAID = 'You have not paid anything.';

const CHECKED_FIRST =
  'Your details are kept. Before you pay again, we check whether your payment has arrived.';

/** Messages of a registration that fails or is interrupted. Spec §8; where the specification has none, our own. */
export const registrationMessages = {
  paymentFailed: (description: string) =>
    `Payment failed: ${sanitizeExternalText(description) ?? 'the payment provider gave no reason. Please try again.'}`,
  orderFailed: 'We could not start the payment. Please try again.',
  orderTimedOut: `The server did not answer in time. ${NOTHING_PAID} Please try again.`,
  orderUnreachable: `We could not reach the server. ${NOTHING_PAID} Please check your connection and try again.`,
  orderInvalid: `We could not start the payment: the order that came back is not one of ₹${FEE.rupees}. ${NOTHING_PAID} Please try again.`,
  checkoutUnreachable:
    'Payment failed: the payment window could not be loaded. Please check your connection, allow it if a content blocker stops it, and try again.',
  checkoutUnusable:
    'Payment failed: the payment window did not start. A content blocker may be stopping it. Please allow it and try again.',
  checkoutBlocked: 'Payment failed: the payment window could not be opened. Please try again.',
  dismissed: `You closed the payment window. ${CHECKED_FIRST}`,
  vanished: `The payment window closed without an answer. ${CHECKED_FIRST}`,
  unclear: `The payment window did not say which payment was made. ${CHECKED_FIRST}`,
  interrupted: CHECKED_FIRST,
  /** After a payment was looked for in vain. */
  unpaid:
    'No payment has arrived so far. Money that was debited without a payment goes back by itself, as a rule within 5 to 7 working days.',
  /** For an order that was made before, and may be paid. */
  timedOut: 'The server did not answer in time. Please try again.',
  invalid: `We could not start the payment: the order that came back is not one of ₹${FEE.rupees}. Please try again.`,
  unreachable: 'We could not reach the server. Please check your connection and try again.',
  /** The service says so. */
  refunded:
    'The payment was refunded, so this registration is not paid. Your details are saved: pay again to register the student.',
  /** The service says so of a payment that is authorized and not captured yet. */
  beingConfirmed: 'Your payment is being confirmed. Please do not pay again.',
  registerFailed:
    'We have your payment, but could not save the registration. Please try again; you will not pay twice.',
} as const;
