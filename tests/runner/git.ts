import { spawnSync } from 'node:child_process';
import { UsageError } from '../commands/usageError.ts';
import { root } from './imports.ts';

/** Returns what a command of git prints; null where it fails. */
export const git = (...args: string[]) => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout : null;
};

const commitOf = (ref: string) => git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)?.trim();

const parseFileList = (output: string | null): string[] =>
  (output ?? '').split('\0').filter((name) => name !== '');

/** Returns the commit at which the branch left a ref. */
export const branchPoint = (ref: string): string => git('merge-base', 'HEAD', ref)?.trim() ?? ref;

/** A commit, and the files that differ from it in the working tree, including untracked ones. */
export type Change = { ref: string; files: string[] };

/**
 * Returns the files that have changed since the branch left a ref.
 *
 * @throws UsageError if git does not know the ref.
 */
export function changeSince(ref: string): Change {
  if (!commitOf(ref)) throw new UsageError(`git knows no commit "${ref}".`);
  const base = branchPoint(ref);
  const files = [
    ...parseFileList(git('diff', '--name-only', '--no-renames', '-z', base)),
    ...parseFileList(git('ls-files', '--others', '--exclude-standard', '-z')),
  ];
  return { ref, files: [...new Set(files)].sort() };
}

/** Returns the files that have changed since the branch left the main branch, or since the last commit; null without git. */
export function changeOnBranch(): Change | null {
  const ref = ['origin/HEAD', 'origin/main', 'HEAD'].find(commitOf);
  return ref === undefined ? null : changeSince(ref);
}
