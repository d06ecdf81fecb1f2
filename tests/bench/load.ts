import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '../../server/database/index.ts';
import { listSubmissions } from '../../server/submissions/submissions.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { startServerProcess } from '../support/serverProcess.ts';
import { type LoadReport, runLoad } from './loadClient.ts';
import { memoryOf } from './processFigures.ts';

const CONNECTIONS = 2000;
const SECONDS = 15;

/** Sends calls on 2,000 connections, without any pause, to a server on each database, and prints a line for each. */
export async function benchLoad(): Promise<void> {
  const postgres = await startPostgres();
  try {
    console.log(await benchOn('PGlite'));
    if (!postgres) return console.log('PostgreSQL: none found, measured on PGlite alone');
    const { url, drop } = await createDatabase(postgres.url);
    console.log(await benchOn('PostgreSQL', url));
    await drop();
  } finally {
    await postgres?.stop();
  }
}

async function benchOn(database: string, databaseUrl?: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const server = await startServerProcess({ directory, databaseUrl });
    const body = { name: 'Student {call}', phone: '9876543210' };
    const load = { url: server.url, path: '/api/inquiry', seconds: SECONDS, body };
    const alone = await runLoad({ ...load, connections: 50, seconds: 3 });
    const report = await runLoad({ ...load, connections: CONNECTIONS });
    const memory = (await memoryOf(server.pid)).peak;
    await server.kill();
    const missing = await countMissing({ dataDir: join(directory, 'data'), databaseUrl }, [
      ...alone.acknowledged,
      ...report.acknowledged,
    ]);
    return (
      `${database}, ${CONNECTIONS} connections for ${SECONDS} s: ${describeReport(report, SECONDS)}; ` +
      `${missing} acknowledged submissions missing; at most ${memory} MB; ` +
      `with 50 connections ${describeReport(alone, 3)}`
    );
  } finally {
    await rm(directory, { recursive: true });
  }
}

function describeReport({ accepted, shed, withRetryAfter, lost }: LoadReport, seconds: number): string {
  return (
    `${accepted.length} let in (${Math.round(accepted.length / seconds)}/s, p50 ${quantile(accepted, 0.5)} ms, ` +
    `p99 ${quantile(accepted, 0.99)} ms), ${shed.length} shed (p99 ${quantile(shed, 0.99)} ms, ` +
    `${withRetryAfter} with Retry-After), ${lost} lost`
  );
}

const quantile = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);

async function countMissing(
  options: Parameters<typeof openDatabase>[0],
  calls: readonly string[],
): Promise<number> {
  const database = await openDatabase(options);
  const stored = new Set<unknown>();
  for await (const { name } of listSubmissions(database)) stored.add(name);
  await database.close();
  return calls.filter((call) => !stored.has(`Student ${call}`)).length;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await benchLoad();
