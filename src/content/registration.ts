import {
  feeMessages,
  moneyDeducted,
  registrationButtons,
} from '../../machines/registration/registration.messages.ts';
import { cancellation, startOfClasses } from '../../machines/registration/registration.terms.ts';
import { site } from './site.ts';

/** The three steps of a registration, in order. Spec §4, Registration. */
export const registrationSteps = ['Details', 'Payment', 'Enrolled'] as const;

/** The texts about the fee. Spec §8, Registration, success; §9, Refund policy. */
export const registrationFee = {
  heading: 'Before you pay',
  points: [
    'The fee is for one student and one course.',
    'After the payment you see your receipt here. We also send a confirmation to your e-mail address.',
    cancellation,
  ],
  /** The fee and the refund in one line of Hindi. */
  hindi:
    'कोर्स की फ़ीस ₹2000 है। रद्द करने के लिए 15 दिन के भीतर ई-मेल करें। फ़ीस केवल कक्षा या सामग्री में सही समस्या होने पर वापस मिलती है।',
  link: { label: 'Read how to cancel, and when we refund', href: '/refund' },
} as const;

export const registrationHints = {
  phone: 'Ten digits. A number at which we reach the student. Parents’ numbers come below.',
  parentName: 'One parent only? Write a guardian’s name or a dash (-) for the other.',
  parentPhone: 'Ten digits. One phone only? Give its number again.',
  course: 'All courses follow our syllabus. Our services page says which course teaches which skill.',
  email: 'The student’s or a parent’s. We send the confirmation there, and use it to find your payment.',
  emailOfPayment: 'You paid with this address.',
} as const;

/** Above the button, for a family that has paid for this student before, on another device or in another tab. */
export const paidBefore = `Have you already paid for this student? Please do not pay again. Look for our e-mail in your inbox and spam folder. Not there? Call ${site.phone} or write to ${site.email}.`;

/** The same in Hindi. */
export const paidBeforeHindi = 'इस छात्र के लिए भुगतान हो चुका है? कृपया दोबारा भुगतान न करें।';

/** The headings of the summary above the button. */
export const registrationSummary = {
  heading: 'Is everything right?',
  student: 'Student',
  course: 'Course',
  phone: 'Phone',
  email: 'Email',
  parents: 'Parents’ phones',
} as const;

/**
 * The sentences for a payment that may have been made and has not arrived. The provider says within how many days a debit
 * without a payment goes back.
 */
export const paymentAdvice = {
  heading: feeMessages.moneyLeft,
  debit: moneyDeducted,
  check:
    'Before you pay again, we check if your payment has arrived. If it has, we register the student, and you do not pay again.',
  help: `Not back by then, or not sure? Call ${site.phone} or write to ${site.email}. Please have the reference from your bank’s SMS ready (UTR or RRN).`,
} as const;

/** The texts next to the form. */
export const registrationAside = {
  detailsHeading: 'What happens with these details',
  details: [
    'We use them to enrol the student, to reach you, and to send you a progress report every week.',
    'We never sell them.',
    'You can ask us by e-mail to correct or delete them.',
  ],
  paymentHeading: 'How the payment works',
  payment: [
    'You pay in the window of our payment provider. We never see your card, UPI or bank details.',
    'If the payment does not go through, your details stay here, and you can try again.',
  ],
  links: [
    { label: 'Privacy Policy', href: '/privacy' },
    { label: 'Cancellation and Refund Policy', href: '/refund' },
  ],
  helpHeading: 'Need help with the form?',
} as const;

/** Above the form for another student: its purpose and the prefilled fields. */
export const anotherStudentText = {
  heading: 'Another student',
  forWhom: (name: string) =>
    `${name} is registered. This form is for another student, with a fee of its own.`,
  family: 'The parents’ names, phones and e-mail are filled in already. Please change what is different.',
} as const;

/** The texts of the receipt that replaces the form. */
const keepReference = 'Keep the payment reference: print this page or write it down.';

export const receiptText = {
  heading: 'Receipt',
  from: site.name,
  imprint: site.imprint,
  fee: feeMessages.paid,
  date: 'Date of registration',
  reference: 'Payment reference',
  student: 'Student',
  course: 'Course',
  confirmation: 'Confirmation goes to',
  print: 'Print this receipt',
  feeRefunded: feeMessages.refunded,
  another: registrationButtons.another,
  kept: 'This receipt stays in this browser tab for at most 24 hours. Do others use this device? Then print or note it, and clear this page.',
  clear: registrationButtons.clear,
  keepReference,
  nextHeading: 'What happens next',
  next: [
    startOfClasses,
    keepReference,
    'Look for our confirmation in your inbox and spam folder.',
    'Is something missing or wrong? Call or write to us with the payment reference. Please do not pay again.',
  ],
} as const;
