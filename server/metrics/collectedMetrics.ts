import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { statesOfOffice } from '../../machines/order/order.state.ts';
import type { Database } from '../database/database.types.ts';
import type { DatabaseLoad } from '../http/loadShedding.ts';
import { countMails } from '../mail/outbox.ts';
import { countOrders } from '../payments/listOrders.ts';
import type { Log } from '../shared/log.ts';

/** The metrics that are measured when they are requested. */
export type MetricsSources = {
  database: Database;
  databaseLoad: DatabaseLoad;
  log: Log | undefined;
};

/** For how long the figures of the database are reused, and how long a request waits for new ones, in milliseconds. */
const CACHE_MS = 60_000;
const TIMEOUT_MS = 3_000;

/**
 * Adds the metrics of the process, and those that are read on request. Stored data is read at most once a minute;
 * while the database is unavailable these figures keep their value.
 */
export function collectMetrics(registry: Registry, { database, databaseLoad, log }: MetricsSources): void {
  const registers = [registry];
  addStoredMetrics(registry, database);
  new Gauge({
    name: 'database_operations_pending',
    help: 'Queries and transactions that run or wait for a connection.',
    registers,
    collect() {
      this.set(databaseLoad.pending);
    },
  });
  new Counter({
    name: 'log_lines_dropped_total',
    help: 'Log lines that were not written because the reader of the log did not read.',
    registers,
    collect() {
      this.reset();
      this.inc(log?.droppedLines ?? 0);
    },
  });
  collectDefaultMetrics({ register: registry });
}

/** Adds the metrics of stored data. Each request for them waits a few seconds at most until they are read. */
function addStoredMetrics(registry: Registry, database: Database): void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry], collect: readAgain });
  const mails = gauge('outbox_mails', 'Mails that wait to be sent or have failed.', ['state']);
  const oldest = gauge('outbox_oldest_waiting_seconds', 'Age of the oldest mail that waits to be sent.');
  const orders = gauge('orders_needing_attention', 'Orders that somebody must act on.', ['state']);
  let readMs = -Infinity;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const counts = new Map(statesOfOffice.map((state) => [state, 0]));
    for (const { state, count } of await countOrders(database, statesOfOffice)) counts.set(state, count);
    const { waiting, failed, oldestWaitingSeconds } = await countMails(database);
    for (const [state, count] of counts) orders.set({ state }, count);
    mails.set({ state: 'waiting' }, waiting);
    mails.set({ state: 'failed' }, failed);
    oldest.set(oldestWaitingSeconds);
    readMs = performance.now();
  }

  async function readAgain(): Promise<void> {
    if (performance.now() - readMs < CACHE_MS) return;
    reading ??= read()
      .catch(() => {})
      .finally(() => {
        reading = undefined;
      });
    await Promise.race([reading, sleep(TIMEOUT_MS, undefined, { ref: false })]);
  }
}
