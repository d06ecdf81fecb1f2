import type { Link } from './link.ts';
import { scholarshipFee, scholarshipRewards, topAward, totalText } from './scholarshipFigures.ts';

const [, second, third] = scholarshipRewards;

/** The scholarship block of the home page. Spec §2; §9, Scholarship. */
export const scholarshipPromo = {
  heading: 'The Excellence Scholarship',
  highlight: `${topAward} for the top performer`,
  text: `${totalText}, renewable annually, for students of Classes 5 to 10 in our partner schools.`,
  points: [
    `${second.ranks} get ${second.amount}, ${third.ranks.toLowerCase()} get ${third.amount}`,
    `Registration and exam: ${scholarshipFee} per student`,
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
