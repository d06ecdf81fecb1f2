import type { Faq } from './faq.ts';
import { topAward, totalText } from './scholarshipFigures.ts';
import { site } from './site.ts';

/** The four questions of the About page, also in its structured data. Spec §2, About. */
export const aboutFaq: readonly Faq[] = [
  {
    id: 'what',
    question: `What does ${site.name} teach?`,
    answer:
      'Board exam preparation, English communication, a foundation for competitive exams, and life skills. Classes are online and daily, for Grades 5 to 10.',
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
    answer: `Yes. The Excellence Scholarship is for students of Classes 5 to 10 in our partner schools. ${totalText}: the top performer receives ${topAward}.`,
    link: { label: 'Read about the Excellence Scholarship', href: '/knowmore' },
  },
  {
    id: 'talk',
    question: 'Can I talk to someone before I register?',
    answer: `Yes, please do. Call ${site.phone}, or write to ${site.email}. Or leave your number under “Get a Call Back”, and our expert will contact you.`,
    link: { label: 'Send us a message', href: '/contact' },
  },
];
