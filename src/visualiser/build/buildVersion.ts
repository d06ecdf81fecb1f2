import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/** The largest difference to a commit that is read, in bytes. */
const MAX_DIFFERENCE = 100_000_000;

/** The output of a git command; null where there is no git, or no repository. */
function git(folder: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: MAX_DIFFERENCE,
  });
  return status === 0 ? stdout.trim() : null;
}

/**
 * The commit of the build, or the version of the package where there is none. Changed files add a mark, a
 * different one for different changes: no two builds that differ have one name.
 */
export function buildVersion(packageVersion: string, folder: string = process.cwd()): string {
  // In a folder of another repository, such as a copy inside of one, its commit says nothing.
  const isRepository = git(folder, 'rev-parse', '--show-prefix') === '';
  const commit = isRepository && git(folder, 'rev-parse', '--short', 'HEAD');
  if (!commit) return `version ${packageVersion}`;
  const difference = git(folder, 'diff', 'HEAD');
  if (difference === '') return commit;
  const mark = createHash('sha256')
    .update(difference ?? '')
    .digest('hex')
    .slice(0, 6);
  return `${commit} with changes (${mark})`;
}
