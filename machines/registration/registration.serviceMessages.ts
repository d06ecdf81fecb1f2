import { refundTime } from './registration.terms.ts';

/** The sentences of the service that the registration shows as they are, in the order in which a visitor meets them. Spec §7. */
export const registrationServiceMessages = {
  providerUnreachable: 'The payment provider cannot be reached. Please try again in a moment.',
  providerRefused: 'The payment provider did not accept the request. Please try again later.',
  tooManyOpenOrders: (inMinutes: number) =>
    `Too many unpaid registrations come from your connection. Please try again in ${inMinutes} minutes.`,
  otherAddress:
    'The payment was made with another e-mail address. Your registration is saved, but not as paid. ' +
    'Please call or write to us with the payment reference. You do not need to pay again.',
  otherPayer:
    'You have paid with this e-mail address for another student, phone number or course. Your registration is saved, ' +
    'but not as paid. Please give the details that you paid for, or call or write to us.',
  secondPayment:
    'Your payment has arrived, but its order is for another student, phone number or course. ' +
    `Your registration is saved, but not as paid. We refund the payment within ${refundTime}. Or call or write to us ` +
    'with the payment reference: then it counts for this registration. You do not need to pay again.',
  otherDetails:
    'This student is already registered and paid for in this course, with other details. Your new details are saved. ' +
    'Are they the right ones? Please call or write to us. You do not need to pay again.',
  notConfirmed:
    'We cannot confirm your payment yet. Another registration with this e-mail address waits for it. ' +
    'Yours is saved. Please send it again in a minute, and do not pay again.',
} as const;
