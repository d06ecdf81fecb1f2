import { rupees } from '../../machines/registration/registration.fee.ts';
import { cancellation, refundTime, startOfClasses } from '../../machines/registration/registration.terms.ts';
import { site } from './site.ts';

/** The three steps of a registration, in order. Spec §4, Registration. */
export const registrationSteps = ['Details', 'Payment', 'Enrolled'] as const;

/** The texts about the fee. Spec §8, Registration, success; §9, Refund policy. */
export const registrationFee = {
  heading: 'Before you pay',
  points: [
    'The fee is for one student and for the one course that you choose in the form.',
    'After the payment your receipt is shown on this page, and a confirmation goes to the e-mail address that you give.',
    cancellation,
  ],
  link: { label: 'Read how to cancel, and when a fee is returned', href: '/refund' },
} as const;

export const registrationHints = {
  phone:
    'Ten digits. The student’s own number, or one at which we reach the student. Parents’ numbers have fields of their own.',
  parentName: 'If there is one parent, write a guardian’s name or a dash (-) for the other one.',
  parentPhone: 'Ten digits. If you have one phone, give its number again.',
  email:
    'The student’s or a parent’s. The confirmation goes to this address, and by it we find your payment.',
  emailOfPayment: 'The payment was made for this address.',
} as const;

/** Above the button, for a family that has paid for this student before, on another device or in another tab. */
export const paidBefore = `Have you already paid for this student? Then please do not pay again: look for our confirmation in your inbox, and in the spam folder too. If it is not there, call ${site.phone} or write to ${site.email}.`;

/** The headings of the summary above the button. */
export const registrationSummary = {
  heading: 'Is everything right?',
  student: 'Student',
  course: 'Course',
  phone: 'Phone',
  email: 'Email',
  parents: 'Parents’ phones',
} as const;

/** The sentence that comes first once the fee is paid and the registration is not stored yet. */
export const paidFee = {
  feePaid: (paise: number) => `Fee paid: ${rupees(paise)}`,
  payment: (paymentId: string) => `Payment reference: ${paymentId}`,
  notAgain: 'You will not be asked to pay again.',
} as const;

/**
 * The sentences for a payment that may have been made and has not arrived. The provider says within how many days a debit
 * without a payment goes back.
 */
export const paymentAdvice = {
  heading: 'Has money left your account?',
  debit:
    'Money that was debited without a payment goes back by itself, as a rule within 5 to 7 working days.',
  check:
    'Before you pay again, we ask whether the payment has arrived. If it has, the student is registered and you do not pay a second time.',
  help: `Not back by then, or not sure? Call ${site.phone} or write to ${site.email} with the reference in your bank’s SMS (UTR or RRN). A payment that has not arrived has no reference of ours.`,
} as const;

/** The texts next to the form. */
export const registrationAside = {
  detailsHeading: 'What happens with these details',
  details: [
    'We use them to enrol the student, to reach you, and to send parents a progress report every week.',
    'We never sell them.',
    'You may ask us by e-mail to correct or delete them.',
  ],
  paymentHeading: 'How the payment works',
  payment: [
    'You pay in a window of our payment provider. We neither see nor store your card, UPI or bank details.',
    'If the payment does not go through, your details stay here and you can try again.',
  ],
  links: [
    { label: 'Privacy Policy', href: '/privacy' },
    { label: 'Cancellation and Refund Policy', href: '/refund' },
  ],
  helpHeading: 'Shall we help you fill it in?',
} as const;

/** Above the form for another student: for whom it is, and what is filled in already. */
export const anotherStudentText = {
  heading: 'Another student',
  forWhom: (name: string) =>
    `${name} is registered. This form is for another student, and its fee is paid separately.`,
  family:
    'The parents’ names and phones and the e-mail address are filled in as before. Please change what is different.',
} as const;

/** The texts of the receipt that replaces the form. */
const keepReference = 'Keep the payment reference. Print this page or note it down.';

export const receiptText = {
  heading: 'Receipt',
  from: site.name,
  fee: 'Course fee paid',
  date: 'Date of registration',
  reference: 'Payment reference',
  student: 'Student',
  course: 'Course',
  confirmation: 'Confirmation goes to',
  print: 'Print this receipt',
  paidTwice: (paise: number) =>
    `This student was registered and paid for before. The ${rupees(paise)} of this second payment will be refunded to the method that you paid with, within ${refundTime}. If you have questions, call or write to us with the payment reference.`,
  feeRefunded: 'Course fee refunded',
  refunded: (isPaidTwice: boolean, paise: number) =>
    `The ${rupees(paise)} of this payment was refunded, and is credited to the method that you paid with, within ${refundTime}. The student is ${isPaidTwice ? 'registered by the first payment' : 'no longer registered by it'}. If you have questions, call or write to us with the payment reference.`,
  another: 'Register another student',
  kept: 'This receipt stays in this browser tab for at most 24 hours. If others use this device, clear the page once you have printed it or noted the reference.',
  clear: 'Clear this page',
  keepReference,
  nextHeading: 'What happens next',
  next: [
    startOfClasses,
    keepReference,
    'Look for the confirmation in your inbox, and in the spam folder too.',
    'If something is missing or wrong, call or write to us with the payment reference. Please do not pay a second time.',
  ],
} as const;
