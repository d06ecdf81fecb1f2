import { scholarshipFee, topAward, totalText } from './scholarshipFigures.ts';
import { certificateText, cutOffs, feePayment, resultsText } from './scholarshipSentences.ts';

export type Stage = { id: string; name: string; title: string; text: string; cutOff: string | null };

/** The three selection rounds. Spec §4, Scholarship selection stages; §9. */
export const scholarshipStages = [
  {
    id: 'mcq',
    name: 'Stage 1',
    title: 'MCQ',
    text: 'A test of multiple-choice questions.',
    cutOff: `${cutOffs.stage1} to reach Stage 2`,
  },
  {
    id: 'written-exam',
    name: 'Stage 2',
    title: 'Written exam',
    text: 'Answers in the student’s own words, with the working shown.',
    cutOff: `${cutOffs.stage2} to reach Stage 3`,
  },
  {
    id: 'personal-interview',
    name: 'Stage 3',
    title: 'Personal interview',
    text: 'A conversation with the student, to hear how he or she thinks.',
    cutOff: null,
  },
] as const satisfies readonly Stage[];

/** The Excellence Scholarship page. Spec §2, Scholarship information; §9, Scholarship. */
export const scholarshipPage = {
  heading: 'The Excellence Scholarship',
  intro: `${totalText}, won in three stages. The top performer receives ${topAward}, and the scholarship is renewable annually. Please read this page with your child before you apply.`,
  rewards: {
    heading: 'Rewards',
    intro: `${totalText}, renewable annually.`,
    note: 'Scholarships are handed over at the school’s annual function, by cheque to a parent’s account. The winner attends with a parent or guardian.',
  },
  fee: {
    heading: 'Registration and exam fee',
    amount: `${scholarshipFee} per student`,
    text: `Every student pays ${scholarshipFee} for registration and the exam. This fee is non-refundable: it is not returned to a student who is disqualified or absent.`,
    payment: feePayment,
  },
  eligibility: {
    heading: 'Who can take part',
    points: [
      'Students of Classes 5 to 10',
      'Studying in one of our partner schools. We choose the partner schools ourselves.',
      'If you do not know whether your school is one of them, ask us before you pay.',
    ],
  },
  selection: {
    heading: 'Selection rounds',
    intro: 'There are three stages. A student who reaches the cut-off of one goes on to the next.',
  },
  rules: {
    heading: 'Rules',
    points: [
      'Students sit every stage by themselves, without help.',
      'Cheating means disqualification, and the fee is forfeited.',
      'Results are not reconsidered.',
    ],
  },
  results: {
    heading: 'Results',
    text: `${resultsText} They are final, and there is no reconsideration.`,
  },
  certificates: {
    heading: 'A certificate for everyone',
    text: certificateText,
  },
  actions: [
    { label: 'Apply Now', href: '/applyPath' },
    { label: 'Ask a question', href: '/contact' },
  ],
} as const;
