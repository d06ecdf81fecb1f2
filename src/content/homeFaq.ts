import { FEE } from '../../machines/registration/registration.fee.ts';
import { cancellation, refundDaysOnHome } from '../../machines/registration/registration.terms.ts';
import type { Faq } from './faq.ts';

/** The five questions of the home page, one with the 14-day refund policy. Spec §2, Home; §9. */
export const homeFaq: readonly Faq[] = [
  {
    id: 'grades',
    question: 'Which grades do you teach?',
    answer:
      'We teach students from Grade 5 to Grade 10. Our career awareness workshops are for Grades 8 to 12, so older students are welcome there too.',
  },
  {
    id: 'classes',
    question: 'How are the classes held?',
    answer:
      'All classes are online and held daily, with regular assessments in between. Your child needs a phone, tablet or computer with an internet connection, a notebook, and a reasonably quiet corner.',
  },
  {
    id: 'progress',
    question: 'How will I know whether my child is improving?',
    answer:
      'You receive a personal progress report every week. It tells you how the assessments went and where your child needs more practice, so that you need not wait for the school’s report card.',
  },
  {
    id: 'refund',
    question: 'Can I get my money back?',
    answer: `We have a ${refundDaysOnHome}-day refund policy. ${cancellation} Please read every condition on our refund page before you pay.`,
    link: { label: 'Read the Cancellation and Refund Policy', href: '/refund' },
  },
  {
    id: 'register',
    question: 'How do I register, and what does it cost?',
    answer: `Fill in the registration form together with your child and pay the course fee of ₹${FEE.rupees} online. A confirmation e-mail follows the payment.`,
    link: { label: 'Go to the registration form', href: '/register-re' },
  },
];
