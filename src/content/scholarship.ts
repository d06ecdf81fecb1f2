export type Reward = { ranks: string; amount: string };
export type Stage = { id: string; name: string; title: string; text: string; cutOff: string | null };

/** The rewards by rank. Spec §9, Scholarship. */
export const scholarshipRewards = [
  { ranks: 'Rank 1', amount: '₹2,00,000' },
  { ranks: 'Ranks 2 to 3', amount: '₹50,000 each' },
  { ranks: 'Ranks 4 to 10', amount: '₹25,000 each' },
] as const satisfies readonly Reward[];

/** The three selection rounds. Spec §4, Scholarship selection stages; §9. */
export const scholarshipStages = [
  {
    id: 'mcq',
    name: 'Stage 1',
    title: 'MCQ',
    text: 'A test of multiple-choice questions.',
    cutOff: '90% or above to reach Stage 2',
  },
  {
    id: 'written-exam',
    name: 'Stage 2',
    title: 'Written exam',
    text: 'Answers in the student’s own words, with the working shown.',
    cutOff: '95% or above to reach Stage 3',
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
  intro:
    'Ten students, chosen in three stages. The top performer receives ₹2 Lakh, and the scholarship is renewable annually. Please read this page with your child before you apply.',
  rewards: {
    heading: 'Rewards',
    intro: 'Ten scholarships in total, renewable annually.',
    note: 'Scholarships are handed over at the school’s annual function, by cheque to a parent’s account. The winner attends with a parent or guardian.',
  },
  fee: {
    heading: 'Registration and exam fee',
    amount: '₹100 per student',
    text: 'Every student pays ₹100 for registration and the exam. This fee is non-refundable: it is not returned to a student who is disqualified or absent.',
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
    text: 'Results are published on this website within 30 days. They are final, and there is no reconsideration.',
  },
  certificates: {
    heading: 'A certificate for everyone',
    text: 'All registered students get a digital participation certificate.',
  },
  actions: [
    { label: 'Apply Now', href: '/applyPath' },
    { label: 'Ask a question', href: '/contact' },
  ],
} as const;
