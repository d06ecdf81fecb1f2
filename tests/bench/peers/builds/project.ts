import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.ts';

/** Returns the folder of a peer's project. It is within this one, so that a project without packages finds those of the site. */
export const projectFolder = (name: string): string => join(root, '.cache/peers', name);

/** Minutes after which an installation or a build is given up. */
const MAX_MINUTES = 5;

/** A registry that does not answer is given up soon. */
const NPM_OPTIONS = [
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--fetch-retries=1',
  '--fetch-timeout=30000',
];

/** The packages of a project with their exact versions. */
export type Packages = Readonly<Record<string, string>>;

/** The packages of a peer cannot be installed. */
export class NotInstalledError extends Error {}

/** Returns what is wrong with a program that failed; null where it did not. */
function run(folder: string, command: string, ...args: string[]): string | null {
  const { NODE_ENV: _, ...env } = process.env;
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    env: { ...env, NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' },
    encoding: 'utf8',
    timeout: MAX_MINUTES * 60_000,
  });
  return status === 0 ? null : `${error?.message ?? ''}${stdout}${stderr}`;
}

/**
 * Returns the folder of a peer's project with its packages, which are installed once, until their versions change.
 *
 * @throws NotInstalledError where there is no registry.
 */
export function installedProject(name: string, packages: Packages, browserslist: readonly string[]): string {
  const folder = projectFolder(name);
  const packageFile = join(folder, 'package.json');
  const packageJson = JSON.stringify(
    { name: `peer-${name}`, private: true, type: 'module', browserslist, dependencies: packages },
    null,
    2,
  );
  // npm writes its own list last.
  const isComplete = existsSync(join(folder, 'node_modules/.package-lock.json'));
  if (isComplete && readFileSync(packageFile, 'utf8') === packageJson) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(packageFile, packageJson);
  const problem = run(folder, 'npm', 'install', `--prefix=${folder}`, ...NPM_OPTIONS);
  if (problem !== null) {
    rmSync(folder, { recursive: true, force: true });
    const code = /npm error code (\w+)/.exec(problem)?.[1] ?? 'no answer';
    throw new NotInstalledError(`npm cannot install ${name} ${packages[name] ?? ''} here (${code})`);
  }
  return folder;
}

/** Runs a program of the project's packages in its folder. Throws an error with its output if it fails. */
export function runInProject(folder: string, program: string, ...args: string[]): void {
  const problem = run(folder, join(folder, 'node_modules/.bin', program), ...args);
  if (problem !== null) throw new Error(`${program} ${args.join(' ')} fails:\n${problem}`);
}
