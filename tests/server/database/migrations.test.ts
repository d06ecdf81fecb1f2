import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type OperatorCommand, runOperatorCommand } from '../../../server/commands/operatorCommands.ts';
import { connectDatabase, openDatabase } from '../../../server/database/database.ts';
import type { Database, Sql } from '../../../server/database/database.types.ts';
import { latestVersion, migrate, schemaVersion } from '../../../server/database/migrate.ts';
import { StartError } from '../../../server/shared/errors.ts';
import { storeSubmission } from '../../../server/submissions/submissions.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { collect } from '../../support/operatorCommand.ts';
import { payAndRegister } from '../../support/serverProcess.ts';
import { createProgramDatabase, createProgramFixture } from '../programFixture.ts';
import { describeSchema, emptyDatabase, withNextMigration } from '../schemas.ts';
import {
  createServiceFixture,
  databases,
  orderBody,
  postJson,
  type ServiceFixture,
} from '../serviceFixture.ts';

const appliedMigrations = async (sql: Sql) => {
  const rows = await sql.query<{ version: number }>('select version from schema_migrations order by version');
  return rows.map(({ version }) => version);
};

const NEWER_SCHEMA_MESSAGE =
  `The schema of the database has version ${latestVersion + 1}, and this release knows ${latestVersion} at most: ` +
  'start the newer release, or restore a backup from before it.';

describe.each(databases)('migrations on %s', (kind) => {
  let fixture: ServiceFixture;

  beforeEach(async () => {
    fixture = await createServiceFixture(kind);
  });
  afterEach(() => fixture.remove());

  const withDatabase = <T>(work: (database: Database) => Promise<T>) => fixture.withDatabase(work);

  test('bring an older schema up to date, each once, and keep what is stored', async () => {
    await withDatabase(async (database) => {
      const id = await storeSubmission(database, 'contact', { name: 'Asha' });
      expect(await appliedMigrations(database)).toEqual([1]);
      await migrate(database, withNextMigration);
      await migrate(database, withNextMigration);
      expect(await appliedMigrations(database)).toEqual([1, 2]);
      expect(await database.query('select id, language from submissions')).toEqual([{ id, language: 'en' }]);
      const upgraded = await describeSchema(database);

      await emptyDatabase(database);
      expect(await schemaVersion(database)).toBe(0);
      await migrate(database, withNextMigration);
      expect(await appliedMigrations(database)).toEqual([1, 2]);
      expect(await describeSchema(database)).toEqual(upgraded);
    });
  });

  test('change nothing when one fails, and say which', async () => {
    await withDatabase(async (database) => {
      await storeSubmission(database, 'contact', { name: 'Asha' });
      const before = [await describeSchema(database), await database.query('select * from submissions')];
      const failing = [
        ...withNextMigration,
        { name: 'the ages of orders', statements: ['drop table outbox', 'update orders set age = 1'] },
      ];
      await expect(migrate(database, failing)).rejects.toThrow(
        new StartError(
          'Migration 3 of the database (the ages of orders) failed and nothing was changed ' +
            '(column "age" of relation "orders" does not exist): remove the cause, or start the release before.',
        ),
      );
      expect([await describeSchema(database), await database.query('select * from submissions')]).toEqual(
        before,
      );
      expect(await appliedMigrations(database)).toEqual([1]);
    });
  });

  test('run once when servers start together', async () => {
    await withDatabase(emptyDatabase);
    await fixture.closeDatabase();
    const starts = await Promise.allSettled([0, 1, 2].map(() => fixture.start()));
    const failures = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason.message] : []));
    expect(failures).toEqual(
      kind === 'PGlite' ? Array(2).fill(expect.stringMatching(/^Another server is running on /)) : [],
    );
    const services = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    for (const { url } of nonEmpty(services)) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    for (const service of services) await service.close();
    expect(await withDatabase(appliedMigrations)).toEqual([1]);
  });
});

describe.each(databases.filter((kind) => kind === 'PostgreSQL'))('a server on %s', (kind) => {
  let fixture: ServiceFixture;

  beforeEach(async () => {
    fixture = await createServiceFixture(kind);
  });
  afterEach(() => fixture.remove());

  const inquiry = { name: 'Asha', phone: '9876543210' };

  test('is no longer ready when a newer one has migrated: calls that fit go on, others get 503', async () => {
    const log: string[] = [];
    const { url } = await fixture.start({ log: { write: (line) => void log.push(line) } });
    const readiness = async () => (await fetch(`${url}/readyz`)).status;
    expect(await readiness()).toBe(200);
    await fixture.withDatabase(async (database) => {
      await migrate(database, withNextMigration);
      await database.query('alter table orders rename column receipt to reference');
    });
    expect(await readiness()).toBe(503);
    expect(log.join('')).toContain(NEWER_SCHEMA_MESSAGE);
    expect((await postJson(`${url}/api/inquiry`, inquiry)).status).toBe(200);
    const refused = await postJson(`${url}/create-order`, orderBody('asha@example.org'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);

    await fixture.withDatabase(async (database) => {
      await database.query('delete from schema_migrations');
    });
    expect(await readiness()).toBe(503);
    expect(log.join('')).toContain('has version 0, and this release needs');
  });

  test('runs with a role that may only read and write, and tells it to let the owner migrate', async () => {
    const role = `reader_${process.pid}`;
    const url = new URL(fixture.options.databaseUrl ?? '');
    Object.assign(url, { username: role, password: 'secret' });
    const asRole = { databaseUrl: url.href };
    const asOwner = (...statements: string[]) =>
      fixture.withDatabase(async (database) => {
        for (const statement of statements) await database.query(statement);
      });
    const grants = [
      `grant usage on schema public to ${role}`,
      `grant select, insert, update, delete on all tables in schema public to ${role}`,
    ];
    await asOwner(`create role ${role} login password 'secret'`);
    try {
      await fixture.withDatabase(emptyDatabase);
      await asOwner(...grants);
      await expect(fixture.start(asRole)).rejects.toThrow(
        new StartError(
          `The role that DATABASE_URL names may not migrate the database to version ${latestVersion} of its schema ` +
            '(permission denied for schema public): start the server once with the role that owns the tables, ' +
            'or grant it the privileges.',
        ),
      );
      await fixture.closeDatabase();
      await asOwner(...grants);

      const service = await fixture.start(asRole);
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
      expect((await postJson(`${service.url}/api/inquiry`, inquiry)).status).toBe(200);
      expect(await payAndRegister(service.url, 'asha@example.org')).toBe(true);
      const database = await openDatabase({ ...fixture.options, ...asRole });
      try {
        const run = (command: OperatorCommand) =>
          collect(runOperatorCommand(database, fixture.options.dataDir, command));
        expect(await run({ do: 'list' })).toContainEqual(expect.stringContaining('asha@example.org'));
        expect(await run({ do: 'erase', person: 'asha@example.org' })).toEqual([
          ...['Erased of kind registration: 1', 'Erased of kind contact: 0', 'Erased of kind inquiry: 0'],
          ...['Erased of kind application: 0', 'Orders kept without an email address: 1'],
          'Erased rows stay in the files of PostgreSQL until its next vacuum: let the owner of the tables run "vacuum".',
        ]);
      } finally {
        await database.close();
      }
    } finally {
      await asOwner(`drop owned by ${role}`, `drop role ${role}`);
    }
  });
});

describe('processes', () => {
  test.each(databases)('say in one sentence on %s that the schema is newer, and exit', async (kind) => {
    const program = await createProgramFixture();
    const { more, drop } = await createProgramDatabase(kind);
    onTestFinished(async () => {
      await program.remove();
      await drop();
    });
    const database = await openDatabase({
      dataDir: join(program.directory, 'data'),
      databaseUrl: more.DATABASE_URL,
    });
    await migrate(database, withNextMigration);
    await database.close();
    const started = await program.start('main', [], more);
    expect((await started.exited).code).toBe(1);
    expect(started.err).toBe(`${NEWER_SCHEMA_MESSAGE}\n`);
    expect(started.out).toBe('');
  });

  test.runIf(databases.includes('PostgreSQL'))(
    'that start together on PostgreSQL migrate it once',
    async () => {
      const program = await createProgramFixture();
      const { more, drop } = await createProgramDatabase('PostgreSQL');
      onTestFinished(async () => {
        await program.remove();
        await drop();
      });
      const options = { dataDir: program.directory, databaseUrl: more.DATABASE_URL };
      const database = await connectDatabase(options);
      await emptyDatabase(database);
      const servers = await Promise.all([program.startServer(more), program.startServer(more)]);
      for (const { url } of nonEmpty(servers)) expect((await fetch(`${url}/readyz`)).status).toBe(200);
      expect(await appliedMigrations(database)).toEqual([1]);
      await database.close();
    },
  );
});
