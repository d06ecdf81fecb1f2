import { scholarshipFee, scholarshipRewards, totalText } from './scholarshipFigures.ts';
import { certificateText, cutOffs, resultsText } from './scholarshipSentences.ts';

const [first, second, third] = scholarshipRewards;

/** Labels of the button that opens and closes the terms. Spec §2, Scholarship information. */
export const scholarshipTermsButton = {
  show: 'View Complete Terms & Conditions',
  hide: 'Hide Terms',
} as const;

/** The thirteen terms and the zero tolerance note behind the button. Spec §2, Scholarship information; §9. */
export const scholarshipTerms = {
  heading: 'Complete Terms & Conditions',
  terms: [
    'The scholarship is open to students of Classes 5 to 10 in our partner schools. We choose the partner schools.',
    `Each student pays a registration and exam fee of ${scholarshipFee}.`,
    'The fee is non-refundable. It is not returned if a student is disqualified or does not appear for the exam.',
    'Selection has three stages. Stage 1 is an MCQ test, Stage 2 a written exam and Stage 3 a personal interview.',
    `A student needs ${cutOffs.stage1} in Stage 1 to reach Stage 2.`,
    `A student needs ${cutOffs.stage2} in Stage 2 to reach Stage 3.`,
    `${totalText}, renewable annually.`,
    `${first.ranks} receives ${first.amount}. ${second.ranks} receive ${second.amount}. ${third.ranks} receive ${third.amount}.`,
    'Scholarships are handed over at the annual function of the student’s school. The winner attends with a parent or guardian.',
    'The amount is paid by cheque to a parent’s account.',
    resultsText,
    'Results are final. No request for reconsideration is accepted.',
    certificateText,
  ],
  zeroTolerance: {
    heading: 'Zero tolerance for cheating',
    text: 'A student who cheats, or lets somebody else answer, is disqualified at any stage, and the fee is forfeited. We say this plainly so that every honest child is treated fairly.',
  },
} as const satisfies {
  heading: string;
  terms: readonly string[] & { length: 13 };
  zeroTolerance: { heading: string; text: string };
};
