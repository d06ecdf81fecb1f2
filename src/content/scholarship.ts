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
    text: 'A conversation, in which we hear how the student thinks.',
    cutOff: null,
  },
] as const satisfies readonly Stage[];

/** The Excellence Scholarship page. Spec §2, Scholarship information; §9, Scholarship. */
export const scholarshipPage = {
  heading: 'The Excellence Scholarship',
  intro: `${totalText}, won in three stages. The top performer receives ${topAward}. The scholarship is renewable annually.`,
  rewards: {
    heading: 'Rewards',
    intro: 'Every reward is renewable annually.',
    note: 'We hand over the scholarships at the school’s annual function, by cheque to a parent’s account. The winner attends with a parent or guardian.',
  },
  fee: {
    heading: 'Registration and exam fee',
    amount: `${scholarshipFee} per student`,
    text: `Every student pays ${scholarshipFee} for registration and the exam. This fee is non-refundable. A student who is disqualified or absent does not get it back.`,
    payment: feePayment,
  },
  eligibility: {
    heading: 'Who can take part',
    points: [
      'Students of Classes 5 to 10',
      'Studying in one of our partner schools. We choose the partner schools ourselves.',
      'Not sure about your school? Ask us before you pay.',
    ],
  },
  selection: {
    heading: 'Selection rounds',
    intro: 'There are three stages. Reach the cut-off of a stage, and you go on to the next.',
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
    text: `${resultsText} They are final. There is no reconsideration.`,
  },
  certificates: {
    heading: 'A certificate for everyone',
    text: certificateText,
  },
  apply: { label: 'Apply Now', href: '/applyPath' },
  ask: { label: 'Ask a question', href: '/contact' },
} as const;
