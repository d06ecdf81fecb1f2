import { spawnSync } from 'node:child_process';

/** Returns what a command of git prints; null where there is no git, or no repository. */
function git(folder: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Returns the commit that is built, with `-dirty` where files differ from it; else the version of the package. */
export function buildVersion(packageVersion: string, folder: string = process.cwd()): string {
  // In a folder of another repository, such as a copy inside of one, its commit says nothing.
  const isRepository = git(folder, 'rev-parse', '--show-prefix') === '';
  const commit = isRepository && git(folder, 'describe', '--always', '--dirty', '--exclude=*', '--abbrev=12');
  return commit ? `commit ${commit}` : `version ${packageVersion}`;
}
