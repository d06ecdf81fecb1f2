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

/** The rewards but the first, in one clause. */
export const otherRewards = scholarshipRewards
  .slice(1)
  .map(({ ranks, amount }) => `${ranks} get ${amount}`)
  .join(', ')
  .replace(', R', ', r');

export const topAward = `₹${TOP_AWARD / LAKH} Lakh`;

export const totalText = 'Ten scholarships in total';

/** The registration and exam fee of a student. */
export const scholarshipFee = formatRupees(100);

/** The specification does not say where, when and how the fee is paid. */
export const feePayment = `Sending the application costs nothing. When we call you about the exam, we tell you where, when and how the fee of ${scholarshipFee} is paid; it is not paid on this website.`;

/** The results that reach the next stage. */
export const cutOffs = { stage1: '90% or above', stage2: '95% or above' } as const;

export const resultsText = 'Results are published on this website within 30 days.';

export const certificateText = 'All registered students get a digital participation certificate.';
