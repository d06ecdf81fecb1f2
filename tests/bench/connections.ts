import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cachedSite } from '../support/build.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { type ServerProcess, startServerProcess } from '../support/serverProcess.ts';
import { type LoadReport, runLoad } from './loadClient.ts';
import { memoryOf } from './processFigures.ts';

const IDLE_CONNECTIONS = 10_000;
const REQUESTS = 200_000;
const MAX_SECONDS = 60;
const UNREAD_CLIENTS = 20;
const UNREAD_REQUESTS = 20_000;

/** Prints, for each database, the memory of a server after many requests, unread responses and idle connections. */
export async function benchConnections(): Promise<void> {
  const postgres = await startPostgres();
  try {
    await benchOn('PGlite');
    if (!postgres) return;
    const { url, drop } = await createDatabase(postgres.url);
    await benchOn('PostgreSQL', url);
    await drop();
  } finally {
    await postgres?.stop();
  }
}

async function benchOn(database: string, databaseUrl?: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  const options = { directory, databaseUrl, env: { SITE_DIR: await cachedSite() } };
  const first = await startServerProcess(options);
  const { now, peak } = await memoryOf(first.pid);
  console.log(`${database}: first start, which creates the tables: ${now} MB, at most ${peak} MB`);
  await first.kill();
  const server = await startServerProcess(options);
  const report = async (what: string, text: string) => {
    const { now, peak } = await memoryOf(server.pid);
    console.log(`${database}: ${what}: ${now} MB, at most ${peak} MB${text}`);
  };
  try {
    await report('started', '');
    const idle: Socket[] = [];
    while (idle.length < IDLE_CONNECTIONS) idle.push(await openConnection(server));
    const beside = await readPages(server);
    const closed = idle.filter((socket) => socket.closed).length;
    await report(
      `${IDLE_CONNECTIONS} idle connections`,
      `; ${closed} closed; GET / on 50 others p50 ${quantile(beside, 0.5)} ms, p99 ${quantile(beside, 0.99)} ms`,
    );
    for (const socket of idle) socket.destroy();
    const alone = await readPages(server);
    await report('without them', `; p50 ${quantile(alone, 0.5)} ms, p99 ${quantile(alone, 0.99)} ms`);

    await Promise.all(Array.from({ length: UNREAD_CLIENTS }, () => sendWithoutReading(server)));
    await report(`${UNREAD_CLIENTS} clients that send ${UNREAD_REQUESTS} requests and read nothing`, '');

    const load = { url: server.url, connections: 50, seconds: MAX_SECONDS, calls: REQUESTS };
    const { accepted, lost } = await runLoad({ ...load, path: '/' });
    await report(`${accepted.length} more requests`, `; ${lost} lost`);
  } finally {
    await server.kill();
    await rm(directory, { recursive: true });
  }
}

const readPages = ({ url }: ServerProcess): Promise<LoadReport> =>
  runLoad({ url, path: '/', connections: 50, seconds: 5, calls: 3000 });

const quantile = ({ accepted }: LoadReport, share: number): string =>
  (accepted[Math.floor(accepted.length * share)] ?? 0).toFixed(1);

async function openConnection({ url }: ServerProcess): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends many requests on one connection and reads no response, until the server closes it. */
async function sendWithoutReading(server: ServerProcess): Promise<void> {
  const socket = (await openConnection(server)).pause();
  const page = 'GET / HTTP/1.1\r\nHost: site\r\nAccept-Encoding: br\r\n\r\n';
  socket.write(page.repeat(UNREAD_REQUESTS));
  // A client that does not read learns by writing that it is disconnected.
  while (!socket.closed) {
    socket.write(page);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await benchConnections();
