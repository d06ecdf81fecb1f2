import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createDatabase, startPostgres } from '../../support/postgres.ts';
import { processorMs, type ServerProcess, startServerProcess } from '../../support/serverProcess.ts';
import { runVisitors, type VisitorReport } from './clients.ts';

const PROCESSES = [1, 2, 4];
const VISITORS_PER_PROCESS = 20;
/** The registrations at each process in which its code is compiled, and the longest time for them. */
const WARM_UP = { registrations: 200, seconds: 15 };
const SECONDS = 6;
/** Longest time for the services to send their mails, in milliseconds. */
const MAIL_MS = 30_000;

/** The time for which one process runs before the next one does, in milliseconds, and the number of such turns. */
const TURN_MS = 20;
const TURNS = 5;

/** Registers visitors at one, two and four processes on one PostgreSQL, and prints a line for each. */
export async function benchScale(): Promise<void> {
  const postgres = await startPostgres();
  if (!postgres) return console.log('Several processes: no PostgreSQL found');
  try {
    console.log(`\nEach process has ${100 / TURNS} % of one core:`);
    let first: number | undefined;
    for (const count of PROCESSES) {
      const { line, perSecond } = await register(postgres.url, count);
      first ??= perSecond;
      console.log(
        `${count} process${count === 1 ? '' : 'es'}: ${line} (× ${(perSecond / first).toFixed(2)})`,
      );
    }
  } finally {
    await postgres.stop();
  }
}

async function register(serverUrl: string, count: number) {
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  const { url: databaseUrl, drop } = await createDatabase(serverUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  const servers: ServerProcess[] = [];
  try {
    while (servers.length < count)
      servers.push(
        await startServerProcess({ directory: join(directory, String(servers.length)), databaseUrl }),
      );
    await client.connect();
    const warmUp = await visit(servers, WARM_UP.seconds, WARM_UP.registrations * count);
    const endTurns = giveTurns(servers);
    const before = await usageOf(client, servers);
    const report = await visit(servers, SECONDS);
    const after = await usageOf(client, servers);
    endTurns();
    const { registered, refused, seconds, times } = report;
    const perSecond = registered.length / seconds;
    const each = (sum: number) => (sum / registered.length).toFixed(1);
    const mails = await countMails(client, directory);
    const { doubled, lost } = await countRows(client, [...warmUp.registered, ...registered]);
    if (lost + doubled + mails.doubled + mails.lost > 0) process.exitCode = 1;
    const line =
      `${perSecond.toFixed(0)} registrations/s, p50 ${times[times.length >> 1]?.toFixed(0)} ms, ${refused} refused; ` +
      `one takes ${each(timeBetween(before.services, after.services))} ms of the services, ` +
      `${each(timeBetween(before.connections, after.connections))} ms of PostgreSQL and ` +
      `${each((after.databaseBytes - before.databaseBytes) / 1000)} kB; ` +
      `${after.connections.size} connections; ${lost} lost, ${doubled} doubled; ` +
      `of ${mails.queued} mails ${mails.lost} lost, ${mails.doubled} doubled`;
    return { line, perSecond };
  } finally {
    for (const server of servers) await server.kill();
    await client.end();
    await drop();
    await rm(directory, { recursive: true });
  }
}

const visit = (
  servers: readonly ServerProcess[],
  seconds: number,
  registrations = Number.MAX_SAFE_INTEGER,
): Promise<VisitorReport> =>
  runVisitors({
    urls: servers.map(({ url }) => url),
    atATime: servers.length * VISITORS_PER_PROCESS,
    seconds,
    registrations,
  });

/**
 * Lets one process after the other run for a turn, as if each had a part of a core of its own; returns a function
 * that ends it.
 */
function giveTurns(servers: readonly ServerProcess[]): () => void {
  const signal = (index: number, name: NodeJS.Signals) => {
    const server = servers[index % TURNS];
    if (server) process.kill(server.pid, name);
  };
  for (const { pid } of servers) process.kill(pid, 'SIGSTOP');
  let turn = 0;
  const timer = setInterval(() => {
    signal(turn, 'SIGSTOP');
    turn += 1;
    signal(turn, 'SIGCONT');
  }, TURN_MS);
  return () => {
    clearInterval(timer);
    for (const { pid } of servers) process.kill(pid, 'SIGCONT');
  };
}

type Usage = {
  /** Processor time of each service and of each of their connections, in milliseconds, by its process. */
  services: ReadonlyMap<number, number>;
  connections: ReadonlyMap<number, number>;
  databaseBytes: number;
};

async function usageOf(client: pg.Client, servers: readonly ServerProcess[]): Promise<Usage> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const size = await client.query<{ bytes: number }>(
    'select pg_database_size(current_database())::double precision as bytes',
  );
  const timesOf = async (pids: readonly number[]) =>
    new Map(await Promise.all(pids.map(async (pid) => [pid, await processorMs(pid)] as const)));
  return {
    services: await timesOf(servers.map(({ pid }) => pid)),
    connections: await timesOf(rows.map(({ pid }) => pid)),
    databaseBytes: size.rows[0]?.bytes ?? 0,
  };
}

/**
 * The processor time of processes between two measurements. All the time of a process started in between counts.
 */
const timeBetween = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);

/** How many addresses have no paid registration, and how many have a second registration or order. */
async function countRows(client: pg.Client, emails: readonly string[]) {
  const { rows } = await client.query<{ email: string; registrations: number; orders: number }>(
    `select fields->>'email' as email, count(distinct submissions.id)::integer as registrations,
       count(distinct orders.id)::integer as orders
     from submissions join orders on orders.email = submissions.email and orders.payment_id is not null
     where kind = 'registration' group by 1`,
  );
  const stored = new Map(rows.map((row) => [row.email, row]));
  return {
    lost: emails.filter((email) => !stored.has(email)).length,
    doubled: rows.filter(({ registrations, orders }) => registrations > 1 || orders > 1).length,
  };
}

/** Waits until the outbox is sent; compares it with the mails that the services have written. */
async function countMails(client: pg.Client, directory: string) {
  const deadline = performance.now() + MAIL_MS;
  const count = async (condition: string) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer from outbox where ${condition}`,
    );
    return rows[0]?.count ?? 0;
  };
  while ((await count('sent_at is null')) > 0 && performance.now() < deadline) await sleep(200);
  const names = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.eml'));
  const written = new Set(names.map((name) => name.split('/').at(-1)));
  const queued = await count('true');
  return { queued, lost: queued - written.size, doubled: names.length - written.size };
}
