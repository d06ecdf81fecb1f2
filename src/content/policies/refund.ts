import { cancellation, refundDays } from '../../../machines/registration/registration.terms.ts';
import { scholarshipFee } from '../scholarshipFigures.ts';
import { site } from '../site.ts';
import { type Policy, policiesUpdated } from './policy.ts';

/** The cancellation and refund policy; it links to /shipping. Spec §2; §9, Refund policy. */
export const refund: Policy = {
  id: 'refund',
  title: 'Cancellation and Refund Policy',
  updated: policiesUpdated,
  intro: `${cancellation} Please read every condition below before you pay.`,
  sections: [
    {
      heading: 'Cancelling a registration',
      points: [
        `A registration can be cancelled only within ${refundDays} days of the day you registered.`,
        `Cancel by e-mail to ${site.email}. Include your registration details: the student’s name, grade, course and registered phone number.`,
        'A registration cannot be cancelled once classes have started, or once digital material has been accessed.',
      ],
    },
    {
      heading: 'When we refund',
      paragraphs: [
        `We refund the fee only for a genuine fault on our side that you report to us within ${refundDays} days:`,
      ],
      points: [
        'access: the student could not get into the course',
        'delivery: what you paid for was not delivered',
        'quality: there was a genuine problem with the quality of the course',
      ],
    },
    {
      heading: 'When no refund is possible',
      points: [
        'at least 15 classes have been attended',
        'worksheets or certificates have been downloaded',
        'you have changed your mind',
        'the child has lost interest',
        'the student attended only some of the classes',
        'the payment was for teacher training',
        `the payment was for the processing of a scholarship; this includes the ${scholarshipFee} registration and exam fee`,
        'the payment was an administrative fee',
      ],
    },
    {
      heading: 'How to ask for a refund',
      paragraphs: [
        `Write to ${site.email} within the ${refundDays} days. Tell us the student’s name, the registered phone number and the payment reference, and describe what went wrong. A screenshot often helps. We look at each request on its own and answer by e-mail.`,
      ],
    },
    {
      heading: 'How the money comes back',
      paragraphs: [
        'An approved refund is credited in 6 to 8 business days, to the payment method that you originally used.',
      ],
    },
    {
      heading: 'Shipping',
      paragraphs: ['Nothing is sent by post, so there are no shipping charges to return.'],
      links: [{ label: 'Read the Shipping Policy', href: '/shipping' }],
    },
  ],
};
