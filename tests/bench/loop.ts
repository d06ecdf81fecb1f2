import { spawn, spawnSync } from 'node:child_process';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The time that a developer waits for all tests, for one flow, and after saving a file. */

const root = fileURLToPath(new URL('../..', import.meta.url));

const TEST_COMMAND = ['--import', 'tsx', 'tests/run.ts'];

/** Returns the seconds that a command takes, and whether it succeeded. */
function timeCommand(...args: string[]): { seconds: number; ok: boolean } {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore' });
  return { seconds: (performance.now() - start) / 1000, ok: status === 0 };
}

const SAVED_FILES = ['machines/contact/contact.machine.ts', 'machines/registration/registration.machine.ts'];

/** Saves files while the watch runs; returns for each level the seconds from saving to the result. */
function watchFigures(files: readonly string[]): Promise<string[][]> {
  const child = spawn(process.execPath, [...TEST_COMMAND, '--watch'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  const remaining = [...files];
  const figures: string[][] = [];
  let current: string[] = [];
  const saveNext = () => {
    const file = remaining.shift();
    if (file === undefined) child.kill();
    else utimesSync(join(root, file), new Date(), new Date());
  };
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = `${text}${chunk}`.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('Save a file of')) saveNext();
      const [, level, seconds] = /^(machines|screens) .*, ([\d.]+) s after saving$/.exec(line) ?? [];
      if (level === undefined) continue;
      current.push(`${level} ${seconds} s`);
      if (level !== 'screens') continue;
      figures.push(current);
      current = [];
      saveNext();
    }
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(figures));
  });
}

/** Prints a row for one flow, for watching and for the suite, each compared with `tsc --noEmit` in the same run. */
export async function benchLoop({ suite = true } = {}): Promise<void> {
  const types = timeCommand('node_modules/typescript/bin/tsc', '--noEmit').seconds;
  console.log(`\nHow long a developer waits (tsc --noEmit takes ${types.toFixed(1)} s)`);
  const row = (name: string, { seconds, ok }: { seconds: number; ok: boolean }) =>
    console.log(
      `  ${name.padEnd(32)} ${seconds.toFixed(1).padStart(6)} s  × ${(seconds / types).toFixed(1)}${ok ? '' : '  (failed)'}`,
    );
  for (const flow of ['contact', 'registration'])
    row(`npm test -- ${flow}`, timeCommand(...TEST_COMMAND, flow));
  // The first save of each fills the cache for the second one.
  const figures = await watchFigures([...SAVED_FILES, ...SAVED_FILES]);
  for (const [index, file] of SAVED_FILES.entries())
    console.log(
      `  npm run watch, ${file}: ${figures[index + SAVED_FILES.length]?.join(', ') ?? 'no result'}`,
    );
  if (suite) row('npm test', timeCommand(...TEST_COMMAND));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await benchLoop({ suite: process.argv.includes('--suite') });
