import { join } from 'node:path';
import { errorCode, StartError, UnavailableError } from '../shared/errors.ts';
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

/** SQLSTATEs of damaged data (XX001, XX002) and of a missing file (58P01). */
const DAMAGED_SQLSTATES = /^(XX001|XX002|58P01)$/;

/** SQLSTATEs of an internal error (XX000) and of a failing disk (58030): the data may be damaged. */
const INTERNAL_SQLSTATES = /^(XX...|58030)$/;

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

/** The remedy for a damaged database, after the words "Stop the server, move its data". */
const RESTORE_ADVICE = 'away without deleting them, and restore a backup (npm run restore).';

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
      `The database is damaged: ${reason}. Stop the server, move its data ${RESTORE_ADVICE}`,
      { cause: error },
    );
  if (INTERNAL_SQLSTATES.test(code))
    return new UnavailableError(`The database has an internal error (${code}) and may be damaged.`, {
      cause: error,
    });
  const isUnavailable =
    UNAVAILABLE_SQLSTATES.test(code) ||
    isRolledBack(error) ||
    UNAVAILABLE_SYSTEM_CODES.includes(code) ||
    (error instanceof Error && UNAVAILABLE_MESSAGES.test(error.message));
  return isUnavailable
    ? new UnavailableError(`The database is unavailable: ${reason}.`, { cause: error })
    : undefined;
}

/** Returns whether an error says that the database is damaged. */
export function isDamaged(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (DAMAGED_SQLSTATES.test(String(errorCode(each)))) return true;
  }
  return false;
}

/** Reasons outside of the data: the disk, its rights, or a machine that is too slow. */
const OUTER_REASONS =
  /No space left on device|Read-only file system|Permission denied|Disk quota exceeded|does not respond in time/i;

/** Returns the sentence about an embedded database that cannot be opened, with the reason and what to do. */
export function openFailureSentence(dataDir: string, error: unknown): string {
  const cause = firstCause(error);
  if (cause instanceof UnavailableError || cause instanceof StartError) return cause.message;
  const reason = reasonOf(cause);
  const advice = `Stop the server, move its data (${join(dataDir, 'db')}) ${RESTORE_ADVICE}`;
  if (isDamaged(cause)) return `The database in ${dataDir} is damaged: ${reason}. ${advice}`;
  if (OUTER_REASONS.test(reason) || systemReason(cause))
    return `The database in ${dataDir} cannot be opened: ${reason}. Remove the cause and start again; the data are untouched.`;
  return `The database in ${dataDir} cannot be opened and may be damaged: ${reason}. ${advice}`;
}

/** Returns the error that led to all others. */
function firstCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? firstCause(error.cause) : error;
}

/** Returns the reason of an error of a database, in words without a full stop; such errors contain no row. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return 'unknown reason';
  if (error.name === 'AbortError') return 'it does not respond in time';
  return systemReason(error) ?? (error.message.trim().replace(/\.$/, '') || error.name);
}
