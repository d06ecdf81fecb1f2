/** The figures of the Excellence Scholarship, from which its texts are made. Spec §9, Scholarship. */

export type Reward = { ranks: string; amount: string };

export const scholarshipRewards = [
  { ranks: 'Rank 1', amount: '₹2,00,000' },
  { ranks: 'Ranks 2 to 3', amount: '₹50,000 each' },
  { ranks: 'Ranks 4 to 10', amount: '₹25,000 each' },
] as const satisfies readonly Reward[];

/** The reward of rank 1, as headlines have it. */
export const topAward = '₹2 Lakh';

export const totalText = 'Ten scholarships in total';

/** The registration and exam fee of a student. */
export const scholarshipFee = '₹100';
