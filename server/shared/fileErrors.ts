import { errorCode, StartError } from './errors.ts';
import { systemReason } from './systemErrors.ts';

/** Returns a StartError that says why a path cannot be used; errors that are not of the system are returned unchanged. */
export function fileError(path: string, what: string, error: unknown): unknown {
  if (error instanceof StartError) return error;
  const reason = errorCode(error) === 'EISDIR' ? 'it is a directory (EISDIR)' : systemReason(error);
  return reason ? new StartError(`${path} ${what}: ${reason}.`, { cause: error }) : error;
}
