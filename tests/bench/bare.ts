import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cachedSite } from '../support/build.ts';
import { type Load, type LoadClient, type LoadReport, startLoadClient } from '../support/loadClient.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { processorMs } from '../support/processFigures.ts';
import { registrationDetails, type ServerProcess, startServerProcess } from '../support/serverProcess.ts';

const CONNECTIONS = 50;
const ROUNDS = 5;
/** Lengths of a round, and of the first one, in which the code is compiled. */
const ROUND_SECONDS = 1.5;
const WARM_UP_SECONDS = 3;

type Call = { name: string; path: string; barePath?: string; body?: Load['body'] };

const registration = { ...registrationDetails('student{call}@example.org'), paymentStatus: 'pending' };
const contact = {
  name: 'Asha Verma',
  email: 'student{call}@example.org',
  phone: '9876543210',
  message: 'Words of a visitor.',
};

const comparisons: readonly Call[] = [
  { name: 'GET /, beside files', path: '/', barePath: '/files/' },
  { name: 'GET /, beside a constant', path: '/' },
  { name: 'POST /api/contact', path: '/api/contact', body: contact },
  { name: 'POST /api/register', path: '/api/register', body: registration },
  {
    name: 'POST /api/register, beside two inserts',
    path: '/api/register',
    barePath: '/plain',
    body: registration,
  },
];

type Round = { callsPerSecond: number; processorMs: number; report: LoadReport };

/**
 * Sends the same calls to the service and to a bare Fastify in turn, and prints a line for each: calls a second and
 * processor time of a call, and what the service does of the bare one's in the same time.
 */
export async function benchBare(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  const postgres = await startPostgres();
  const bareFile = fileURLToPath(new URL('./bareServer.ts', import.meta.url));
  const env = { SITE_DIR: await cachedSite() };
  const client = startLoadClient();
  const closers: (() => Promise<unknown>)[] = [() => client.close()];
  const start = async (name: string, nodeArguments?: string[]) => {
    const database = postgres && (await createDatabase(postgres.url));
    if (database) closers.unshift(database.drop);
    const options = { directory: join(directory, name), databaseUrl: database?.url, env };
    const server = await startServerProcess({ ...options, ...(nodeArguments && { nodeArguments }) });
    closers.unshift(() => server.kill());
    return server;
  };
  try {
    const service = await start('service');
    const bare = await start('bare', ['--import', 'tsx', bareFile]);
    console.log(
      `\nBeside a bare Fastify, ${CONNECTIONS} connections, ${postgres ? 'PostgreSQL' : 'PGlite'}`.padEnd(58),
      'calls/s (of bare)   processor (of bare)   p50, p99 (p99 of p50; bare)',
    );
    for (const call of comparisons) console.log(await compare(client, call, service, bare));
  } finally {
    for (const close of closers) await close();
    await postgres?.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function compare(
  client: LoadClient,
  { name, path, barePath = path, body }: Call,
  service: ServerProcess,
  bare: ServerProcess,
): Promise<string> {
  const measure = async (server: ServerProcess, callPath: string, seconds: number): Promise<Round> => {
    const before = await processorMs(server.pid);
    const load = { url: server.url, path: callPath, connections: CONNECTIONS, seconds };
    const report = await client.run({ ...load, ...(body && { body }) });
    const count = report.accepted.length;
    if (report.lost > 0 || count === 0) throw new Error(`${name}: ${report.lost} calls were lost.`);
    const used = (await processorMs(server.pid)) - before;
    return {
      callsPerSecond: count / report.seconds,
      processorMs: used / (count + report.shed.length),
      report,
    };
  };
  await measure(service, path, WARM_UP_SECONDS);
  await measure(bare, barePath, WARM_UP_SECONDS);
  const rounds: { ours: Round; theirs: Round }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({
      theirs: await measure(bare, barePath, ROUND_SECONDS),
      ours: await measure(service, path, ROUND_SECONDS),
    });
  const middle = (figure: (round: (typeof rounds)[number]) => number) =>
    median(rounds.map(figure)).toFixed(2);
  const ours = timesOf(rounds.map((round) => round.ours));
  const theirs = timesOf(rounds.map((round) => round.theirs));
  const shed = rounds.reduce((sum, round) => sum + round.ours.report.shed.length, 0);
  return [
    name.padEnd(58),
    `${median(rounds.map((round) => round.ours.callsPerSecond)).toFixed(0)} (× ${middle((round) => round.ours.callsPerSecond / round.theirs.callsPerSecond)})`.padEnd(
      20,
    ),
    `${median(rounds.map((round) => round.ours.processorMs)).toFixed(3)} ms (× ${middle((round) => round.theirs.processorMs / round.ours.processorMs)})`.padEnd(
      22,
    ),
    `${ours.p50.toFixed(1)} ms, ${ours.p99.toFixed(1)} ms (× ${(ours.p99 / ours.p50).toFixed(1)}; × ${(theirs.p99 / theirs.p50).toFixed(1)})`,
    shed > 0 ? `, ${shed} shed` : '',
  ].join('');
}

/** Returns the median and the 99th percentile of the times of all calls of several rounds. */
function timesOf(rounds: readonly Round[]): { p50: number; p99: number } {
  const times = rounds.flatMap(({ report }) => report.accepted).toSorted((a, b) => a - b);
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? 0;

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await benchBare();
