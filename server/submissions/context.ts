import type { Sql } from '../database/database.types.ts';
import type { PaymentContext } from '../payments/context.ts';

/** The dependencies of everything that stores submissions. */
export type SubmissionContext = PaymentContext & {
  /** Is called in the transaction that stores a submission, again when the same registration is sent again. */
  onSubmission(sql: Sql, submissionId: number): Promise<void>;
};
