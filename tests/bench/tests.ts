import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs tests that print figures or have results as names, under a heading. */
export function benchTests(heading: string, ...args: string[]): void {
  console.log(`\n${heading}`);
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--disable-console-intercept', '--reporter=verbose', ...args],
    { cwd: root, stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = 1;
}
