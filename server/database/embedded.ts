import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AwayError } from '../errors.ts';
import type { Row, Sql } from './database.ts';
import { orAway } from './faults.ts';
import { keyedMutex } from './mutex.ts';

/** The one connection of an embedded database. */
export interface Embedded {
  /** Runs `work` while nobody else uses the connection. */
  run<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** The same in a transaction, rolled back when it throws. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** How long opening, and one statement, may take, in milliseconds. */
const OPEN_MS = 60_000;
const STATEMENT_MS = 10_000;

/**
 * Opens PGlite on a directory, and opens it again when it has given up.
 *
 * PostgreSQL panics when it cannot write its log, for example on a full disk, and PGlite then may never return and keeps
 * its thread busy for good. So it has a thread of its own, which is ended; a new one on the same directory recovers what
 * was committed.
 */
export async function openEmbedded(directory: string, statementMs = STATEMENT_MS): Promise<Embedded> {
  const inTurn = keyedMutex();
  let current: Worker | undefined;

  async function open(): Promise<Worker> {
    const worker = await startWorker(directory);
    worker.once('exit', () => {
      if (current === worker) current = undefined;
    });
    current = worker;
    return worker;
  }

  const sql: Sql = {
    async query<R extends Row>(text: string, values: readonly unknown[] = []) {
      const worker = current ?? (await open());
      try {
        return await orAway(() => ask<R>(worker, { text, values }, statementMs));
      } catch (error) {
        if (!(causeOf(error) instanceof StatementError) || isPanic(error)) await worker.terminate();
        throw error;
      }
    },
  };

  await open();
  const run: Embedded['run'] = (work) => inTurn('', () => work(sql));

  return {
    run,

    transaction: (work) =>
      run(async () => {
        await sql.query('begin');
        const worker = current;
        try {
          const result = await work(sql);
          await sql.query('commit');
          return result;
        } catch (error) {
          if (current === worker) await sql.query('rollback');
          throw error;
        }
      }),

    close: () =>
      inTurn('', async () => {
        if (!current) return;
        const worker = current;
        await ask(worker, 'close', statementMs);
        await worker.terminate();
      }),
  };
}

/** What PostgreSQL says of a statement. */
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

type Answer<R> = { rows: R[] } | { error: { sentence: string; code?: string; severity?: string } };

/** PGlite as the first thread compiled it, which takes a second. */
let compiled: unknown;

async function startWorker(directory: string): Promise<Worker> {
  const url = new URL('./embedded.worker.js', import.meta.url);
  // The loader of TypeScript, which it would inherit, is not needed.
  const worker = new Worker(url, { workerData: { directory, compiled }, execArgv: [] });
  worker.on('error', () => {});
  try {
    const [answer] = await answerOf(worker, OPEN_MS);
    compiled ??= answer?.compiled;
    return worker;
  } catch (error) {
    await worker.terminate();
    throw new AwayError('The embedded database cannot be opened.', { cause: error });
  }
}

function ask<R extends Row>(
  worker: Worker,
  message: { text: string; values: readonly unknown[] } | 'close',
  patienceMs: number,
) {
  const answer = answerOf<R>(worker, patienceMs);
  worker.postMessage(message);
  return answer;
}

/** The next thing that the thread says; one that ends or is silent is an AwayError. */
async function answerOf<R extends Row>(worker: Worker, patienceMs: number): Promise<R[]> {
  const over = new AbortController();
  const silence = setTimeout(() => over.abort(), patienceMs);
  const { signal } = over;
  try {
    const [answer]: Answer<R>[] = await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit', { signal }).then(() => []),
    ]);
    if (!answer) throw new Error('The thread ended.');
    if ('error' in answer) throw new StatementError(answer.error);
    return answer.rows;
  } catch (error) {
    if (error instanceof StatementError) throw error;
    throw new AwayError('The embedded database has given up.', { cause: error });
  } finally {
    clearTimeout(silence);
    over.abort();
  }
}

const causeOf = (error: unknown) => (error instanceof AwayError ? error.cause : error);

function isPanic(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof StatementError && cause.severity === 'PANIC';
}
