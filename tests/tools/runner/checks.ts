import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { hasCachedSite } from '../../support/build.ts';
import { root } from '../../support/root.ts';

/** A check that is no test, such as the types, with its duration in milliseconds. */
export type CheckResult = { name: string; ok: boolean; duration: number };

/** Runs a program of Node in another process; its output is printed at once where it fails. */
function runCheck(name: string, ...args: string[]): Promise<CheckResult> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { cwd: root });
  const printed: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      const duration = performance.now() - start;
      if (status !== 0) console.error(`${Buffer.concat(printed)}\n${name}: failed.`);
      resolve({ name, ok: status === 0, duration });
    });
  });
}

/** Not in node_modules, which copies of the project share: types are cached by their path. */
const TYPES_CACHE = '.cache/types';

const checks: readonly (readonly [name: string, ...args: string[]])[] = [
  [
    'types',
    ...['node_modules/typescript/bin/tsc', '--noEmit'],
    ...['--incremental', '--tsBuildInfoFile', `${TYPES_CACHE}/tsbuildinfo`],
  ],
  ['promises', 'node_modules/oxlint/bin/oxlint'],
  ['lint and format', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
];

/**
 * Checks the types, and with `isAll` promises, lint and format: one after the other, because each uses every
 * processor.
 */
export async function runChecks(isAll: boolean): Promise<CheckResult[]> {
  mkdirSync(`${root}/${TYPES_CACHE}`, { recursive: true });
  const results: CheckResult[] = [];
  for (const check of isAll ? checks : checks.slice(0, 1)) results.push(await runCheck(...check));
  return results;
}

/** Builds the site in another process, unless it is built, while the tests that do not visit it run. */
export async function buildSite(): Promise<void> {
  if (!hasCachedSite()) await runCheck('build of the site', '--import', 'tsx', 'tests/support/build.ts');
}
