import type { Link } from './link.ts';
import { site } from './site.ts';

export type Faq = { id: string; question: string; answer: string; link?: Link };

/** Heading of both FAQ sections. */
export const faqHeading = 'Questions parents ask us';

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
    answer:
      'We have a 14-day refund policy. Write to us by e-mail within 14 days of registering and give us your registration details. Whether a refund is due depends on the reason and on how much of the course has been used; every condition is written on our refund page. Please read it before you pay.',
    link: { label: 'Read the Cancellation and Refund Policy', href: '/refund' },
  },
  {
    id: 'register',
    question: 'How do I register, and what does it cost?',
    answer:
      'Fill in the registration form together with your child and pay the course fee of ₹2000 online. The form shows the fee before you pay. You will receive a confirmation e-mail after the payment.',
    link: { label: 'Go to the registration form', href: '/register-re' },
  },
];

/** The four questions of the About page; they also stand in its structured data. Spec §2, About. */
export const aboutFaq: readonly Faq[] = [
  {
    id: 'what',
    question: `What does ${site.name} teach?`,
    answer:
      'Board exam preparation, English communication, a foundation for competitive exams, and life skills, for students of Grades 5 to 10. Classes are online and daily, with regular assessments.',
    link: { label: 'See the syllabus', href: '/courses' },
  },
  {
    id: 'schools',
    question: 'Do you also work with schools and teachers?',
    answer:
      'Yes. We train teachers, support schools in their development, publish books and hold career workshops for Grades 8 to 12. So far we have trained 300+ teachers and worked with 100+ schools.',
    link: { label: 'See all services', href: '/services' },
  },
  {
    id: 'scholarship',
    question: 'Is there a scholarship?',
    answer:
      'Yes. The Excellence Scholarship is for students of Classes 5 to 10 in the partner schools we choose. There are ten scholarships in all, and the top performer receives ₹2 Lakh.',
    link: { label: 'Read about the Excellence Scholarship', href: '/knowmore' },
  },
  {
    id: 'talk',
    question: 'Can I talk to someone before I register?',
    answer: `Certainly, and we would like you to. Call ${site.phone}, write to ${site.email}, send us a message, or leave your number in the call-back box and our expert will contact you.`,
    link: { label: 'Send us a message', href: '/contact' },
  },
];
