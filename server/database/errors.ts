import { errorCode, UnavailableError } from '../shared/errors.ts';
import { systemReason } from '../shared/systemErrors.ts';

/**
 * SQLSTATEs of a server that is unavailable or cannot write: connection (08), resources such as a full disk (53), its operator
 * (57P), a statement that took too long (57014), a standby (25006).
 */
const UNAVAILABLE_SQLSTATES = /^(08...|53...|57P..|57014|25006)$/;

/**
 * SQLSTATEs of work that others were in the way of, and that is rolled back: a conflict (40001), a deadlock (40P01), a
 * lock that was not to be had in time (55P03), a transaction that paused for too long (25P03).
 */
const ROLLED_BACK_SQLSTATES = /^(40001|40P01|55P03|25P03)$/;

export const isRolledBack = (error: unknown): boolean => ROLLED_BACK_SQLSTATES.test(String(errorCode(error)));

/** SQLSTATEs of damaged data and internal errors (XX), of a missing file (58P01) and of a failing disk (58030). */
const DAMAGED_SQLSTATES = /^(XX...|58P01|58030)$/;

const UNAVAILABLE_SYSTEM_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
];

/** Messages of errors that `pg` throws without a code. */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable)/;

/**
 * Runs work that uses a database.
 *
 * @throws UnavailableError in place of an error that means that the database is unavailable or damaged.
 */
export async function withUnavailableError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toUnavailableError(error) ?? error;
  }
}

function toUnavailableError(error: unknown): UnavailableError | undefined {
  const code = String(errorCode(error));
  const reason = reasonOf(error);
  if (DAMAGED_SQLSTATES.test(code))
    return new UnavailableError(
      `The database may be damaged: ${reason}. Stop the server, move its data away without deleting them, and restore a backup (npm run restore).`,
      { cause: error },
    );
  const isUnavailable =
    UNAVAILABLE_SQLSTATES.test(code) ||
    isRolledBack(error) ||
    UNAVAILABLE_SYSTEM_CODES.includes(code) ||
    (error instanceof Error && UNAVAILABLE_MESSAGES.test(error.message));
  return isUnavailable
    ? new UnavailableError(`The database is unavailable: ${reason}.`, { cause: error })
    : undefined;
}

/** The reason of a database error, in words without a full stop; such errors contain no row. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return 'unknown reason';
  return systemReason(error) ?? (error.message.trim().replace(/\.$/, '') || error.name);
}
