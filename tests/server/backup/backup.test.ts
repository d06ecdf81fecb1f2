import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { describe, expect, inject } from 'vitest';
import { checkBackup, restoreBackup } from '../../../server/backup/index.ts';
import {
  type Database,
  latestVersion,
  migrate,
  openDatabase,
  type Sql,
  schemaVersion,
} from '../../../server/database/index.ts';
import { storeSubmission } from '../../../server/submissions/submissions.ts';
import { times } from '../../support/more.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { payAndRegister } from '../../support/serverProcess.ts';
import { canMakeSmallDisks, makeSmallDisk } from '../../support/smallDisk.ts';
import {
  assignmentFact,
  emptyDatabase,
  insertOrder,
  insertPayment,
  withNextMigration,
} from '../databaseFixture.ts';
import { inquiry, programTest } from '../fixtures.ts';
import { createProgramFixture, type ProgramFixture } from '../programFixture.ts';
import { databases, newEmail, postJson, usualDatabases, waitUntil } from '../serviceFixture.ts';

/** Calls of each kind before and after a backup. */
const FEW = times(2, 20);

const test = programTest
  /** Returns the path of a backup in a directory of their own. */
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

/** Writes a backup with other lines, and the hash that belongs to them. */
async function writeChanged(from: string, to: string, change: (lines: string[]) => string[]): Promise<void> {
  const lines = gunzipSync(await readFile(from))
    .toString()
    .trimEnd()
    .split('\n');
  const changed = change(lines.slice(0, -1))
    .map((line) => `${line}\n`)
    .join('');
  const sha256 = createHash('sha256').update(changed).digest('hex');
  await writeFile(to, gzipSync(`${changed}${JSON.stringify({ sha256 })}\n`));
}

/** Returns everything that the database holds, each row as text. */
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

  test('a backup is a private file with every table, and is restored only over data that may be replaced', async ({
    programs,
    pathOf,
    backUp,
    restore,
    withDatabase,
  }) => {
    await withDatabase(storeRows);
    const content = await withDatabase(contentOf);
    const backup = await programs.run('backup', [pathOf('full.gz')]);
    for (const [table, rows] of nonEmpty(Object.entries(content))) {
      expect(rows, table).not.toEqual([]);
      expect(backup.out).toContain(`${table}: ${rows.length}`);
    }
    expect((await stat(pathOf('full.gz'))).mode & 0o777).toBe(0o600);
    expect(await readdir(pathOf(''))).toEqual(['full.gz']);
    expect(await backUp('full.gz')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/full\.gz exists: a backup is never written over/),
    });

    const later = await withDatabase(async (database) => {
      await database.query('delete from outbox');
      return storeSubmission(database, 'contact', { name: 'Later' });
    });
    const changed = await withDatabase(contentOf);
    expect(await restore('full.gz')).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^The database holds data \(submissions: 9, orders: 2, .*\), and nothing was changed: add --replace/,
      ),
    });
    await writeChanged(pathOf('full.gz'), pathOf('twice.gz'), (lines) => [...lines, ...lines.slice(-1)]);
    expect(await restore('twice.gz', '--replace')).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /twice\.gz could not be restored, and nothing was changed: duplicate key value .*simulator_refunds_pkey"\.$/m,
      ),
    });
    expect(await withDatabase(contentOf)).toEqual(changed);

    expect(await programs.run('restore', ['--replace', pathOf('full.gz')])).toMatchObject({
      code: 0,
      err: '',
    });
    expect(await withDatabase(contentOf)).toEqual(content);

    await withDatabase((database) => database.query(`update orders set state = 'open' where id = 'order_1'`));
    await backUp('damaged.gz');
    expect(await restore('damaged.gz', '--replace')).toMatchObject({
      code: 1,
      out: expect.stringContaining('The stored state of these orders is not what their facts say: order_1.'),
    });
    // The number of the erased submission is not given again.
    expect(await withDatabase((database) => storeSubmission(database, 'contact', { name: 'Next' }))).toEqual(
      later,
    );
  });

  test('a backup is restored after an upgrade and before it, and the upgrade runs again', async ({
    pathOf,
    backUp,
    programs,
    restore,
    withDatabase,
  }) => {
    await withDatabase((database) => storeSubmission(database, 'contact', { name: 'Asha' }));
    expect(await backUp('older.gz')).toMatchObject({ code: 0 });
    expect(await restore('older.gz')).toMatchObject({
      code: 1,
      err: expect.stringContaining('submissions: 1'),
    });
    const content = await withDatabase(contentOf);
    await withDatabase(async (database) => {
      await restoreBackup(database, await checkBackup(pathOf('older.gz')), true, withNextMigration);
      expect(await schemaVersion(database)).toBe(withNextMigration.length);
      expect(await database.query('select language from submissions')).toEqual([{ language: 'en' }]);
    });
    expect(await restore('older.gz', '--replace')).toMatchObject({ code: 0, err: '' });
    expect(await withDatabase(contentOf)).toEqual(content);
    const listed = await programs.operator.linesOf('submissions', ['--commands']);
    expect(listed.slice(-3).map((line) => JSON.parse(line).command)).toEqual([
      'backup',
      'restore',
      'restore',
    ]);
    await withDatabase((database) => migrate(database, withNextMigration));
  });

  test('a backup of the first release is restored, whose payments name no course', async ({
    pathOf,
    backUp,
    restore,
    withDatabase,
  }) => {
    await withDatabase(storeRows);
    expect(await backUp('now.gz')).toMatchObject({ code: 0 });
    await writeChanged(pathOf('now.gz'), pathOf('first.gz'), ([header = '', ...lines]) => [
      JSON.stringify({ ...JSON.parse(header), schemaVersion: 1 }),
      ...lines
        .filter((line) => !/early_facts|"pay_later"|simulator_refunds|"rfnd_1"/.test(line))
        .map((line) => line.replace(/,"course","amount"\]|,"asked_for_at"\]/, ']'))
        .map((line) => line.replace(/^(\["pay_1",.*), null, null\]$/, '$1]'))
        .map((line) => line.replace(/^(\["order_.", "[^"]*@.*), null\]$/, '$1]')),
    ]);
    expect(await restore('first.gz', '--replace')).toMatchObject({ code: 0, err: '' });
    expect(await withDatabase((database) => database.query('select student, course from payments'))).toEqual([
      { student: 'Asha', course: null },
    ]);
  });

  test('which commands erased, restored or printed what was sent is listed without anybody, and remains', async ({
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
    await backUp('first.gz');
    await operator.linesOf('submissions', ['--erase-older-than', '365', '--kind', 'inquiry', '--yes']);
    expect(await restore('first.gz', '--replace')).toMatchObject({ code: 0 });
    const listed = async () => {
      const lines = await operator.linesOf('submissions', ['--commands']);
      return lines
        .map((line) => JSON.parse(line))
        .map(({ ranAt, command, detail }) => {
          expect(ranAt).toMatch(/^\d{4}-\d\d-\d\dT/);
          return `${command} ${detail}`.trim();
        });
    };
    const inBackup = ['listPayments', 'list', 'person', 'erase', 'eraseOlderThan 9999 days, of kind any'];
    const restored = expect.stringMatching(/^restore the backup of \d{4}-/);
    expect(await listed()).toEqual([
      ...inBackup,
      'backup',
      'eraseOlderThan 365 days, of kind inquiry',
      restored,
    ]);
    await withDatabase(async (database) => {
      for (const change of ['delete from', 'update', 'truncate'])
        await expect(
          database.query(`${change} operator_commands ${change === 'update' ? `set detail = ''` : ''}`),
          change,
        ).rejects.toThrow('Rows of operator_commands are only added.');
      await emptyDatabase(database);
    });
    expect(await restore('first.gz')).toMatchObject({ code: 0 });
    expect(await listed()).toEqual([...inBackup, restored]);
  });

  test('no command creates tables in a database that has none', async ({
    programs,
    pathOf,
    withDatabase,
  }) => {
    await withDatabase(emptyDatabase);
    const commands = [
      ['backup', pathOf('none.gz')],
      ['mail'],
      ['payments'],
      ['submissions'],
      ['mail'],
    ] as const;
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

test('a file that is no whole backup of this release is refused in one sentence', async ({
  programs,
  pathOf,
  backUp,
  withDatabase,
}) => {
  const { operator } = programs;
  await withDatabase(storeRows);
  await backUp('whole.gz');
  const whole = await readFile(pathOf('whole.gz'));
  const content = gunzipSync(whole).toString();
  const lines = content.trimEnd().split('\n');
  const header = JSON.parse(lines[0] ?? '');
  const withHeader = (fields: object) => (all: string[]) => [
    JSON.stringify({ ...header, ...fields }),
    ...all.slice(1),
  ];
  const changed: Record<string, (lines: string[]) => string[]> = {
    'newer format.gz': withHeader({ formatVersion: 2 }),
    'newer schema.gz': withHeader({ schemaVersion: latestVersion + 1 }),
    'no header.gz': (all) => all.slice(1),
    'foreign table.gz': (all) => [...all, '{"table":"pg_authid","columns":[],"lastId":null}'],
    'short row.gz': (all) => [...all, '["1"]'],
  };
  for (const [name, change] of Object.entries(changed))
    await writeChanged(pathOf('whole.gz'), pathOf(name), change);
  const files: Record<string, Buffer | string> = {
    'empty.gz': '',
    'text.gz': content,
    'cut.gz': whole.subarray(0, -9),
    'cut to half.gz': whole.subarray(0, whole.length / 2),
    'without its end.gz': gzipSync(`${lines.slice(0, -1).join('\n')}\n`),
    'without a row.gz': gzipSync(lines.filter((line) => !line.includes('"Asha\\"')).join('\n')),
    'with another amount.gz': gzipSync(content.replace('"200000"', '"100000"')),
    'of JSON.gz': gzipSync('{}\n{}\n'),
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(pathOf(name), bytes);
  await mkdir(pathOf('folder'));
  const rows: [string, string][] = [
    ...['no header.gz', 'foreign table.gz', 'short row.gz', ...Object.keys(files)].map(
      (name): [string, string] => [
        name,
        'is no whole backup: it was cut off or changed, or is something else. Use another one.',
      ],
    ),
    ['newer format.gz', 'was made by a newer release'],
    ['newer schema.gz', 'was made by a newer release'],
    ['folder', 'cannot be read: it is a directory'],
    ['none.gz', 'cannot be read: there is no such file'],
  ];
  for (const [name, sentence] of nonEmpty(rows))
    expect(await operator.run('restore', ['--replace', pathOf(name)]), name).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining(`${pathOf(name)} ${sentence}`),
    });
});

describe.runIf(databases.includes('PostgreSQL'))('on PostgreSQL', () => {
  test.override('kind', 'PostgreSQL');

  test.runIf(canMakeSmallDisks())(
    'a backup is not there when the disk is full',
    async ({ programs, pathOf, withDatabase }) => {
      const disk = makeSmallDisk(1);
      if (!disk) throw new Error('There is no small disk.');
      try {
        disk.fillUp(0);
        await withDatabase(storeRows);
        const sentence = 'cannot be written: the disk is full (ENOSPC).\n';
        const file = join(disk.path, 'backup.gz');
        expect(await programs.run('backup', [file])).toMatchObject({ code: 1, err: `${file} ${sentence}` });
        expect(await programs.run('backup', [pathOf('b.gz')], { DATA_DIR: disk.path })).toMatchObject({
          code: 1,
          err: `${disk.path} ${sentence}`,
        });
        expect([await readdir(disk.path), await readdir(pathOf(''))]).toEqual([['filler'], []]);
      } finally {
        disk.remove();
      }
    },
  );

  test('a backup that is ended by a signal leaves no file', async ({ programs, pathOf, withDatabase }) => {
    await withDatabase(async () => {});
    const owner = new pg.Client({ connectionString: programs.options.databaseUrl });
    await owner.connect();
    await owner.query('begin; lock table orders');
    const backup = await programs.start('backup', [pathOf('backup.gz')]);
    await waitUntil(async () => (await readdir(pathOf(''))).length > 0);
    backup.child.kill('SIGTERM');
    await backup.exited;
    await owner.end();
    expect(await readdir(pathOf(''))).toEqual([]);
  });
});

describe('on PGlite', () => {
  test.override('kind', 'PGlite');

  test('a backup of a server keeps nobody waiting while its reader is slow, and is of the moment of its start', async ({
    programs,
  }) => {
    const { url } = await programs.startServer();
    const send = (name: string) => postJson(`${url}/api/inquiry`, { ...inquiry, name });
    await send('Before');
    const socketPath = join(programs.options.dataDir, 'server.sock');
    const backup = await new Promise<NodeJS.ReadableStream>((resolve) => {
      request({ socketPath, method: 'POST' }, resolve).end(JSON.stringify({ do: 'backup' }));
    });
    expect((await send('Meanwhile')).status).toBe(200);
    const content = await text(backup);
    expect(content).toContain('Before');
    expect(content).not.toContain('Meanwhile');
    expect((await programs.operator.submissions()).map(({ name }) => name)).toEqual(['Before', 'Meanwhile']);
  });
});

/** Sends messages and registers without a pause, until it is stopped; tells what the server acknowledged. */
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

describe.each(databases)('a server on %s under load', (kind) => {
  test.override('kind', kind);

  test('a server is backed up under load with every call that it acknowledged before, and moves to the other database', async ({
    programs,
    pathOf,
    backUp,
    restore,
    onTestFinished,
  }) => {
    const moved = await createProgramFixture(databases.find((each) => each !== kind) ?? kind);
    onTestFinished(moved.remove);
    const server = await programs.startServer();
    const visitors = startVisitors(server.url);
    await waitUntil(async () => visitors.names.length > FEW && visitors.emails.length > FEW);
    const before = { names: [...visitors.names], emails: [...visitors.emails] };
    expect(await backUp('under load.gz')).toEqual({
      code: 0,
      out: expect.stringMatching(/^Wrote .*under load\.gz \(submi/),
      err: '',
    });
    // The server has gone on: a backup may be quicker than the next form.
    await waitUntil(async () => visitors.names.length > before.names.length);
    await visitors.stop();
    expect(await restore('under load.gz', '--replace')).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        kind === 'PGlite'
          ? /^Another server is running on .*Stop it, .*\n$/
          : /^The database is in use, and nothing was changed: stop all servers and commands on it, .*\n$/,
      ),
    });

    expect(await moved.operator.run('restore', [pathOf('under load.gz')])).toEqual({
      code: 0,
      out: expect.stringMatching(/^Restored .*under load\.gz, made at 20/),
      err: '',
    });
    const movedServer = await moved.startServer();
    const submissions = await moved.operator.submissions();
    const paidEmails = submissions
      .filter(({ paymentStatus }) => paymentStatus === 'paid')
      .map(({ email }) => email);
    expect(submissions.map(({ name }) => name)).toEqual(expect.arrayContaining(before.names));
    expect(paidEmails).toEqual(expect.arrayContaining(before.emails));
    const orders = await moved.operator.payments();
    const states = new Map(orders.map(({ email, state }) => [email, state]));
    for (const email of nonEmpty(before.emails)) expect(states.get(email)).toBe('paid and registered');

    const email = newEmail();
    expect(await payAndRegister(movedServer.url, email)).toBe(true);
    expect((await moved.operator.submissions(['--paid'])).at(-1)).toMatchObject({ email });

    for (const { child, exited } of [server, movedServer]) {
      child.kill('SIGTERM');
      await exited;
    }
    expect(await backUp('stopped.gz')).toMatchObject({ code: 0, err: '' });
    const restored = await moved.operator.run('restore', ['--replace', pathOf('stopped.gz')]);
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(await withDatabaseOf(moved, contentOf)).toEqual(await withDatabaseOf(programs, contentOf));
  });
});

const IN_USE =
  'The database is in use, and nothing was changed: stop all servers and commands on it, then restore.\n';

describe.runIf(inject('postgresUrl'))('a PostgreSQL database that a server uses as another role', () => {
  /** The owner's connection, a backup of the empty database, and a server with a role of its own. */
  const roleTest = test.extend('shared', async ({ programs, backUp }, { onCleanup }) => {
    const url = programs.options.databaseUrl ?? '';
    const role = `service_${process.pid}`;
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    const serviceUrl = new URL(url);
    serviceUrl.username = role;
    await (await openDatabase(programs.options)).close();
    await owner.query(
      `create role ${role} login; grant usage on schema public to ${role};
         grant select, insert, update, delete on all tables in schema public to ${role}`,
    );
    onCleanup(async () => {
      await programs.killAll();
      await owner.query(`drop owned by ${role}; drop role ${role}`);
      await owner.end();
    });
    expect(await backUp('backup.gz')).toMatchObject({ code: 0 });
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
      expect(await restore('backup.gz', '--replace')).toEqual(refusal);
      const ended = await owner.query<{ pid: number }>(
        "select pid, pg_terminate_backend(pid) from pg_stat_activity where usename like 'service_%'",
      );
      const pids = ended.rows.map(({ pid }) => pid);
      await waitUntil(() =>
        isTrue(`exists (select from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and granted and usename like 'service_%' and pid <> all('{${pids}}'))`),
      );
      expect(await restore('backup.gz', '--replace')).toEqual(refusal);
      expect((await sendInquiry('Second')).status).toBe(200);
      expect(await storedNames()).toEqual(['First', 'Second']);
      server.child.kill('SIGTERM');
      await server.exited;
      expect(await restore('backup.gz', '--replace')).toMatchObject({ code: 0, err: '' });
      expect(await storedNames()).toEqual([]);
    },
  );

  roleTest(
    'no server uses a database while it is restored',
    async ({ programs, pathOf, shared: { owner, environment, isTrue } }) => {
      await owner.query('begin; lock table submissions');
      const restore = await programs.start('restore', ['--replace', pathOf('backup.gz')]);
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
