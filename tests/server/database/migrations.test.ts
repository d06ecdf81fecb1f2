import { describe, expect } from 'vitest';
import {
  latestVersion,
  migrate,
  openDatabase,
  type Sql,
  schemaVersion,
} from '../../../server/database/index.ts';
import { StartError } from '../../../server/shared/errors.ts';
import { createSimulatorTables } from '../../../server/simulator/index.ts';
import { storeSubmission } from '../../../server/submissions/submissions.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { payAndRegister } from '../../support/serverProcess.ts';
import { operatorOf, runMainInThread } from '../../support/serverPrograms.ts';
import { describeSchema, emptyDatabase, withNextMigration } from '../databaseFixture.ts';
import { inquiry, programTest, test } from '../fixtures.ts';
import { databases, orderBody, postJson, usualDatabases, waitUntil } from '../serviceFixture.ts';

const appliedMigrations = async (sql: Sql) => {
  const rows = await sql.query<{ version: number }>('select version from schema_migrations order by version');
  return rows.map(({ version }) => version);
};

/** The versions from the first to the last. */
const versions = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

const NEWER_SCHEMA_MESSAGE =
  `The schema of the database has version ${latestVersion + 1}, and this release knows ${latestVersion} at most: ` +
  'start the newer release, or restore a backup from before it.';

describe.each(usualDatabases)('migrations on %s', (kind) => {
  test.override('kind', kind);

  test('migrations bring an older schema up to date, each once, and keep what is stored', async ({
    data,
  }) => {
    await data.withDatabase(async (database) => {
      // The simulator may have made tables of its own in a database that tests share.
      await emptyDatabase(database);
      await migrate(database);
      const { id } = await storeSubmission(database, 'contact', { name: 'Asha' });
      expect(await appliedMigrations(database)).toEqual(versions(latestVersion));
      await migrate(database, withNextMigration);
      await migrate(database, withNextMigration);
      expect(await appliedMigrations(database)).toEqual(versions(latestVersion + 1));
      expect(await database.query('select id, language from submissions')).toEqual([{ id, language: 'en' }]);
      const upgraded = await describeSchema(database);

      await emptyDatabase(database);
      expect(await schemaVersion(database)).toBe(0);
      await migrate(database, withNextMigration);
      expect(await appliedMigrations(database)).toEqual(versions(latestVersion + 1));
      expect(await describeSchema(database)).toEqual(upgraded);
    });
  });

  test('migrations change nothing when one fails, and say which', async ({ data }) => {
    await data.withDatabase(async (database) => {
      await storeSubmission(database, 'contact', { name: 'Asha' });
      const before = [await describeSchema(database), await database.query('select * from submissions')];
      const failing = [
        ...withNextMigration,
        { name: 'the ages of orders', statements: ['drop table outbox', 'update orders set age = 1'] },
      ];
      await expect(migrate(database, failing)).rejects.toThrow(
        new StartError(
          `Migration ${latestVersion + 2} of the database (the ages of orders) failed and nothing was changed ` +
            '(column "age" of relation "orders" does not exist): remove the cause, or start the release before.',
        ),
      );
      expect([await describeSchema(database), await database.query('select * from submissions')]).toEqual(
        before,
      );
      expect(await appliedMigrations(database)).toEqual(versions(latestVersion));
    });
  });
});

describe.runIf(databases.includes('PostgreSQL'))('on PostgreSQL', () => {
  test.override('kind', 'PostgreSQL');

  test('migrations run once when servers start together', async ({ data }) => {
    await data.withDatabase(emptyDatabase);
    const services = await Promise.all([data.start(), data.start(), data.start()]);
    for (const { url } of nonEmpty(services)) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await data.withDatabase(appliedMigrations)).toEqual(versions(latestVersion));
  });

  test('an old server is not ready after a migration, and answers calls that fit', async ({
    data,
    service: { url },
  }) => {
    const readiness = async () => (await fetch(`${url}/readyz`)).status;
    expect(await readiness()).toBe(200);
    await data.withDatabase(async (database) => {
      await migrate(database, withNextMigration);
      await database.query('alter table orders rename column receipt to reference');
    });
    await waitUntil(async () => (await readiness()) === 503);
    expect(data.log.join('')).toContain(NEWER_SCHEMA_MESSAGE);
    expect((await postJson(`${url}/api/inquiry`, inquiry)).status).toBe(200);
    const refused = await postJson(`${url}/create-order`, orderBody('asha@example.org'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);

    await data.withDatabase(async (database) => {
      await database.query('delete from schema_migrations');
    });
    const lacking = 'has version 0, and this release needs';
    await waitUntil(async () => (await readiness()) === 503 && data.log.join('').includes(lacking));
  });

  test('a role that may only read and write runs, and asks for the owner to migrate', async ({ data }) => {
    const role = `reader_${process.pid}`;
    const url = new URL(data.options.databaseUrl ?? '');
    Object.assign(url, { username: role, password: 'secret' });
    const asRole = { databaseUrl: url.href };
    const asOwner = (...statements: string[]) =>
      data.withDatabase(async (database) => {
        for (const statement of statements) await database.query(statement);
      });
    const grants = [
      `grant usage on schema public to ${role}`,
      `grant select, insert, update, delete on all tables in schema public to ${role}`,
    ];
    await asOwner(`create role ${role} login password 'secret'`);
    try {
      await data.withDatabase(emptyDatabase);
      await asOwner(...grants);
      await expect(data.start(asRole)).rejects.toThrow(
        new StartError(
          `The role that DATABASE_URL names may not migrate the database to version ${latestVersion} of its schema ` +
            '(permission denied for schema public): start the server once with the role that owns the tables, ' +
            'or grant it the privileges.',
        ),
      );
      await data.withDatabase(createSimulatorTables);
      await asOwner(...grants);

      const service = await data.start(asRole);
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
      expect((await postJson(`${service.url}/api/inquiry`, inquiry)).status).toBe(200);
      expect(await payAndRegister(service.url, 'asha@example.org')).toBe(true);
      const operator = operatorOf({ ...data.options, ...asRole });
      expect(await operator.submissions()).toContainEqual(
        expect.objectContaining({ email: 'asha@example.org' }),
      );
      expect(await operator.linesOf('submissions', ['--erase', 'asha@example.org'])).toContain(
        'Erased rows stay in the files of PostgreSQL until its next vacuum: let the owner of the tables run "vacuum".',
      );
    } finally {
      await asOwner(`drop owned by ${role}`, `drop role ${role}`);
    }
  });
});

programTest('a server says in one sentence that the schema is newer, and exits', async ({ programs }) => {
  const database = await openDatabase(programs.options);
  await migrate(database, withNextMigration);
  await database.close();
  expect(await runMainInThread(programs.environment)).toEqual({
    code: 1,
    out: '',
    err: `${NEWER_SCHEMA_MESSAGE}\n`,
  });
});
