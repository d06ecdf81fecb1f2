/** The sentences about the start of classes and about cancelling, the same on the pages and in the mail. */

/** The periods of the refund policy. Spec §9, Refund policy. */
export const refundPolicy = {
  /** The days from the registration in which it can be cancelled and a problem be reported. */
  days: 15,
  /** The days that the home page states. */
  daysOnHome: 14,
  /** The number of classes attended from which nothing is refunded. */
  classes: 15,
  /** The business days until an approved refund is credited. */
  businessDays: '6 to 8',
} as const;

const { days, daysOnHome } = refundPolicy;

/** Until when a registration can be cancelled, and what is paid back. Spec §9, Refund policy. */
export const cancellation = `You can cancel by e-mail within ${days} days of registering (best within ${daysOnHome}), as long as classes have not started and no digital material has been accessed; the fee is refunded only for a genuine problem with access, delivery or quality that you report within the same ${days} days, and not for a change of mind.`;

/** The specification gives no day. */
export const startOfClasses = 'We call or write to you about the start of the classes.';
