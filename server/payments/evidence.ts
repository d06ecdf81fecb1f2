/**
 * How well a registration is known to be the one that its order was paid for, from weakest to strongest. An order is
 * assigned to the registration with the strongest evidence.
 */
export const evidenceLevels = {
  /** It came while no payment of the order was known. */
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
 * Returns whether a newer registration takes an order from an older one. Of two with proof the newer does: it is from the
 * same payer, who has corrected something.
 */
export const isStrongerEvidence = (newer: Evidence, older: Evidence): boolean =>
  newer > older || newer === evidenceLevels.proven;

/** Returns the level that the database has stored; `waiting` for an unknown number. */
export const toEvidence = (stored: number): Evidence =>
  Object.values(evidenceLevels).find((each) => each === stored) ?? evidenceLevels.waiting;
