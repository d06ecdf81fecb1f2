import { spawnSync } from 'node:child_process';
import { UsageError } from '../../machines/paths/command/usageError.ts';
import { root } from './root.ts';

/**
 * The files that have changed since the branch left a ref, including untracked ones.
 *
 * @throws UsageError if git does not know the ref.
 */
export function changedFiles(ref: string): string[] {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new UsageError(`git knows no commit "${ref}".`);
    return stdout.split('\0').filter((name) => name !== '');
  };
  return [
    ...git('diff', '--name-only', '--no-renames', '--merge-base', '-z', ref, '--'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
}
