import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { checkBackup } from '../../../server/backup/readBackup.ts';
import { restoreBackup } from '../../../server/backup/restoreBackup.ts';
import { readSnapshot } from '../../../server/backup/snapshot.ts';
import { tables } from '../../../server/backup/tables.ts';
import { writeBackup } from '../../../server/backup/writeBackup.ts';
import type { Database, Sql } from '../../../server/database/database.types.ts';
import { latestVersion, migrate, schemaVersion } from '../../../server/database/migrate.ts';
import { listSubmissions, storeSubmission } from '../../../server/submissions/submissions.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { collect } from '../../support/operatorCommand.ts';
import { canMakeSmallDisks, makeSmallDisk } from '../../support/smallDisk.ts';
import { emptyDatabase, withNextMigration } from '../schemas.ts';
import { createServiceFixture, databases, fastestDatabase, type ServiceFixture } from '../serviceFixture.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'backup-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const pathOf = (name: string) => join(directory, name);

const backUp = (database: Database, name: string) =>
  writeBackup(pathOf(name), readSnapshot(database, directory));

const restore = async (database: Database, name: string, isReplacing = false) =>
  restoreBackup(database, await checkBackup(pathOf(name)), isReplacing);

/** Writes a backup with other lines, and the hash that belongs to them. */
async function writeChanged(from: string, to: string, change: (lines: string[]) => string[]): Promise<void> {
  const lines = gunzipSync(await readFile(pathOf(from)))
    .toString()
    .trimEnd()
    .split('\n');
  const text = change(lines.slice(0, -1))
    .map((line) => `${line}\n`)
    .join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  await writeFile(pathOf(to), gzipSync(`${text}${JSON.stringify({ sha256 })}\n`));
}

/** Returns everything that the database holds, each row as text. */
async function contentOf(sql: Sql): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {};
  for (const table of tables) {
    const rows = await sql.query(`select t::text as row from ${table} t order by 1`);
    content[table] = rows.map(({ row }) => row);
  }
  return content;
}

const texts = ['one, "two"\\ {three}', 'line\r\nline\u2028line', 'नमस्ते 👩‍👧', '', 'null', '\\u0000 \\N'];

/** Stores rows in every table, with values of every type, and with the last submission erased. */
async function storeRows(sql: Sql): Promise<void> {
  for (const message of texts) await storeSubmission(sql, 'contact', { name: 'Asha', message });
  const id = await storeSubmission(sql, 'registration', { name: 'Asha', email: 'a@b.c', acceptTerms: true });
  const erased = await storeSubmission(sql, 'contact', { name: 'Erased' });
  await sql.query('delete from submissions where id = $1', [erased]);
  await sql.query(
    `insert into submissions (kind, received_at, fields) values
     ('inquiry', '2026-02-03 04:05:06.789012+05:30', '{"a": 1,  "a": "\\ud83d", "c": null}')`,
  );
  await sql.query(`insert into orders (id, email, amount, currency, receipt, key_id, payment_mode, payment_id, submission_id)
    values ('order_1', 'a@b.c', 200000, 'INR', 'r1', 'key', 'live', 'pay_1', ${id}), ('order_2', 'd@e.f', 1, 'INR', 'r2', 'key', 'test', null, null)`);
  await sql.query(
    `insert into payments values ('pay_1', 'order_1', 200000, 'INR', 'captured', 0, 'Asha', null, now())`,
  );
  await sql.query(`insert into refunds values ('rfnd_1', 'pay_1', 5, true)`);
  await sql.query(`insert into webhook_events (id) values ('event_1')`);
  await sql.query(
    `insert into outbox (kind, submission_id, message_id) values ('notice', ${id}, 'message_1')`,
  );
  await sql.query(
    `insert into simulator_orders (id, amount, currency, receipt) values ('order_1', 1, 'INR', 'r1')`,
  );
  await sql.query(`insert into simulator_payments (id, order_id, status, notes)
    values ('pay_1', 'order_1', 'captured', '{"student":"Asha"}')`);
}

describe.each(databases)('a backup of %s', (kind) => {
  let fixture: ServiceFixture;
  const withDatabase = <T>(work: (database: Database) => Promise<T>) => fixture.withDatabase(work);

  beforeEach(async () => {
    fixture = await createServiceFixture(kind);
  });
  afterEach(() => fixture.remove());

  test('is a private file with every table, which is restored only over data that may be replaced', async () => {
    await withDatabase(async (database) => {
      const names = await database.query<{ relname: string }>(
        `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      );
      expect(new Set(names.map(({ relname }) => relname))).toEqual(new Set([...tables, 'schema_migrations']));

      await storeRows(database);
      const content = await contentOf(database);
      for (const table of nonEmpty(tables)) expect(content[table], table).not.toEqual([]);
      expect(await backUp(database, 'full.gz')).toEqual(
        Object.fromEntries(tables.map((table) => [table, content[table]?.length])),
      );
      expect((await stat(pathOf('full.gz'))).mode & 0o777).toBe(0o600);
      expect(await readdir(directory)).toEqual(['full.gz']);
      await expect(backUp(database, 'full.gz')).rejects.toThrow(
        /full\.gz exists: a backup is never written over/,
      );

      await database.query('delete from outbox');
      const later = await storeSubmission(database, 'contact', { name: 'Later' });
      const changed = await contentOf(database);
      await expect(restore(database, 'full.gz')).rejects.toThrow(
        /^The database holds data \(submissions: 9, orders: 2, .*\), and nothing was changed: add --replace/,
      );
      expect(await contentOf(database)).toEqual(changed);

      await writeChanged('full.gz', 'twice.gz', (lines) => [...lines, ...lines.slice(-1)]);
      await expect(restore(database, 'twice.gz', true)).rejects.toThrow(
        /twice\.gz could not be restored, and nothing was changed: duplicate key value .*simulator_payments_pkey"\.$/,
      );
      expect(await contentOf(database)).toEqual(changed);
      expect(await storeSubmission(database, 'contact', { name: 'Last' })).toBe(later + 1);

      await restore(database, 'full.gz', true);
      expect(await contentOf(database)).toEqual(content);
      // The number of the erased submission is not given again.
      expect(await storeSubmission(database, 'contact', { name: 'Next' })).toBe(later);
    });
  });

  test('is migrated when it is of an older schema, and restored into any other', async () => {
    await withDatabase(async (database) => {
      const restoreInto = async (...changes: string[]) => {
        for (const change of changes) await database.query(change);
        await restoreBackup(database, await checkBackup(pathOf('older.gz')), true, withNextMigration);
        expect(await schemaVersion(database)).toBe(withNextMigration.length);
        expect(await contentOf(database)).toEqual(content);
      };
      await storeSubmission(database, 'contact', { name: 'Asha' });
      await backUp(database, 'older.gz');
      await migrate(database, withNextMigration);
      const content = await contentOf(database);
      await restoreInto('delete from submissions');
      await restoreInto('alter table submissions drop column language', 'drop table schema_migrations');
    });
  });

  test('is refused of a database without tables', async () => {
    await withDatabase(async (database) => {
      await emptyDatabase(database);
      await expect(backUp(database, 'none.gz')).rejects.toThrow(
        'The database is empty: start the server once, which creates its tables.',
      );
    });
  });

  test('does not keep others waiting while its reader is slow, and leaves no file', async () => {
    await withDatabase(async (database) => {
      await storeSubmission(database, 'contact', { name: 'Before' });
      const lines = readSnapshot(database, directory);
      await lines.next();
      await storeSubmission(database, 'contact', { name: 'Meanwhile' });
      const rest = await collect(lines);
      expect(rest.filter((line) => line.includes('Before'))).toHaveLength(1);
      expect(rest.join()).not.toContain('Meanwhile');
      expect(await readdir(directory)).toEqual([]);
      expect(await collect(listSubmissions(database))).toHaveLength(2);
    });
  });
});

describe.each(databases.filter((kind) => kind === 'PostgreSQL'))('a backup of %s', (kind) => {
  test('is of one moment, whatever is stored while it is read', async () => {
    const fixture = await createServiceFixture(kind);
    onTestFinished(fixture.remove);
    await fixture.withDatabase(async (database) => {
      await storeRows(database);
      let stored = 0;
      const lines = readSnapshot(
        {
          ...database,
          transaction: (work) =>
            database.transaction((sql) =>
              work({
                async query(text, values) {
                  if (text.startsWith('fetch')) {
                    stored += 1;
                    await database.query('insert into webhook_events (id) values ($1)', [`later ${stored}`]);
                  }
                  return sql.query(text, values);
                },
              }),
            ),
        },
        directory,
      );
      const text = (await collect(lines)).join('\n');
      expect(stored).toBeGreaterThan(tables.length);
      expect(text).toContain('event_1');
      expect(text).not.toContain('later');
    });
  });
});

describe('the file of a backup', () => {
  let fixture: ServiceFixture;

  beforeEach(async () => {
    fixture = await createServiceFixture(fastestDatabase);
  });
  afterEach(() => fixture.remove());

  test('is refused in one sentence when it is cut off, changed, newer or something else', async () => {
    await fixture.withDatabase(async (database) => {
      await storeRows(database);
      await backUp(database, 'whole.gz');
    });
    const whole = await readFile(pathOf('whole.gz'));
    const text = gunzipSync(whole).toString();
    const lines = text.trimEnd().split('\n');
    const header = JSON.parse(lines[0] ?? '');
    await writeChanged('whole.gz', 'newer format.gz', ([, ...others]) => [
      JSON.stringify({ ...header, formatVersion: 2 }),
      ...others,
    ]);
    await writeChanged('whole.gz', 'newer schema.gz', ([, ...others]) => [
      JSON.stringify({ ...header, schemaVersion: latestVersion + 1 }),
      ...others,
    ]);
    await writeChanged('whole.gz', 'no header.gz', ([, ...others]) => others);
    await writeChanged('whole.gz', 'foreign table.gz', (all) => [
      ...all,
      '{"table":"pg_authid","columns":[],"lastId":null}',
    ]);
    await writeChanged('whole.gz', 'short row.gz', (all) => [...all, '["1"]']);
    const files: Record<string, Buffer | string> = {
      'empty.gz': '',
      'text.gz': text,
      'cut.gz': whole.subarray(0, -9),
      'cut to half.gz': whole.subarray(0, whole.length / 2),
      'without its end.gz': gzipSync(`${lines.slice(0, -1).join('\n')}\n`),
      'without a row.gz': gzipSync(lines.filter((line) => !line.includes('"Asha\\"')).join('\n')),
      'with another amount.gz': gzipSync(text.replace('"200000"', '"100000"')),
      'of JSON.gz': gzipSync('{}\n{}\n'),
    };
    for (const [name, content] of Object.entries(files)) await writeFile(pathOf(name), content);
    const refusals = ['no header.gz', 'foreign table.gz', 'short row.gz', ...Object.keys(files)];
    for (const name of nonEmpty(refusals))
      await expect(checkBackup(pathOf(name)), name).rejects.toThrow(
        `${pathOf(name)} is no whole backup: it was cut off or changed, or is something else. Use another one.`,
      );
    for (const name of ['newer format.gz', 'newer schema.gz'])
      await expect(checkBackup(pathOf(name)), name).rejects.toThrow(/was made by a newer release/);
    await mkdir(pathOf('folder'));
    await expect(checkBackup(pathOf('folder'))).rejects.toThrow(/folder cannot be read: it is a directory/);
    await expect(checkBackup(pathOf('none.gz'))).rejects.toThrow(
      /none\.gz cannot be read: there is no such file/,
    );
    expect(await checkBackup(pathOf('whole.gz'))).toMatchObject({ rows: { orders: 2 } });
  });

  test.runIf(canMakeSmallDisks())('is not there when the disk is full', async () => {
    const disk = makeSmallDisk(1);
    if (!disk) throw new Error('There is no small disk.');
    try {
      disk.fillUp(0);
      const file = join(disk.path, 'backup.gz');
      await fixture.withDatabase(async (database) => {
        await storeRows(database);
        await expect(writeBackup(file, readSnapshot(database, directory))).rejects.toThrow(
          `${file} cannot be written: the disk is full (ENOSPC).`,
        );
        expect(await readdir(disk.path)).toEqual(['filler']);
        await expect(writeBackup(pathOf('backup.gz'), readSnapshot(database, disk.path))).rejects.toThrow(
          `${disk.path} cannot be written: the disk is full (ENOSPC).`,
        );
        expect([await readdir(disk.path), await readdir(directory)]).toEqual([['filler'], []]);
      });
    } finally {
      disk.remove();
    }
  });
});
