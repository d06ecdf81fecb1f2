import { AwayError, codeOf } from '../errors.ts';

/**
 * SQLSTATEs of a server that is away or cannot write: connection (08), resources such as a full disk (53), its operator
 * (57P), a statement that took too long (57014), a standby (25006).
 */
const STATES = /^(08...|53...|57P..|57014|25006)$/;

const SYSTEM = [
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

/** `pg` gives these no code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable)/;

/** Does something with a database; what says that it is away becomes an AwayError. */
export async function orAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isAway(error) ? new AwayError('The database is away.', { cause: error }) : error;
  }
}

function isAway(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return (
    STATES.test(code) || SYSTEM.includes(code) || (error instanceof Error && MESSAGES.test(error.message))
  );
}
