import { errorCode, UnavailableError } from '../errors.ts';

/**
 * SQLSTATEs of a server that is unavailable or cannot write: connection (08), resources such as a full disk (53), its operator
 * (57P), a statement that took too long (57014), a standby (25006).
 */
const UNAVAILABLE_SQLSTATES = /^(08...|53...|57P..|57014|25006)$/;

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
 * @throws UnavailableError in place of an error that means that the database is unavailable.
 */
export async function withUnavailableError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isUnavailable(error)
      ? new UnavailableError('The database is unavailable.', { cause: error })
      : error;
  }
}

function isUnavailable(error: unknown): boolean {
  const code = errorCode(error) ?? '';
  return (
    UNAVAILABLE_SQLSTATES.test(code) ||
    UNAVAILABLE_SYSTEM_CODES.includes(code) ||
    (error instanceof Error && UNAVAILABLE_MESSAGES.test(error.message))
  );
}
