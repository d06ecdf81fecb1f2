import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { errorCode, StartError } from '../shared/errors.ts';

const running = new Set<ChildProcess>();

/** Ends the programs that still run. */
export function endPrograms(): void {
  for (const child of running) child.kill();
}

/**
 * Runs a program of the system until it ends; returns its output.
 *
 * @throws StartError with its last line when it fails, or when it is not installed.
 */
export async function runProgramOfSystem(
  name: 'pg_dump' | 'pg_restore' | 'psql' | 'tar',
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const child = spawn(name, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  try {
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    if (code === 0) return out;
    const lines = err.trim().split('\n');
    throw new StartError(`${name} failed: ${lines.find((line) => /error/i.test(line)) ?? lines.at(-1)}`);
  } catch (cause) {
    if (errorCode(cause) !== 'ENOENT') throw cause;
    throw new StartError(
      `${name} is not installed: on Debian, apt install ${name === 'tar' ? 'tar' : 'postgresql-client'}.`,
      { cause },
    );
  } finally {
    running.delete(child);
  }
}

/** The arguments and environment that connect a PostgreSQL program; other users do not see the password. */
export function connectionOf(databaseUrl: string): { dbname: string; env: NodeJS.ProcessEnv } {
  const url = new URL(databaseUrl);
  const { password } = url;
  url.password = '';
  return {
    dbname: `--dbname=${url.href}`,
    env: password ? { PGPASSWORD: decodeURIComponent(password) } : {},
  };
}
