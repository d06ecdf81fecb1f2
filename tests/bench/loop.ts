import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The time that a developer waits for all tests, and for one flow. */

const root = fileURLToPath(new URL('../..', import.meta.url));

const TEST_COMMAND = ['--import', 'tsx', 'tests/run.ts'];

/** Returns the seconds that a command takes, and whether it succeeded. */
function timeCommand(...args: string[]): { seconds: number; ok: boolean } {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore' });
  return { seconds: (performance.now() - start) / 1000, ok: status === 0 };
}

/** Prints a row for one flow and for the suite, each compared with `tsc --noEmit` in the same run. */
export async function benchLoop({ suite = true } = {}): Promise<void> {
  const types = timeCommand('node_modules/typescript/bin/tsc', '--noEmit').seconds;
  console.log(`\nHow long a developer waits (tsc --noEmit takes ${types.toFixed(1)} s)`);
  const row = (name: string, { seconds, ok }: { seconds: number; ok: boolean }) =>
    console.log(
      `  ${name.padEnd(32)} ${seconds.toFixed(1).padStart(6)} s  × ${(seconds / types).toFixed(1)}${ok ? '' : '  (failed)'}`,
    );
  for (const flow of ['contact', 'registration'])
    row(`npm test -- ${flow}`, timeCommand(...TEST_COMMAND, flow));
  if (suite) row('npm test', timeCommand(...TEST_COMMAND));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await benchLoop({ suite: process.argv.includes('--suite') });
