import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type OperatorCommand, runOperatorCommand } from '../../../server/commands/operatorCommands.ts';
import { connectDatabase, openDatabase } from '../../../server/database/database.ts';
import type { Database, Sql } from '../../../server/database/database.types.ts';
import { latestVersion, migrate, schemaVersion } from '../../../server/database/migrate.ts';
import { StartError } from '../../../server/shared/errors.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { collect } from '../../support/operatorCommand.ts';
import { payAndRegister } from '../../support/serverProcess.ts';
import { type FakeProvider, startFakeProvider } from '../fakeProvider.ts';
import { createProgramDatabase, createProgramFixture } from '../programFixture.ts';
import { createFirstDatabase, describeSchema, emptyDatabase } from '../schemas.ts';
import {
  createServiceFixture,
  databases,
  listedOrders,
  listedSubmissions,
  orderBody,
  postJson,
  registrationBody,
  type ServiceFixture,
  waitUntil,
} from '../serviceFixture.ts';

const appliedMigrations = async (sql: Sql) => {
  const rows = await sql.query<{ version: number }>('select version from schema_migrations order by version');
  return rows.map(({ version }) => version);
};

const allVersions = Array.from({ length: latestVersion }, (_each, index) => index + 1);

const addNewerVersion = (sql: Sql) =>
  sql.query('insert into schema_migrations (version, name) values ($1, $2)', [
    latestVersion + 1,
    'of a newer release',
  ]);

const NEWER_SCHEMA_MESSAGE =
  `The schema of the database has version ${latestVersion + 1}, and this release knows ${latestVersion} at most: ` +
  'start the newer release, or restore a backup from before it.';

describe.each(databases)('migrations on %s', (kind) => {
  let fixture: ServiceFixture;
  let provider: FakeProvider;

  beforeEach(async () => {
    [fixture, provider] = await Promise.all([createServiceFixture(kind), startFakeProvider()]);
  });
  afterEach(async () => {
    await fixture.remove();
    await provider.close();
  });

  const withDatabase = <T>(work: (database: Database) => Promise<T>) => fixture.withDatabase(work);

  test('bring a database of the first version to the schema of a new one, each once', async () => {
    await withDatabase(async (database) => {
      const newSchema = await describeSchema(database);
      await createFirstDatabase(database);
      expect(await schemaVersion(database)).toBe(0);
      await migrate(database);
      await migrate(database);
      expect(await appliedMigrations(database)).toEqual(allVersions);
      expect(await describeSchema(database)).toEqual(newSchema);

      await emptyDatabase(database);
      for (const version of nonEmpty(allVersions)) {
        await migrate(database, version);
        expect(await schemaVersion(database)).toBe(version);
      }
      expect(await describeSchema(database)).toEqual(newSchema);
    });
  });

  test('keep what the first version stored: calls, lists and payments go on', async () => {
    await withDatabase(createFirstDatabase);
    for (const id of ['order_1', 'order_4']) provider.pay(id);
    const { url } = await fixture.start({ payments: provider.options });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);

    const statesOf = async () =>
      (await listedOrders(fixture)).map(({ orderId, state, registration }) => [orderId, state, registration]);
    expect(await statesOf()).toEqual(
      expect.arrayContaining([
        ['order_2', 'paid and not registered', null],
        ['order_3', 'paid and registered', 4],
        ['order_5', 'paid and registered', 6],
        ['order_6', 'surplus', 6],
        ['order_7', 'refunded', 7],
      ]),
    );

    const create = async (email: string) =>
      (await postJson(`${url}/create-order`, orderBody(email))).body.order;
    const register = (email: string) => postJson(`${url}/api/register`, registrationBody(email));
    expect(await create('open@example.org')).toMatchObject({
      id: 'order_1',
      paymentId: expect.stringContaining('order_1'),
    });
    expect(await create('found@example.org')).toMatchObject({ id: 'order_2', paymentId: 'pay_order_2' });
    for (const email of ['open@example.org', 'found@example.org', 'paid@example.org', 'waits@example.org'])
      expect((await register(email)).body).toMatchObject({ success: true });
    expect((await register('surplus@example.org')).body).toMatchObject({ success: true, surplus: true });
    expect((await postJson(`${url}/api/inquiry`, { name: 'Asha', phone: '9876543210' })).status).toBe(200);

    const submissions = await listedSubmissions(fixture);
    expect(submissions.map(({ email, paymentStatus }) => [email, paymentStatus])).toEqual([
      ['asha@example.org', undefined],
      [undefined, undefined],
      [undefined, undefined],
      ['paid@example.org', 'paid'],
      ['waits@example.org', 'paid'],
      ['surplus@example.org', 'paid'],
      ['refunded@example.org', 'refunded'],
      ['simulated.paid@example.org', 'pending'],
      ['open@example.org', 'paid'],
      ['found@example.org', 'paid'],
      [undefined, undefined],
    ]);
  });

  test('ask live keys about orders of the first version, and what they do not find counts no longer', async () => {
    await withDatabase(createFirstDatabase);
    const markOf = async (email: string) =>
      (await listedSubmissions(fixture))
        .filter((line) => line.email === email)
        .map(({ paymentStatus, paymentMode }) => [paymentStatus, paymentMode]);
    provider.refusesUnknownOrders = true;
    const { url, close } = await fixture.start({ payments: provider.options });
    for (const email of ['open@example.org', 'found@example.org', 'paid@example.org']) {
      const { status, body } = await postJson(`${url}/create-order`, orderBody(email));
      expect([status, body.order?.id, body.order?.paymentId]).toEqual([
        200,
        provider.orderIds.at(-1),
        undefined,
      ]);
    }
    expect(await markOf('paid@example.org')).toEqual([['pending', 'unknown']]);
    expect(await listedOrders(fixture)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ orderId: 'order_1', state: 'replaced', paymentMode: 'unknown' }),
        expect.objectContaining({ orderId: 'order_2', state: 'rehearsal', paymentMode: 'unknown' }),
        expect.objectContaining({ orderId: 'order_simulated1', state: 'replaced', paymentMode: 'simulated' }),
      ]),
    );
    await close();

    const rightKeys = await startFakeProvider('rzp_live_right');
    onTestFinished(() => rightKeys.close());
    rightKeys.pay('order_3', { id: 'pay_order_3' });
    await fixture.start({ payments: { ...rightKeys.options, reconcileEveryMs: 100 } });
    await waitUntil(async () => (await markOf('paid@example.org'))[0]?.[0] === 'paid');
    expect(await markOf('paid@example.org')).toEqual([['paid', 'live']]);
  });

  test('change nothing when one fails, and say which', async () => {
    await withDatabase(async (database) => {
      await createFirstDatabase(database);
      await database.query('alter table orders add column key_id text');
      await expect(migrate(database)).rejects.toThrow(
        new StartError(
          'Migration 2 of the database (the keys of orders) failed and nothing was changed ' +
            '(column "key_id" of relation "orders" already exists): remove the cause, or start the release before.',
        ),
      );
      expect(await schemaVersion(database)).toBe(0);
      await database.query('alter table orders drop column key_id');
      await migrate(database);
      expect(await appliedMigrations(database)).toEqual(allVersions);
    });
  });

  test('run once when servers start together', async () => {
    await withDatabase(createFirstDatabase);
    await fixture.closeDatabase();
    const starts = await Promise.allSettled([0, 1, 2].map(() => fixture.start()));
    const failures = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason.message] : []));
    expect(failures).toEqual(
      kind === 'PGlite' ? Array(2).fill(expect.stringMatching(/^Another server is running on /)) : [],
    );
    const services = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    for (const { url } of nonEmpty(services)) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    for (const service of services) await service.close();
    expect(await withDatabase(appliedMigrations)).toEqual(allVersions);
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
      await addNewerVersion(database);
      await database.query('alter table orders rename column receipt to reference');
    });
    expect(await readiness()).toBe(503);
    expect(log.join('')).toContain(NEWER_SCHEMA_MESSAGE);
    expect((await postJson(`${url}/api/inquiry`, inquiry)).status).toBe(200);
    const refused = await postJson(`${url}/create-order`, orderBody('asha@example.org'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);

    await fixture.withDatabase(async (database) => {
      await database.query('delete from schema_migrations where version > 1');
    });
    expect(await readiness()).toBe(503);
    expect(log.join('')).toContain('has version 1, and this release needs');
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
      await fixture.withDatabase(createFirstDatabase);
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
          ...['Erased of kind registration: 1', 'Erased of kind contact: 1', 'Erased of kind inquiry: 0'],
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
    await addNewerVersion(database);
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
      await createFirstDatabase(database);
      const servers = await Promise.all([program.startServer(more), program.startServer(more)]);
      for (const { url } of nonEmpty(servers)) expect((await fetch(`${url}/readyz`)).status).toBe(200);
      expect(await appliedMigrations(database)).toEqual(allVersions);
      await database.close();
    },
  );
});
