import { scholarshipFee } from './scholarshipFigures.ts';

/** The sentences that several texts of the scholarship share. Spec §9, Scholarship. */

/** The specification does not say where, when and how the fee is paid. */
export const feePayment = `The application is free. The exam fee of ${scholarshipFee} is not paid on this website. When we call you, we tell you where, when and how to pay it.`;

/** The results that reach the next stage. */
export const cutOffs = { stage1: '90% or above', stage2: '95% or above' } as const;

export const resultsText = 'Results are published on this website within 30 days.';

export const certificateText = 'All registered students get a digital participation certificate.';
