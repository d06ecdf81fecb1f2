/**
 * How well a registration is known to be that of whoever paid its order, from least to most. An order goes to the
 * registration with the most.
 */
export const evidenceLevels = {
  /** It came while the order was unpaid, as far as was known, or its own payment was not seen yet. */
  waiting: 0,
  /** It came when the order was known to be paid. */
  arrived: 1,
  /** Its student and phone number are those in the payment's notes. */
  named: 2,
  /** It came with the signature that the provider gave the payer's browser. */
  proven: 3,
} as const;

export type Evidence = (typeof evidenceLevels)[keyof typeof evidenceLevels];

/**
 * Whether a registration takes an order from another one. Of two with proof the later does: it is the same payer, who
 * has corrected something.
 */
export const isStrongerEvidence = (newer: Evidence, older: Evidence): boolean =>
  newer > older || (newer === evidenceLevels.proven && older === evidenceLevels.proven);

/** Reads what the database has stored. */
export const toEvidence = (stored: number): Evidence =>
  Object.values(evidenceLevels).find((each) => each === stored) ?? evidenceLevels.waiting;
