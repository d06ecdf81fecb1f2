import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { openDatabase } from '../../server/database/index.ts';
import { listSubmissions } from '../../server/submissions/submissions.ts';
import { cachedSite } from '../support/build.ts';
import { type ServerProcess, startServerProcess } from '../support/serverProcess.ts';
import { type LoadReport, runLoad } from './loadClient.ts';
import { memoryOf, type NewDatabase, onEachDatabase } from './measuring.ts';

const CONNECTIONS = 2000;
const SECONDS = 10;
const IDLE_CONNECTIONS = 10_000;
const UNREAD_CLIENTS = 20;
const UNREAD_REQUESTS = 20_000;

/**
 * Prints for each database what a server lets in and sheds of calls on 2,000 connections without any pause, and its memory
 * and response times with idle connections and with clients that read nothing.
 */
export const benchLoad = (): Promise<void> =>
  onEachDatabase(async (database) => {
    await sendCalls(database);
    await keepConnections(database);
  });

async function sendCalls({ name, directory, databaseUrl }: NewDatabase): Promise<void> {
  const server = await startServerProcess({ directory, databaseUrl });
  const body = { name: 'Student {call}', phone: '9876543210' };
  const load = { url: server.url, path: '/api/inquiry', body };
  const few = await runLoad({ ...load, connections: 50, seconds: 3 });
  const many = await runLoad({ ...load, connections: CONNECTIONS, seconds: SECONDS });
  await server.kill();
  const acknowledged = [...few.acknowledged, ...many.acknowledged];
  const missing = await countMissing({ dataDir: join(directory, 'data'), databaseUrl }, acknowledged);
  const ratio = many.accepted.length / SECONDS / (few.accepted.length / 3);
  console.log(
    `${name}, ${CONNECTIONS} connections without a pause: ${many.accepted.length} let in (× ${ratio.toFixed(2)} of ` +
      `what 50 connections send; ${times(many.accepted)}), ${many.shed.length} shed (${many.withRetryAfter} with ` +
      `Retry-After; ${times(many.shed)}), ${many.lost} lost; ${missing} acknowledged submissions missing`,
  );
  if (missing > 0) process.exitCode = 1;
}

async function keepConnections({ name, directory, databaseUrl }: NewDatabase): Promise<void> {
  const server = await startServerProcess({ directory, databaseUrl, env: { SITE_DIR: await cachedSite() } });
  const print = async (what: string, report: LoadReport | null) => {
    const { now, peak } = await memoryOf(server.pid);
    const said = report ? `; GET / on 50 others: ${times(report.accepted)}` : '';
    console.log(`${name}, ${what}: ${now} MB, at most ${peak} MB${said}`);
  };
  try {
    await print('started', await readPages(server));
    const idle: Socket[] = [];
    while (idle.length < IDLE_CONNECTIONS) idle.push(await openConnection(server));
    await print(`${IDLE_CONNECTIONS} idle connections`, await readPages(server));
    for (const socket of idle) socket.destroy();
    await Promise.all(Array.from({ length: UNREAD_CLIENTS }, () => sendWithoutReading(server)));
    await print(`${UNREAD_CLIENTS} clients that send ${UNREAD_REQUESTS} requests and read nothing`, null);
  } finally {
    await server.kill();
  }
}

const times = (sorted: readonly number[]): string => {
  const quantile = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return `p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms`;
};

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

const readPages = ({ url }: ServerProcess): Promise<LoadReport> =>
  runLoad({ url, path: '/', connections: 50, seconds: 5, calls: 3000 });

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
