import { UnavailableError } from '../errors.ts';
import type { Database } from './database.types.ts';

/** How busy a database is. */
export type DatabaseLoad = {
  /** Number of queries and transactions that run or wait for a connection. */
  readonly pending: number;
  /** Returns how long one more would wait, in milliseconds, at the pace of the last ones. */
  expectedWaitMs(): number;
};

/** Is called after each query and transaction with its time, the wait for a connection included, in seconds. */
export type OperationObserver = (operation: 'query' | 'transaction', seconds: number) => void;

export type DatabaseObserver = {
  onOperation: OperationObserver;
  /** Is called for each operation that found the database unavailable. */
  onUnavailable(): void;
};

/** Assumed time from one completed operation to the next until some were measured, and the longest that counts. */
const FIRST_INTERVAL_MS = 4;
const MAX_INTERVAL_MS = 50;

/** Weight of the last interval in the moving average. */
const WEIGHT = 0.02;

/** Returns a database that does the same as `database`, and its load. */
export function measureDatabase(
  database: Database,
  { onOperation, onUnavailable }: DatabaseObserver,
): { database: Database; load: DatabaseLoad } {
  let pending = 0;
  let intervalMs = FIRST_INTERVAL_MS;
  let lastMs = 0;

  async function measure<T>(operation: 'query' | 'transaction', work: () => Promise<T>): Promise<T> {
    const startMs = performance.now();
    if (pending === 0) lastMs = startMs;
    pending += 1;
    try {
      return await work();
    } catch (error) {
      if (error instanceof UnavailableError) onUnavailable();
      throw error;
    } finally {
      const nowMs = performance.now();
      pending -= 1;
      intervalMs += (Math.min(nowMs - lastMs, MAX_INTERVAL_MS) - intervalMs) * WEIGHT;
      lastMs = nowMs;
      onOperation(operation, (nowMs - startMs) / 1000);
    }
  }

  return {
    database: {
      ...database,
      query: (text, values) => measure('query', () => database.query(text, values)),
      transaction: (work) => measure('transaction', () => database.transaction(work)),
    },
    load: {
      get pending() {
        return pending;
      },
      expectedWaitMs: () => pending * intervalMs,
    },
  };
}
