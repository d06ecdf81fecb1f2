import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type OperatorCommand, runOperatorCommand } from '../../../server/commands/operatorCommands.ts';
import { openDatabase } from '../../../server/database/database.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { collect, type DataOptions } from '../../support/operatorCommand.ts';
import { payAndRegister } from '../../support/serverProcess.ts';
import { runInThread } from '../../support/serverPrograms.ts';
import { createProgramDatabase, createProgramFixture, type ProgramFixture } from '../programFixture.ts';
import { type DatabaseKind, databases, newEmail, postJson, waitUntil } from '../serviceFixture.ts';

const VISITORS = 4;

type Visitors = {
  /** What the server acknowledged: names of inquiries, and addresses of paid registrations. */
  names: string[];
  emails: string[];
  stop(): Promise<void>;
};

/** Sends messages and registers without a pause, until it is stopped. */
function startVisitors(url: string): Visitors {
  let stopped = false;
  const [names, emails]: string[][] = [[], []];
  const visit = async () => {
    while (!stopped) {
      const [name, email] = [`Student ${newEmail()}`, newEmail()];
      const { body } = await postJson(`${url}/api/inquiry`, { name, phone: '9876543210', messageUser: name });
      if (body.success) names?.push(name);
      if (await payAndRegister(url, email)) emails?.push(email);
    }
  };
  const visits = Array.from({ length: VISITORS }, visit);
  return {
    names: names ?? [],
    emails: emails ?? [],
    async stop() {
      stopped = true;
      await Promise.all(visits);
    },
  };
}

const LISTS: OperatorCommand[] = [
  { do: 'list' },
  { do: 'listPayments', attention: false },
  { do: 'listMails', onlyFailed: false },
];

/** Returns the submissions, the orders and the mails that the commands list. */
async function listsOf(options: DataOptions): Promise<Record<string, unknown>[][]> {
  const database = await openDatabase(options);
  const lists: Record<string, unknown>[][] = [];
  for (const command of LISTS) {
    const lines = await collect(runOperatorCommand(database, options.dataDir, command));
    lists.push(lines.map((line) => JSON.parse(line)));
  }
  await database.close();
  return lists;
}

describe.each(databases)('a server on %s under load', (kind) => {
  const otherKind: DatabaseKind = databases.find((each) => each !== kind) ?? kind;
  let programs: ProgramFixture;
  let dropAll: (() => Promise<void>)[];

  beforeEach(async () => {
    programs = await createProgramFixture();
    dropAll = [];
  });
  afterEach(async () => {
    await programs.remove();
    for (const drop of dropAll) await drop();
  });

  /** Returns an environment in which there are no data yet, and what names them within this process. */
  async function createData(databaseKind: DatabaseKind, name: string) {
    const { more, drop } = await createProgramDatabase(databaseKind);
    dropAll.push(drop);
    const dataDir = join(programs.directory, name);
    const options: DataOptions = { dataDir, databaseUrl: more.DATABASE_URL };
    return { environment: { ...more, DATA_DIR: dataDir }, options };
  }

  async function run(command: 'backup' | 'restore', options: string[], environment: Record<string, string>) {
    const program = await programs.start(command, options, environment);
    const { code } = await program.exited;
    return { code, out: program.out, err: program.err };
  }

  test('is backed up with every call that it acknowledged before, and moves to the other database', async () => {
    const source = await createData(kind, 'data');
    const copy = await createData(kind, 'copy');
    const moved = await createData(otherKind, 'moved');
    const file = (name: string) => join(programs.directory, name);

    const server = await programs.startServer(source.environment);
    const visitors = startVisitors(server.url);
    await waitUntil(async () => visitors.names.length > 20 && visitors.emails.length > 20);
    const before = { names: [...visitors.names], emails: [...visitors.emails] };
    const [backup, refused] = await Promise.all([
      run('backup', [file('under load.gz')], source.environment),
      run('restore', [file('none.gz')], source.environment),
    ]);
    expect(backup).toEqual({
      code: 0,
      out: expect.stringMatching(/^Wrote .*under load\.gz \(submi/),
      err: '',
    });
    expect(refused).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/none\.gz cannot be read/),
    });
    expect(await run('restore', ['--replace', file('under load.gz')], source.environment)).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        kind === 'PGlite'
          ? /^Another server is running on .*Stop it, .*\n$/
          : /^The database is in use, and nothing was changed: stop all servers and commands on it, .*\n$/,
      ),
    });
    await visitors.stop();
    expect(visitors.names.length).toBeGreaterThan(before.names.length);

    expect(await run('restore', [file('under load.gz')], copy.environment)).toEqual({
      code: 0,
      out: expect.stringMatching(/^Restored .*under load\.gz, made at 20/),
      err: '',
    });
    const [submissions = [], orders = []] = await listsOf(copy.options);
    const paidEmails = submissions
      .filter(({ paymentStatus }) => paymentStatus === 'paid')
      .map(({ email }) => email);
    expect(submissions.map(({ name }) => name)).toEqual(expect.arrayContaining(before.names));
    expect(paidEmails).toEqual(expect.arrayContaining(before.emails));
    const states = new Map(orders.map(({ email, state }) => [email, state]));
    for (const email of nonEmpty(before.emails)) expect(states.get(email)).toBe('paid and registered');
    const inquiries = submissions.filter(({ kind: formKind }) => formKind === 'inquiry');
    for (const { name, messageUser } of nonEmpty(inquiries)) expect(messageUser).toBe(name);

    server.child.kill('SIGTERM');
    await server.exited;
    expect(await run('backup', [file('stopped.gz')], source.environment)).toMatchObject({ code: 0, err: '' });
    expect(await run('restore', [file('stopped.gz')], moved.environment)).toMatchObject({ code: 0, err: '' });
    expect(await listsOf(moved.options)).toEqual(await listsOf(source.options));

    const restarted = await programs.startServer(moved.environment);
    const email = newEmail();
    expect(await payAndRegister(restarted.url, email)).toBe(true);
    expect((await programs.listSubmissions(['--paid'], moved.environment)).lines.at(-1)).toMatchObject({
      email,
    });
  });
});

test.each([
  ['backup', [], /^The path of a file is missing\.\nUsage: npm run backup -- FILE /],
  ['backup', ['a.gz', 'b.gz'], /^"b\.gz" is one path too many\.\n/],
  ['backup', ['a.gz', '--replace'], /^There is no option "--replace"\.\n/],
  ['restore', ['--replace'], /^The path of a file is missing\.\nUsage: npm run restore -- FILE /],
  ['restore', ['a.gz', '--replace=yes'], /^--replace takes no value\.\n/],
] as const)('%s refuses %j in one sentence', async (command, options, message) => {
  const { code, out, err } = await runInThread(command, [...options]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(message);
});

test('a backup of a directory without a database creates none, and leaves no file', async () => {
  const programs = await createProgramFixture();
  onTestFinished(programs.remove);
  const folder = join(programs.directory, 'folder');
  await mkdir(folder);
  const dataDir = join(folder, 'none');
  const backup = await programs.start('backup', [join(folder, 'backup.gz')], { DATA_DIR: dataDir });
  expect(await backup.exited).toMatchObject({ code: 1 });
  expect(backup.err).toBe(
    `There is no database in ${dataDir}. Set DATA_DIR to the directory of the server.\n`,
  );
  expect(await readdir(folder, { recursive: true })).not.toContainEqual(expect.stringMatching(/db$|backup/));
});
