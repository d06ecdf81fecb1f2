import type { Link } from './link.ts';

/** The scholarship block of the home page. Spec §2; §9, Scholarship. */
export const scholarshipPromo = {
  heading: 'The Excellence Scholarship',
  highlight: '₹2 Lakh for the top performer',
  text: 'Ten scholarships in total, renewable annually, for students of Classes 5 to 10 in our partner schools.',
  points: [
    'Ranks 2 to 3 get ₹50,000 each, ranks 4 to 10 get ₹25,000 each',
    'Registration and exam: ₹100 per student',
    'A digital participation certificate for every registered student',
  ],
  apply: { label: 'Apply Now', href: '/applyPath' },
  knowMore: { label: 'Know More', href: '/knowmore' },
} as const satisfies {
  heading: string;
  highlight: string;
  text: string;
  points: readonly string[];
  apply: Link;
  knowMore: Link;
};
