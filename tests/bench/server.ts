import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listSubmissions, store } from '../../server/calls/submissions.ts';
import { openDatabase } from '../../server/database/database.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';

/** What was measured on one database. */
export interface ServerBench {
  database: string;
  /** Registrations a second: order, simulated payment and registration, `atATime` visitors side by side. */
  registrations: number;
  /** Plain one-row inserts a second through the same driver, as many side by side. */
  inserts: number;
  atATime: number;
  /** Registrations that were answered with success before the server was killed. */
  acknowledged: number;
  /** Of those, the ones that are not there afterwards or not paid. */
  missing: number;
}

const REGISTRATIONS = 500;
const AT_A_TIME = 50;

/** Measures the server on PGlite, and on PostgreSQL where there is one, and prints a line for each. */
export async function benchServer(): Promise<ServerBench[]> {
  const postgres = await startPostgres();
  try {
    const results = [await benchOn('PGlite')];
    if (postgres) {
      const { url, drop } = await createDatabase(postgres.url);
      results.push(await benchOn(`PostgreSQL ${postgres.version.split(' ')[0]}`, url));
      await drop();
    }
    for (const result of results) console.log(lineOf(result));
    if (!postgres) console.log('PostgreSQL: none found, measured on PGlite alone');
    return results;
  } finally {
    await postgres?.stop();
  }
}

function lineOf({ database, registrations, inserts, atATime, acknowledged, missing }: ServerBench): string {
  const ratio = (inserts / registrations).toFixed(1);
  return (
    `${database}: ${registrations.toFixed(0)} registrations/s with ${atATime} at a time, ` +
    `${inserts.toFixed(0)} plain inserts/s (${ratio} to 1); ` +
    `after kill -9: ${missing} of ${acknowledged} acknowledged registrations missing`
  );
}

async function benchOn(database: string, databaseUrl?: string): Promise<ServerBench> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  const dataDir = join(directory, 'data');
  try {
    const server = await startServer(directory, databaseUrl);
    const acknowledged: string[] = [];
    const enrolOne = async (number: number) => {
      const email = `student${number}@example.org`;
      if (await enrol(server.url, email)) acknowledged.push(email);
    };
    const registrations = await rate(REGISTRATIONS, enrolOne);
    const measured = acknowledged.length;
    if (measured < REGISTRATIONS) throw new Error(`${REGISTRATIONS - measured} registrations failed.`);

    const more = rate(REGISTRATIONS, (number) => enrolOne(REGISTRATIONS + number).catch(() => {}));
    while (acknowledged.length < measured + AT_A_TIME) await new Promise((resolve) => setTimeout(resolve, 5));
    await server.kill();
    await more;

    const opened = await openDatabase({ dataDir, databaseUrl });
    const paid = new Set<unknown>();
    for await (const { email, paymentStatus } of listSubmissions(opened))
      if (paymentStatus === 'paid') paid.add(email);
    const inserts = await rate(REGISTRATIONS * 4, () => store(opened, 'inquiry', registrationOf('a@b.c')));
    await opened.close();
    return {
      database,
      registrations,
      inserts,
      atATime: AT_A_TIME,
      acknowledged: acknowledged.length,
      missing: acknowledged.filter((email) => !paid.has(email)).length,
    };
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Does a piece of work `count` times, AT_A_TIME side by side; gives how many a second. */
async function rate(count: number, work: (number: number) => Promise<void>): Promise<number> {
  const start = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return (count * 1000) / (performance.now() - start);
}

/** One visitor: order, payment, registration; says whether the registration was answered with success. */
async function enrol(url: string, email: string): Promise<boolean> {
  const { order } = await post(`${url}/create-order`, {
    amount: 2000,
    currency: 'INR',
    receipt_email: email,
  });
  const { key, amount, id } = order;
  await post(`${url}/simulator/orders/${id}/payments`, { key, amount, action: 'pay', scenario: 'success' });
  const { success } = await post(`${url}/api/register`, { ...registrationOf(email), paymentStatus: 'paid' });
  return success;
}

const registrationOf = (email: string) => ({
  name: 'Asha Verma',
  father: 'Ravi Verma',
  mother: 'Meena Verma',
  grade: '8th',
  course: 'Math Problem Solving',
  phone: '9876543210',
  email,
  city: 'Jaipur',
  refrence: '9876543211',
  refrenceSt: '9876543212',
  acceptTerms: true,
});

async function post(url: string, body: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

async function startServer(directory: string, databaseUrl = '') {
  const siteDir = join(directory, 'site');
  await mkdir(siteDir);
  await writeFile(join(siteDir, 'index.html'), '<!doctype html>');
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: join(directory, 'data'),
      DATABASE_URL: databaseUrl,
      SITE_DIR: siteDir,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  let said = '';
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += text;
    if (said.includes('Payments')) break;
  }
  const port = said.match(/:(\d+)/)?.[1];
  if (!port) throw new Error('The server did not start.');
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  return { url: `http://127.0.0.1:${port}`, kill };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await benchServer();
