/** The terms that a registration accepts: the version of the legal text, and the sentences that pages and mails share. */

/** The days from the registration in which it can be cancelled and a problem be reported. Spec §9, Refund policy. */
export const refundDays = 15;

/** The days that the home page states. Spec §2, Home; §9, Refund policy. */
export const refundDaysOnHome = 14;

/** The cancellation period and the refund. Spec §9, Refund policy. */
export const cancellation = [
  `You can cancel by e-mail within ${refundDays} days, if classes have not started and no study material has been opened.`,
  `Please write within ${refundDaysOnHome} days, to be on the safe side.`,
  `We refund the fee only for a genuine problem with access, delivery or quality that you report within ${refundDays} days.`,
].join(' ');

/** How long an approved refund takes to arrive. Spec §9, Refund policy. */
export const refundTime = '6 to 8 business days';

/** The specification gives no day. */
export const startOfClasses = 'We will call or write to you before classes start.';

/** The version of the legal text that a registration accepts: the day of its last update. Spec §2, Legal pages. */
export const termsVersion = '2025-08-01';

/** The request header with the version that the page shows, sent where site and service share an origin. */
export const TERMS_VERSION_HEADER = 'x-terms-version';

/**
 * The accepted version: the one in the header, possibly of an older build; the present one where the header has no
 * valid version.
 */
export const acceptedTerms = (header: unknown): string =>
  typeof header === 'string' && /^\d{4}-\d\d-\d\d$/.test(header) && header < termsVersion
    ? header
    : termsVersion;
