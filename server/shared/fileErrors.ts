import { errorCode, StartError } from './errors.ts';
import { systemReason } from './systemErrors.ts';

/** A StartError with the problem of a path; errors that are not of the system are returned unchanged. */
export function fileError(path: string, what: string, error: unknown): unknown {
  if (error instanceof StartError) return error;
  const reason = errorCode(error) === 'EISDIR' ? 'it is a directory (EISDIR)' : systemReason(error);
  return reason ? new StartError(`${path} ${what}: ${reason}.`, { cause: error }) : error;
}
