import { refundTime } from './registration.terms.ts';

/** The sentences of the service that the registration shows as they are, in the order in which a visitor meets them. Spec §7. */
export const registrationServiceMessages = {
  providerUnreachable: 'The payment provider cannot be reached. Please try again in a moment.',
  providerRefused: 'The payment provider did not accept the request. Please try again later.',
  tooManyOpenOrders: (inMinutes: number) =>
    `Too many registrations from your connection wait for their payment. Please try again in ${inMinutes} minutes.`,
  otherAddress:
    'The payment was made for another e-mail address. Your registration is saved, but not as paid: ' +
    'please call or write to us with the payment reference. You do not need to pay again.',
  otherPayer:
    'The payment for this e-mail address is for another student, phone number or course. Your registration is saved, ' +
    'but not as paid: please give the details that were paid for, or call or write to us.',
  secondPayment:
    'Your payment has arrived. It is the second one of an order that pays for another student, phone number or course, so ' +
    `your registration is saved, but not as paid. We refund the payment within ${refundTime}; or call or write to us with ` +
    'the payment reference, and it counts for this registration. You do not need to pay again.',
  otherDetails:
    'This student is already registered and paid for in this course, with other details. Your new details are saved: ' +
    'please call or write to us if they are the right ones. You do not need to pay again.',
  notConfirmed:
    'We cannot confirm your payment yet, and another registration with this e-mail address waits for it. ' +
    'Yours is saved: please send it again in a minute, and do not pay again.',
} as const;
