import { scholarshipFee } from './scholarshipFigures.ts';

/** The sentences that several texts of the scholarship share. Spec §9, Scholarship. */

/** The specification does not say where, when and how the fee is paid. */
export const feePayment = `Sending the application costs nothing. When we call you about the exam, we tell you where, when and how the fee of ${scholarshipFee} is paid; it is not paid on this website.`;

/** The results that reach the next stage. */
export const cutOffs = { stage1: '90% or above', stage2: '95% or above' } as const;

export const resultsText = 'Results are published on this website within 30 days.';

export const certificateText = 'All registered students get a digital participation certificate.';
