import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../../../server/database/index.ts';
import { storeSubmission } from '../../../server/submissions/submissions.ts';
import { copyDataDir } from '../../support/dataDir.ts';

const MEGABYTE = 1024 * 1024;
/** The size of a file of the log, in megabytes. */
const SEGMENT = 16;

describe('the write-ahead log of the embedded database', () => {
  let dataDir: string;
  let database: Database;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'log-'));
    await copyDataDir(inject('newDataDir'), dataDir);
    database = await openDatabase({ dataDir });
  });
  afterAll(async () => {
    await database.close();
    await rm(dataDir, { recursive: true });
  });

  const syncCount = async () => {
    await database.query('select pg_stat_force_next_flush()');
    const [row] = await database.query<{ count: number }>(
      `select sum(fsyncs)::integer as count from pg_stat_io where object = 'wal'`,
    );
    return row?.count ?? 0;
  };
  const store = () => storeSubmission(database, 'inquiry', { name: 'Asha' });

  test('the write-ahead log is synced once for calls that wait together, and not for those that only read', async () => {
    const before = await syncCount();
    await store();
    const afterOne = await syncCount();
    expect(afterOne - before).toBe(1);
    await Promise.all(Array.from({ length: 50 }, store));
    const afterFifty = await syncCount();
    expect(afterFifty - afterOne).toBeLessThanOrEqual(2);
    await Promise.all(
      Array.from({ length: 50 }, () => database.transaction((sql) => sql.query('select from submissions'))),
    );
    expect(await syncCount()).toBe(afterFifty);
  });

  test('the write-ahead log stays below 128 MB however much is written', async () => {
    const sizes: number[] = [];
    for (let written = 0; written < 384; written += SEGMENT) {
      await store();
      // As if the rest of the file had been written.
      await database.query('do $$ begin perform pg_switch_wal(); end $$');
      // Not by `stat`: a checkpoint removes files between the listing and the look at each.
      const [log] = await database.query<{ size: number }>(
        'select sum(size)::integer as size from pg_ls_waldir()',
      );
      sizes.push(log?.size ?? Infinity);
    }
    expect(Math.max(...sizes) / MEGABYTE).toBeLessThan(128);
  });
});
