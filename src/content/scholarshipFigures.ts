/** The figures of the Excellence Scholarship, from which its texts are made. Spec §9, Scholarship. */

const formatRupees = (amount: number) => `₹${amount.toLocaleString('en-IN')}`;

const LAKH = 100_000;
const TOP_AWARD = 2 * LAKH;

export type Reward = { ranks: string; amount: string };

/** The rewards by rank. */
export const scholarshipRewards = [
  { ranks: 'Rank 1', amount: formatRupees(TOP_AWARD) },
  { ranks: 'Ranks 2 to 3', amount: `${formatRupees(50_000)} each` },
  { ranks: 'Ranks 4 to 10', amount: `${formatRupees(25_000)} each` },
] as const satisfies readonly Reward[];

export const topAward = `₹${TOP_AWARD / LAKH} Lakh`;

export const totalText = 'Ten scholarships in total';

/** The registration and exam fee of a student. */
export const scholarshipFee = formatRupees(100);
