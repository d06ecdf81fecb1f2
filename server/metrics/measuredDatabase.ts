import type { Database } from '../database/database.types.ts';
import type { DatabaseLoad } from '../http/loadShedding.ts';
import { UnavailableError } from '../shared/errors.ts';

/** Is called after each query and transaction with its time, the wait for a connection included, in seconds. */
export type OperationObserver = (operation: 'query' | 'transaction', seconds: number) => void;

export type DatabaseObserver = {
  onOperation: OperationObserver;
  /** Is called for each operation that found the database unavailable. */
  onUnavailable(): void;
};

/** Assumed time from one completed operation to the next until some were measured. */
const FIRST_INTERVAL_MS = 4;

/**
 * The busy time, in milliseconds, in which the weight of a measurement falls to about a third. It is far longer
 * than one sync of the log, since commits that share one complete together.
 */
const WINDOW_MS = 1_000;

/** Wraps a database without changing its behaviour, and measures its load. */
export function measureDatabase(
  database: Database,
  { onOperation, onUnavailable }: DatabaseObserver,
): { database: Database; load: DatabaseLoad } {
  let pending = 0;
  let failures = 0;
  let busyMs = FIRST_INTERVAL_MS;
  let completed = 1;
  let lastMs = 0;

  /** Adds the time until now to the measurement, of which the older part counts less. */
  function measureTime(nowMs: number): void {
    const elapsedMs = pending > 0 ? nowMs - lastMs : 0;
    const kept = Math.exp(-elapsedMs / WINDOW_MS);
    busyMs = busyMs * kept + elapsedMs;
    completed *= kept;
    lastMs = nowMs;
  }

  async function measure<T>(operation: 'query' | 'transaction', work: () => Promise<T>): Promise<T> {
    const startMs = performance.now();
    measureTime(startMs);
    pending += 1;
    try {
      return await work();
    } catch (error) {
      if (error instanceof UnavailableError) {
        failures += 1;
        onUnavailable();
      }
      throw error;
    } finally {
      const nowMs = performance.now();
      measureTime(nowMs);
      pending -= 1;
      completed += 1;
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
      get failures() {
        return failures;
      },
      expectedWaitMs(others) {
        measureTime(performance.now());
        return (others * busyMs) / completed;
      },
    },
  };
}
