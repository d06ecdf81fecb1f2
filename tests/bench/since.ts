import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import {
  payAndRegister,
  processorMs,
  runConcurrently,
  startServerProcess,
} from '../support/serverProcess.ts';

const ROUNDS = 4;
const REGISTRATIONS = 200;
const AT_A_TIME = 20;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Writes the server of a commit to a folder, with the packages of its lock file. */
function checkOut(commit: string, folder: string): void {
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const lockIn = (directory: string) => readFileSync(join(directory, 'package-lock.json'), 'utf8');
  if (lockIn(folder) === lockIn(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  else execFileSync('npm', ['ci', '--omit=dev', '--silent'], { cwd: folder, stdio: 'inherit' });
}

/** Returns the arguments with which Node runs the server of a folder from its sources. */
const serverIn = (folder: string): string[] => [
  '--import',
  pathToFileURL(join(folder, 'node_modules/tsx/dist/loader.mjs')).href,
  join(folder, 'server/main.ts'),
];

type Measured = { perSecond: number; durations: number[]; processorMsEach: number };

/** Measures registrations (order, payment, registration) at a server with a new database. */
async function measure(nodeArguments: string[], databaseUrl: string | undefined): Promise<Measured> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const server = await startServerProcess({ directory, databaseUrl, nodeArguments });
  let next = 0;
  const register = async () => {
    const start = performance.now();
    if (!(await payAndRegister(server.url, `student${next++}@example.org`)))
      throw new Error('A registration failed.');
    return performance.now() - start;
  };
  for (let times = 0; times < AT_A_TIME; times += 1) await register();
  const processorBefore = await processorMs(server.pid);
  const start = performance.now();
  const durations = await runConcurrently(REGISTRATIONS - AT_A_TIME, AT_A_TIME, register);
  const perSecond = (durations.length * 1000) / (performance.now() - start);
  const processorMsEach = ((await processorMs(server.pid)) - processorBefore) / durations.length;
  await server.kill();
  rmSync(directory, { recursive: true });
  return { perSecond, durations, processorMsEach };
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const p99 = (measured: readonly Measured[]): number => {
  const sorted = measured.flatMap(({ durations }) => durations).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
};

/**
 * Prints registrations a second, the 99th percentile of their time, and the processor time of each in the server's process,
 * of the server of a commit and of this one. Rounds of both take turns, so that whatever else the machine does falls on
 * both; the processor time does not depend on it.
 */
export async function benchSince(commit: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'before-'));
  const postgres = await startPostgres();
  try {
    checkOut(commit, folder);
    const servers = { before: serverIn(folder), now: serverIn(root) };
    for (const name of postgres ? ['PGlite', 'PostgreSQL'] : ['PGlite']) {
      const measured: Record<keyof typeof servers, Measured[]> = { before: [], now: [] };
      for (let round = 0; round < ROUNDS; round += 1)
        for (const which of round % 2 ? (['now', 'before'] as const) : (['before', 'now'] as const)) {
          const database = name === 'PostgreSQL' && postgres ? await createDatabase(postgres.url) : undefined;
          measured[which].push(await measure(servers[which], database?.url));
          await database?.drop();
        }
      const perSecond = (which: keyof typeof servers) =>
        median(measured[which].map((each) => each.perSecond));
      const processor = (which: keyof typeof servers) =>
        median(measured[which].map((each) => each.processorMsEach));
      const figures = (which: keyof typeof servers) =>
        `${perSecond(which).toFixed(0)} registrations/s, p99 ${p99(measured[which]).toFixed(0)} ms, ` +
        `${processor(which).toFixed(1)} ms of the processor each`;
      console.log(
        `${name}, ${AT_A_TIME} at a time: ${figures('before')} at ${commit}; ${figures('now')} now ` +
          `(× ${(perSecond('now') / perSecond('before')).toFixed(2)} registrations/s, ` +
          `× ${(processor('now') / processor('before')).toFixed(2)} of the processor)`,
      );
    }
  } finally {
    await postgres?.stop();
    if (existsSync(folder)) rmSync(folder, { recursive: true });
  }
}
