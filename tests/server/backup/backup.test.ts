import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject } from 'vitest';
import {
  type Database,
  migrate,
  migrations,
  openDatabase,
  type Sql,
  schemaVersion,
} from '../../../server/database/index.ts';
import { createSimulatorTables } from '../../../server/simulator/index.ts';
import { storeSubmission } from '../../../server/submissions/submissions.ts';
import { times } from '../../support/more.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { payAndRegister } from '../../support/serverProcess.ts';
import {
  assignmentFact,
  emptyDatabase,
  insertOrder,
  insertPayment,
  withNextMigration,
} from '../databaseFixture.ts';
import { inquiry, programTest } from '../fixtures.ts';
import { createProgramFixture, type ProgramFixture } from '../programFixture.ts';
import { newEmail, postJson, usualDatabases, waitUntil } from '../serviceFixture.ts';

/** Calls of each kind before a backup. */
const FEW = times(2, 20);

const test = programTest
  /** The path of a backup in a separate directory. */
  .extend('pathOf', async ({ programs }) => {
    const directory = join(programs.directory, 'backups');
    await mkdir(directory);
    return (name: string) => join(directory, name);
  })
  .extend(
    'backUp',
    async ({ programs, pathOf }) =>
      (name: string) =>
        programs.operator.run('backup', [pathOf(name)]),
  )
  .extend(
    'restore',
    async ({ programs, pathOf }) =>
      (name: string, ...options: string[]) =>
        programs.operator.run('restore', [...options, pathOf(name)]),
  )
  .extend(
    'withDatabase',
    async ({ programs }) =>
      <T>(work: (database: Database) => Promise<T>) =>
        withDatabaseOf(programs, work),
  );

/** Runs work on the database of programs while none of them does. */
async function withDatabaseOf<T>(
  { options }: ProgramFixture,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(options);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** All rows of the database, each as text. */
async function contentOf(sql: Sql): Promise<Record<string, unknown[]>> {
  const tables = await sql.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not in ('schema_migrations', 'operator_commands')`,
  );
  const content: Record<string, unknown[]> = {};
  for (const { name } of nonEmpty(tables)) {
    const rows = await sql.query(`select t::text as row from ${name} t order by 1`);
    content[name] = rows.map(({ row }) => row);
  }
  return content;
}

const texts = ['one, "two"\\ {three}', 'line\r\nline\u2028line', 'नमस्ते 👩‍👧', '', 'null', '\\u0000 \\N'];

/** Stores rows in every table, with values of every type, and with the last submission erased. */
async function storeRows(sql: Database): Promise<void> {
  await createSimulatorTables(sql);
  for (const message of texts) await storeSubmission(sql, 'contact', { name: 'Asha', message });
  const { id } = await storeSubmission(sql, 'registration', {
    name: 'Asha',
    email: 'a@b.c',
    acceptTerms: true,
  });
  const erased = await storeSubmission(sql, 'contact', { name: 'Erased' });
  await sql.query('delete from submissions where id = $1', [erased.id]);
  await sql.query(
    `insert into submissions (kind, received_at, fields) values
     ('inquiry', '2026-02-03 04:05:06.789012+05:30', '{"a": 1,  "a": "\\ud83d", "c": null}')`,
  );
  await insertOrder(sql, 'order_1', { email: 'a@b.c' }, [assignmentFact(id)]);
  await insertPayment(sql, 'pay_1', 'order_1', { student: 'Asha', phone: '9876543210' });
  await insertOrder(sql, 'order_2', { email: 'd@e.f', amount: 1, key_id: 'key', payment_mode: 'test' });
  await sql.query(`insert into webhook_events (id) values ('event_1')`);
  await sql.query(`insert into early_facts (payment_id, fact) values ('pay_later', '{"type":"refundSeen"}')`);
  await sql.query(
    `insert into outbox (kind, submission_id, message_id) values ('notice', ${id}, 'message_1')`,
  );
  await sql.query(
    `insert into simulator_orders (id, amount, currency, receipt) values ('order_1', 1, 'INR', 'r1')`,
  );
  await sql.query(`insert into simulator_payments (id, order_id, status, notes)
    values ('pay_1', 'order_1', 'captured', '{"student":"Asha"}')`);
  await sql.query(`insert into simulator_refunds (id, payment_id, amount) values ('rfnd_1', 'pay_1', 1)`);
}

describe.each(usualDatabases)('on %s', (kind) => {
  test.override('kind', kind);

  test('a backup is private, and never written over a file', async ({
    backUp,
    programs,
    pathOf,
    withDatabase,
  }) => {
    await withDatabase(storeRows);
    const backup = await programs.run('backup', [pathOf('full')]);
    expect(backup).toEqual({ code: 0, out: `Wrote ${pathOf('full')}.\n`, err: '' });
    expect((await stat(pathOf('full'))).mode & 0o777).toBe(0o600);
    expect((await readdir(pathOf(''))).toSorted()).toEqual(['full', 'full.sha256']);
    expect(await backUp('full')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/full exists: a backup is never written over/),
    });
  });

  test('a file that is no whole backup is refused, and nothing changes', async ({
    pathOf,
    backUp,
    restore,
    withDatabase,
  }) => {
    await withDatabase(storeRows);
    await backUp('full');
    const content = await withDatabase(contentOf);
    const whole = await readFile(pathOf('full'));
    const files = {
      cut: whole.subarray(0, -9),
      'cut to half': whole.subarray(0, whole.length / 2),
      text: 'not a backup',
      empty: '',
    };
    for (const [name, bytes] of nonEmpty(Object.entries(files))) {
      await writeFile(pathOf(name), bytes);
      expect(await restore(name, '--replace'), name).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(
          /^(.* is no backup of .*: use another file\.|(pg_restore|tar) failed: .*)\n$/,
        ),
      });
    }
    // In the text of a definition, where pg_restore notices nothing.
    const changedAt = Math.max(100, whole.indexOf('are only added'));
    await writeFile(pathOf('changed'), Buffer.from(whole).fill('-', changedAt, changedAt + 3));
    await copyFile(pathOf('full.sha256'), pathOf('changed.sha256'));
    const err = `${pathOf('changed')} is not the file that ${pathOf('changed.sha256')} is of: use another backup.\n`;
    expect(await restore('changed', '--replace')).toEqual({ code: 1, out: '', err });
    expect(await restore('none')).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be read: there is no such file'),
    });
    expect(await withDatabase(contentOf)).toEqual(content);
  });

  test('a restore brings every table back, and replaces data only with --replace', async ({
    backUp,
    restore,
    withDatabase,
  }) => {
    await withDatabase(storeRows);
    const content = await withDatabase(contentOf);
    for (const [table, rows] of nonEmpty(Object.entries(content))) expect(rows, table).not.toEqual([]);
    await backUp('full');
    const later = await withDatabase(async (database) => {
      await database.query('delete from outbox');
      return storeSubmission(database, 'contact', { name: 'Later' });
    });
    const changed = await withDatabase(contentOf);
    expect(await restore('full')).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^The database holds data \(early_facts: 1, .*, submissions: 9, .*\), and nothing was changed: add --replace/,
      ),
    });
    expect(await withDatabase(contentOf)).toEqual(changed);
    expect(await restore('full', '--replace')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/orders: 2, .*, submissions: 8, webhook_events: 1\)/),
      err: '',
    });
    expect(await withDatabase(contentOf)).toEqual(content);
    // The number of the erased submission is not given again.
    expect(await withDatabase((database) => storeSubmission(database, 'contact', { name: 'Next' }))).toEqual(
      later,
    );
  });

  test('a restore names the orders whose state is not what their facts say', async ({
    backUp,
    restore,
    withDatabase,
  }) => {
    await withDatabase(storeRows);
    await withDatabase((database) => database.query(`update orders set state = 'open' where id = 'order_1'`));
    await backUp('damaged');
    expect(await restore('damaged', '--replace')).toMatchObject({
      code: 1,
      out: expect.stringContaining('The stored state of these orders is not what their facts say: order_1.'),
    });
  });

  test('a backup of an older schema is migrated, and one of a newer schema is refused', async ({
    backUp,
    programs,
    restore,
    withDatabase,
  }) => {
    await withDatabase(async (database) => {
      await emptyDatabase(database);
      await migrate(database, migrations.slice(0, 1));
      await database.query(`insert into submissions (kind, fields) values ('inquiry', '{"name": "Asha"}')`);
      await migrate(database);
    });
    await backUp('now');
    await withDatabase((database) => migrate(database, withNextMigration));
    expect(await backUp('newer')).toMatchObject({ code: 0 });
    expect(await restore('now', '--replace')).toMatchObject({ code: 0, err: '' });
    expect(await withDatabase(schemaVersion)).toBe(migrations.length);
    expect(await restore('newer', '--replace')).toMatchObject({
      code: 1,
      err: expect.stringContaining('start the newer release'),
    });
    expect((await programs.operator.submissions()).map(({ name }) => name)).toEqual(['Asha']);
    await withDatabase((database) => migrate(database, withNextMigration));
  });
});

describe.each(usualDatabases)('the commands on %s', (kind) => {
  test.override('kind', kind);

  test('erasures, restores and prints are listed without names, and remain', async ({
    backUp,
    programs,
    restore,
    withDatabase,
  }) => {
    const { operator } = programs;
    await withDatabase(storeRows);
    for (const options of [[], ['--check']]) await operator.linesOf('payments', options);
    const eraseOld = ['--erase-older-than', '9999'];
    for (const options of [[], ['--person', 'a@b.c'], ['--erase', 'a@b.c'], eraseOld, [...eraseOld, '--yes']])
      await operator.linesOf('submissions', options);
    await backUp('first');
    await operator.linesOf('submissions', ['--erase-older-than', '365', '--kind', 'inquiry', '--yes']);
    expect(await restore('first', '--replace')).toMatchObject({ code: 0 });
    const listed = async () => {
      const lines = await operator.linesOf('submissions', ['--commands']);
      return lines
        .map((line) => JSON.parse(line))
        .map(({ ranAt, command, detail }) => {
          expect(ranAt).toMatch(/^\d{4}-\d\d-\d\dT/);
          return `${command} ${detail}`.trim();
        });
    };
    const eraseCommands = ['erase', 'eraseOlderThan 9999 days, of kind any'];
    const inBackup = ['listPayments', 'list', 'person', ...eraseCommands, 'backup'];
    const restored = expect.stringMatching(/^restore the backup of \d{4}-/);
    expect(await listed()).toEqual([...inBackup, 'eraseOlderThan 365 days, of kind inquiry', restored]);
    await withDatabase(async (database) => {
      for (const change of ['delete from', 'update', 'truncate'])
        await expect(
          database.query(`${change} operator_commands ${change === 'update' ? `set detail = ''` : ''}`),
          change,
        ).rejects.toThrow('Rows of operator_commands are only added.');
      await emptyDatabase(database);
    });
    expect(await restore('first')).toMatchObject({ code: 0 });
    expect(await listed()).toEqual([...inBackup, restored]);
  });

  test('a backup without its checksum is restored, and the command says so', async ({
    backUp,
    pathOf,
    restore,
    withDatabase,
  }) => {
    await withDatabase(storeRows);
    await backUp('old');
    await rm(pathOf('old.sha256'));
    expect(await restore('old', '--replace')).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        `There is no ${pathOf('old.sha256')}: a small change in the backup would not be noticed.\n`,
      ),
    });
  });

  test('no command creates tables in a database that has none', async ({
    programs,
    pathOf,
    withDatabase,
  }) => {
    await withDatabase(emptyDatabase);
    const commands = [['backup', pathOf('none')], ['mail'], ['payments'], ['submissions'], ['mail']] as const;
    for (const [name, ...options] of nonEmpty(commands))
      expect(await programs.operator.run(name, options), name).toEqual({
        code: 1,
        out: '',
        err:
          'The database has no tables of this service, and a command creates none: ' +
          'set DATABASE_URL or DATA_DIR as for the server, or start the server once.\n',
      });
  });
});

test('a backup that is ended by a signal leaves no file', async ({
  programs,
  pathOf,
  withDatabase,
  skip,
}) => {
  skip(!programs.options.databaseUrl, 'There is no PostgreSQL.');
  await withDatabase(async () => {});
  const owner = new pg.Client({ connectionString: programs.options.databaseUrl });
  await owner.connect();
  await owner.query('begin; lock table orders');
  const backup = await programs.start('backup', [pathOf('backup')]);
  await waitUntil(async () => (await readdir(pathOf(''))).length > 0);
  backup.child.kill('SIGTERM');
  await backup.exited;
  await owner.end();
  expect(await readdir(pathOf(''))).toEqual([]);
});

/**
 * Sends messages and registers without a pause, until it is stopped; returns the acknowledgements of the server.
 */
function startVisitors(url: string) {
  let stopped = false;
  const names: string[] = [];
  const emails: string[] = [];
  const visits = Array.from({ length: 4 }, async () => {
    while (!stopped) {
      const [name, email] = [`Student ${newEmail()}`, newEmail()];
      const { body } = await postJson(`${url}/api/inquiry`, { ...inquiry, name, messageUser: name });
      if (body.success) names.push(name);
      if (await payAndRegister(url, email)) emails.push(email);
    }
  });
  return {
    names,
    emails,
    async stop() {
      stopped = true;
      await Promise.all(visits);
    },
  };
}

describe.runIf(inject('postgresUrl'))('a server under load', () => {
  test.override('kind', 'PostgreSQL');

  test('a server is backed up under load with every call that it acknowledged before', async ({
    backUp,
    onTestFinished,
    pathOf,
    programs,
    restore,
  }) => {
    const moved = await createProgramFixture('PostgreSQL');
    onTestFinished(moved.remove);
    const server = await programs.startServer();
    const visitors = startVisitors(server.url);
    await waitUntil(async () => visitors.names.length > FEW && visitors.emails.length > FEW);
    const before = { names: [...visitors.names], emails: [...visitors.emails] };
    expect(await backUp('under load')).toMatchObject({ code: 0, err: '' });
    await waitUntil(async () => visitors.names.length > before.names.length);
    await visitors.stop();
    expect(await restore('under load', '--replace')).toEqual({ code: 1, out: '', err: IN_USE });
    expect(await moved.operator.run('restore', [pathOf('under load')])).toMatchObject({ code: 0, err: '' });
    const submissions = await moved.operator.submissions(['--paid']);
    expect(submissions.map(({ email }) => email)).toEqual(expect.arrayContaining(before.emails));
    const names = (await moved.operator.submissions()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(before.names));
  });

  test('the embedded database moves to PostgreSQL with all that it holds', async ({
    onTestFinished,
    programs,
    withDatabase,
  }) => {
    const embedded = await createProgramFixture('PGlite');
    onTestFinished(embedded.remove);
    await withDatabaseOf(embedded, storeRows);
    const move = (...options: string[]) =>
      programs.run('restore', ['--from-embedded', ...options], { DATA_DIR: embedded.options.dataDir });
    const server = await embedded.startServer();
    expect(await move()).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Another server is running on /),
    });
    server.child.kill('SIGKILL');
    await server.exited;
    const content = await withDatabaseOf(embedded, contentOf);
    expect(await move()).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Restored the embedded database \(early_facts: 1, .*, submissions: 8, /),
    });
    expect(await withDatabase(contentOf)).toEqual(content);
    expect(await move()).toMatchObject({ code: 1, err: expect.stringContaining('add --replace') });
    expect(await move('--replace')).toMatchObject({ code: 0 });
    const moved = await programs.startServer();
    const email = newEmail();
    expect(await payAndRegister(moved.url, email)).toBe(true);
    expect((await programs.operator.submissions(['--paid'])).at(-1)).toMatchObject({ email });
  });
});

describe('on PGlite', () => {
  test.override('kind', 'PGlite');

  test('the embedded database is neither backed up nor restored while a server runs', async ({
    programs,
    backUp,
    restore,
  }) => {
    expect(await backUp('stopped')).toMatchObject({ code: 0 });
    await programs.startServer();
    expect(await backUp('running')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Another server is running on /),
    });
    expect(await restore('stopped', '--replace')).toEqual({ code: 1, out: '', err: IN_USE });
  });
});

const IN_USE =
  'The database is in use, and nothing was changed: stop all servers and commands on it, then restore.\n';

describe.runIf(inject('postgresUrl'))('a PostgreSQL database that a server uses as another role', () => {
  /** The owner's connection, a backup of the empty database, and a server with its own role. */
  const roleTest = test.extend('shared', async ({ programs, backUp }, { onCleanup }) => {
    const url = programs.options.databaseUrl ?? '';
    const role = `service_${process.pid}`;
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    const serviceUrl = new URL(url);
    serviceUrl.username = role;
    await withDatabaseOf(programs, createSimulatorTables);
    await owner.query(
      `create role ${role} login; grant usage on schema public to ${role};
         grant select, insert, update, delete on all tables in schema public to ${role}`,
    );
    onCleanup(async () => {
      await programs.killAll();
      await owner.query(`drop owned by ${role}; drop role ${role}`);
      await owner.end();
    });
    expect(await backUp('backup')).toMatchObject({ code: 0 });
    return {
      owner,
      environment: { DATABASE_URL: serviceUrl.href },
      isTrue: async (condition: string) => (await owner.query(`select where ${condition}`)).rows.length > 0,
    };
  });

  roleTest.override('kind', 'PostgreSQL');

  roleTest(
    'a database that a server uses as another role is restored once that server has stopped, and not before',
    async ({ programs, restore, shared: { owner, environment, isTrue } }) => {
      const sendInquiry = (name: string) => postJson(`${server.url}/api/inquiry`, { ...inquiry, name });
      const storedNames = async () => (await programs.operator.submissions()).map(({ name }) => name);
      const server = await programs.startServer(environment);
      expect((await sendInquiry('First')).status).toBe(200);
      const refusal = { code: 1, out: '', err: IN_USE };
      expect(await restore('backup', '--replace')).toEqual(refusal);
      const ended = await owner.query<{ pid: number }>(
        "select pid, pg_terminate_backend(pid) from pg_stat_activity where usename like 'service_%'",
      );
      const pids = ended.rows.map(({ pid }) => pid);
      await waitUntil(() =>
        isTrue(`exists (select from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and granted and usename like 'service_%' and pid <> all('{${pids}}'))`),
      );
      expect(await restore('backup', '--replace')).toEqual(refusal);
      expect((await sendInquiry('Second')).status).toBe(200);
      expect(await storedNames()).toEqual(['First', 'Second']);
      server.child.kill('SIGTERM');
      await server.exited;
      expect(await restore('backup', '--replace')).toMatchObject({ code: 0, err: '' });
      expect(await storedNames()).toEqual([]);
    },
  );

  roleTest(
    'no server uses a database while it is restored',
    async ({ programs, pathOf, shared: { owner, environment, isTrue } }) => {
      await owner.query('begin; lock table submissions');
      const restore = await programs.start('restore', ['--replace', pathOf('backup')]);
      await waitUntil(() =>
        isTrue("exists (select from pg_locks where relation = 'submissions'::regclass and not granted)"),
      );
      expect(await programs.run('main', [], environment)).toMatchObject({
        code: 1,
        err: 'A backup is being restored into the database: try again when that is done.\n',
      });
      expect(restore.child.exitCode).toBeNull();
      await owner.query('commit');
      expect(await restore.exited).toMatchObject({ code: 0 });
    },
  );
});
