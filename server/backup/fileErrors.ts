import { errorCode, StartError } from '../errors.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOENT: 'there is no such file or directory',
  ENOTDIR: 'a part of its path is no directory',
  EISDIR: 'it is a directory',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EIO: 'the disk reports an error',
};

/** Returns a StartError that says why a path cannot be used; errors that are not of the system are returned unchanged. */
export function fileError(path: string, what: string, error: unknown): unknown {
  const code = errorCode(error) ?? '';
  const reason = reasons[code];
  return reason ? new StartError(`${path} ${what}: ${reason} (${code}).`, { cause: error }) : error;
}
