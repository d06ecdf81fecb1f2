/** The sentences about the start of classes and about cancelling, the same on the pages and in the mail. */

/** The days from the registration in which it can be cancelled and a problem be reported. Spec §9, Refund policy. */
export const refundDays = 15;

/** The days that the home page states. Spec §2, Home; §9, Refund policy. */
export const refundDaysOnHome = 14;

/** Until when a registration can be cancelled, and what is paid back. Spec §9, Refund policy. */
export const cancellation = `You can cancel by e-mail within ${refundDays} days of registering (best within ${refundDaysOnHome}), until classes start or digital material is accessed; the fee is refunded only for a genuine problem with access, delivery or quality reported within the same ${refundDays} days, not for a change of mind.`;

/** The specification gives no day. */
export const startOfClasses = 'We call or write to you about the start of the classes.';
