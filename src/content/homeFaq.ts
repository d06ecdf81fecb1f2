import { FEE } from '../../machines/registration/registration.fee.ts';
import { cancellation, refundDaysOnHome } from '../../machines/registration/registration.terms.ts';
import type { Faq } from './faq.ts';

/** The five questions of the home page, one with the 14-day refund policy. Spec §2, Home; §9. */
export const homeFaq: readonly Faq[] = [
  {
    id: 'grades',
    question: 'Which grades do you teach?',
    answer: 'We teach Grades 5 to 10. Our career awareness workshops are for Grades 8 to 12.',
  },
  {
    id: 'classes',
    question: 'How are the classes held?',
    answer:
      'Classes are online and daily, with regular assessments. Your child needs a phone, tablet or computer with internet, a notebook and a quiet corner.',
  },
  {
    id: 'progress',
    question: 'How will I know whether my child is improving?',
    answer:
      'You receive a personal progress report every week. It says how the assessments went, and where your child needs more practice.',
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
    answer: `Fill in the registration form with your child, and pay the course fee of ₹${FEE.rupees} online. We confirm the payment by e-mail.`,
    link: { label: 'Go to the registration form', href: '/register-re' },
  },
];
