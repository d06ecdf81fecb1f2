import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { UnavailableError } from '../errors.ts';
import type { Row, Sql } from './database.types.ts';
import { keyedMutex } from './mutex.ts';
import { withUnavailableError } from './unavailable.ts';

/** The one connection of an embedded database. */
export type EmbeddedConnection = {
  /** Runs `work` while no other work uses the connection. */
  withConnection<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs `work` in the same way in a transaction, rolled back when it throws. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
  /** Ends the thread without another write. */
  terminate(): Promise<void>;
};

/** Longest time for opening and for one statement, in milliseconds. */
const OPEN_TIMEOUT_MS = 60_000;
const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * Opens PGlite on a directory, and opens it again after a failure.
 *
 * PostgreSQL panics when it cannot write its write-ahead log, for example on a full disk; PGlite may then never return
 * and block its thread for good. It therefore runs in a thread of its own, which is terminated; a new thread on the same
 * directory recovers what was committed.
 *
 * @param statementMs Longest time for one statement, in milliseconds.
 * @param beforeOpen Is awaited each time before the database is opened; when it throws, the database is not opened.
 * @throws UnavailableError when the database cannot be opened.
 */
export async function openEmbeddedConnection(
  directory: string,
  statementMs = STATEMENT_TIMEOUT_MS,
  beforeOpen = async (): Promise<void> => {},
): Promise<EmbeddedConnection> {
  const mutex = keyedMutex();
  let currentWorker: Worker | undefined;

  async function open(): Promise<Worker> {
    await beforeOpen();
    const worker = await startWorker(directory);
    worker.once('exit', () => {
      if (currentWorker === worker) currentWorker = undefined;
    });
    currentWorker = worker;
    return worker;
  }

  const sql: Sql = {
    async query<R extends Row>(text: string, values: readonly unknown[] = []) {
      const worker = currentWorker ?? (await open());
      try {
        return await withUnavailableError(() => sendToWorker<R>(worker, { text, values }, statementMs));
      } catch (error) {
        if (!(underlyingError(error) instanceof StatementError) || isPanic(error)) await worker.terminate();
        throw error;
      }
    },
  };

  await open();
  const withConnection: EmbeddedConnection['withConnection'] = (work) => mutex('', () => work(sql));

  return {
    withConnection,

    transaction: (work) =>
      withConnection(async () => {
        await sql.query('begin');
        const worker = currentWorker;
        try {
          const result = await work(sql);
          await sql.query('commit');
          return result;
        } catch (error) {
          if (currentWorker === worker) await sql.query('rollback');
          throw error;
        }
      }),

    close: () =>
      mutex('', async () => {
        if (!currentWorker) return;
        const worker = currentWorker;
        await sendToWorker(worker, 'close', statementMs);
        await worker.terminate();
      }),

    async terminate() {
      await currentWorker?.terminate();
    },
  };
}

/** An error that PostgreSQL reports for a statement. */
class StatementError extends Error {
  override readonly name = 'StatementError';
  readonly code: string | undefined;
  readonly severity: string | undefined;

  constructor({ sentence, code, severity }: { sentence: string; code?: string; severity?: string }) {
    super(sentence);
    this.code = code;
    this.severity = severity;
  }
}

type WorkerReply<R> = { rows: R[] } | { error: { sentence: string; code?: string; severity?: string } };

/** PGlite as the first thread compiled it; compiling takes a second. */
let compiledPglite: unknown;

async function startWorker(directory: string): Promise<Worker> {
  const url = new URL('./embedded.worker.js', import.meta.url);
  // Without the TypeScript loader, which it would inherit and does not need.
  const worker = new Worker(url, { workerData: { directory, compiled: compiledPglite }, execArgv: [] });
  worker.on('error', () => {});
  try {
    const [reply] = await nextReply(worker, OPEN_TIMEOUT_MS);
    compiledPglite ??= reply?.compiled;
    return worker;
  } catch (error) {
    await worker.terminate();
    throw new UnavailableError('The embedded database cannot be opened.', { cause: error });
  }
}

function sendToWorker<R extends Row>(
  worker: Worker,
  message: { text: string; values: readonly unknown[] } | 'close',
  timeoutMs: number,
) {
  const reply = nextReply<R>(worker, timeoutMs);
  worker.postMessage(message);
  return reply;
}

/**
 * Returns the rows of the thread's next reply.
 *
 * @throws StatementError when PostgreSQL reports an error.
 * @throws UnavailableError when the thread ends or does not reply in time.
 */
async function nextReply<R extends Row>(worker: Worker, timeoutMs: number): Promise<R[]> {
  const abortController = new AbortController();
  const timer = setTimeout(() => abortController.abort(), timeoutMs);
  const { signal } = abortController;
  try {
    const [reply]: WorkerReply<R>[] = await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit', { signal }).then(() => []),
    ]);
    if (!reply) throw new Error('The thread ended.');
    if ('error' in reply) throw new StatementError(reply.error);
    return reply.rows;
  } catch (error) {
    if (error instanceof StatementError) throw error;
    throw new UnavailableError('The embedded database has given up.', { cause: error });
  } finally {
    clearTimeout(timer);
    abortController.abort();
  }
}

const underlyingError = (error: unknown) => (error instanceof UnavailableError ? error.cause : error);

function isPanic(error: unknown): boolean {
  const cause = underlyingError(error);
  return cause instanceof StatementError && cause.severity === 'PANIC';
}
