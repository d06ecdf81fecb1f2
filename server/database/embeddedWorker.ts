import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { UnavailableError } from '../shared/errors.ts';
import type { Row } from './database.types.ts';

/** A request to the thread of an embedded database: run a statement, write the log to disk, or end. */
export type WorkerMessage = { text: string; values: readonly unknown[] } | 'flush' | 'close';

/** An error that PostgreSQL reports for a statement. */
export class StatementError extends Error {
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

/** Longest time for opening, in milliseconds. */
const OPEN_TIMEOUT_MS = 60_000;

/** Memory for new objects of the thread, which makes few: eight times less than the default of Node. */
const YOUNG_GENERATION_MB = 6;

/** PGlite as the first thread compiled it; compiling takes a second. */
let compiledPglite: unknown;

/**
 * Starts the thread of an embedded database; returns it when the database is open.
 *
 * @throws UnavailableError when the database cannot be opened.
 */
export async function startWorker(directory: string): Promise<Worker> {
  const url = new URL('./embedded.worker.js', import.meta.url);
  // Without the TypeScript loader, which it would inherit and does not need.
  const worker = new Worker(url, {
    workerData: { directory, compiled: compiledPglite },
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
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

/**
 * Sends a message to the thread; returns the rows of its reply. One message at a time.
 *
 * @throws StatementError when PostgreSQL reports an error.
 * @throws UnavailableError when the thread ends or does not reply in time.
 */
export function sendToWorker<R extends Row>(
  worker: Worker,
  message: WorkerMessage,
  timeoutMs: number,
): Promise<R[]> {
  const reply = nextReply<R>(worker, timeoutMs);
  worker.postMessage(message);
  return reply;
}

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
