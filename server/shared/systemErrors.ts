import { errorCode } from './errors.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  ENOTDIR: 'there is a file where a directory should be',
  EEXIST: 'there is a file where a directory should be',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'there is a loop of symbolic links',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOENT: 'there is no such file or directory',
  EIO: 'the disk reports an error',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was ended',
  EPIPE: 'the connection was ended',
  ETIMEDOUT: 'it does not respond in time',
  EHOSTUNREACH: 'there is no route to its host',
  ENETUNREACH: 'there is no route to its network',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of its host cannot be resolved',
};

/** The meaning of an operating system error, in words and with its code; undefined for other errors. */
export function systemReason(error: unknown): string | undefined {
  const code = errorCode(error);
  const reason = code && reasons[code];
  return reason && `${reason} (${code})`;
}

/** Whether an error says that a file or a directory does not exist. */
export function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
