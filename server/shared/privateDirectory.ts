import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, StartError } from './errors.ts';
import { systemReason } from './systemErrors.ts';

const OTHERS = 0o077;

/**
 * Creates a directory, if it is missing, and takes from group and others every right to it and to all that is in it.
 *
 * @throws StartError when it belongs to another user.
 */
export function makePrivateDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (!mayOwn(statSync(directory).uid)) throw new StartError(ownerSentence(directory));
  takeFromOthers(directory);
  makeContentPrivate(directory);
}

/** Takes every right to the content of a directory from group and others. Symbolic links are not followed. */
export function makeContentPrivate(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) takeFromOthers(join(entry.parentPath, entry.name));
}

/** Takes from group and others every right to a file or a directory, if it is there, but to nothing in it. */
export function takeFromOthers(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if (mode & OTHERS) chmodSync(path, mode & 0o700);
}

/** Whether this process may keep its files among those of a user: its own, or anybody's as root. */
const mayOwn = (uid: number) => [0, uid, undefined].includes(process.geteuid?.());

const ownerSentence = (directory: string) =>
  `The directory ${directory}, or something in it, belongs to another user. Give it to the user of the server (chown -R), or set DATA_DIR to another directory.`;

/** The sentence about an operating system error in a directory. */
export function directorySentence(directory: string, error: unknown): string {
  switch (errorCode(error)) {
    case 'EPERM':
      return ownerSentence(directory);
    case 'ENOTDIR':
    case 'EEXIST':
      return `DATA_DIR is not a directory: ${directory}. Set it to a directory.`;
    default:
      return `The directory ${directory} cannot be used: ${systemReason(error) ?? errorCode(error) ?? 'unknown reason'}. Set DATA_DIR to a directory that the server may write to.`;
  }
}
