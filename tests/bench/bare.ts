import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cachedSite } from '../support/build.ts';
import { type Load, type LoadReport, runLoad } from '../support/loadClient.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { processorMs } from '../support/processFigures.ts';
import { registrationDetails, type ServerProcess, startServerProcess } from '../support/serverProcess.ts';

const CONNECTIONS = 50;
const ROUNDS = 5;
/** Calls of a round, and of the first ones, in which the code is compiled; and the longest time for them. */
const ROUND = { calls: 1500, seconds: 3 };
const WARM_UP = { calls: 5000, seconds: 20 };

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
  const database = postgres && (await createDatabase(postgres.url));
  const bareFile = fileURLToPath(new URL('./bareServer.ts', import.meta.url));
  const env = { SITE_DIR: await cachedSite() };
  const servers: ServerProcess[] = [];
  const start = async (name: string, nodeArguments?: string[]) => {
    const options = { directory: join(directory, name), databaseUrl: database?.url, env };
    const server = await startServerProcess({ ...options, ...(nodeArguments && { nodeArguments }) });
    servers.push(server);
    return server;
  };
  try {
    const service = await start('service');
    const bare = await start('bare', ['--import', 'tsx', bareFile]);
    console.log(
      `\nBeside a bare Fastify, ${CONNECTIONS} connections, ${postgres ? 'PostgreSQL' : 'PGlite'}`.padEnd(62),
      'calls/s (bare)      processor time    p50, p99 (p99 of p50)',
    );
    for (const call of comparisons) console.log(await compare(call, service, bare));
  } finally {
    for (const server of servers) await server.kill();
    await database?.drop();
    await postgres?.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function compare(
  { name, path, barePath = path, body }: Call,
  service: ServerProcess,
  bare: ServerProcess,
) {
  const measure = async (server: ServerProcess, callPath: string, length: typeof ROUND): Promise<Round> => {
    const before = await processorMs(server.pid);
    const load = { url: server.url, path: callPath, connections: CONNECTIONS, ...length };
    const report = await runLoad({ ...load, ...(body && { body }) });
    const count = report.accepted.length;
    if (report.lost > 0 || count === 0) throw new Error(`${name}: ${report.lost} calls were lost.`);
    const used = (await processorMs(server.pid)) - before;
    return {
      callsPerSecond: count / report.seconds,
      processorMs: used / (count + report.shed.length),
      report,
    };
  };
  await measure(service, path, WARM_UP);
  await measure(bare, barePath, WARM_UP);
  const rounds: { ours: Round; theirs: Round }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({
      theirs: await measure(bare, barePath, ROUND),
      ours: await measure(service, path, ROUND),
    });
  const middle = (figure: (round: (typeof rounds)[number]) => number) => median(rounds.map(figure));
  const p50 = middle(({ ours }) => quantile(ours.report.accepted, 0.5));
  const p99 = middle(({ ours }) => quantile(ours.report.accepted, 0.99));
  const shed = rounds.reduce((sum, { ours }) => sum + ours.report.shed.length, 0);
  return [
    name.padEnd(62),
    `${middle(({ ours }) => ours.callsPerSecond).toFixed(0)} (× ${middle(({ ours, theirs }) => ours.callsPerSecond / theirs.callsPerSecond).toFixed(2)})`.padEnd(
      20,
    ),
    `${middle(({ ours }) => ours.processorMs).toFixed(3)} ms (× ${middle(({ ours, theirs }) => theirs.processorMs / ours.processorMs).toFixed(2)})`.padEnd(
      18,
    ),
    `${p50.toFixed(1)} ms, ${p99.toFixed(1)} ms (× ${(p99 / p50).toFixed(1)})${shed > 0 ? `, ${shed} shed` : ''}`,
  ].join('');
}

const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? 0;

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await benchBare();
