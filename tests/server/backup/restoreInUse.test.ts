import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createDatabase } from '../../support/postgres.ts';
import { createProgramFixture, type ProgramFixture } from '../programFixture.ts';
import { postJson, waitUntil } from '../serviceFixture.ts';

const IN_USE =
  'The database is in use, and nothing was changed: stop all servers and commands on it, then restore.\n';

describe.runIf(inject('postgresUrl'))('a PostgreSQL database that a server uses as another role', () => {
  let programs: ProgramFixture;
  let owner: pg.Client;
  let close: () => Promise<void>;
  let ownerEnvironment: Record<string, string>;
  let serviceEnvironment: Record<string, string>;

  const file = () => join(programs.directory, 'backup.gz');

  async function run(command: 'backup' | 'restore', options: string[]) {
    const program = await programs.start(command, options, ownerEnvironment);
    const { code } = await program.exited;
    return { code, out: program.out, err: program.err };
  }

  const sendInquiry = (url: string, name: string) =>
    postJson(`${url}/api/inquiry`, { name, phone: '9876543210', messageUser: '' });

  const isTrue = async (condition: string) =>
    (await owner.query(`select where ${condition}`)).rows.length > 0;

  /** Whether a connection of the server that is not one of these has the lock that says that it uses the database. */
  const isUsedBeside = (pids: readonly number[]) =>
    isTrue(`exists (select from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and usename like 'service_%' and pid <> all('{${pids}}'))`);

  /** Whether a restore has begun, and waits for the table of the submissions. */
  const isRestoring = () =>
    isTrue("exists (select from pg_locks where relation = 'submissions'::regclass and not granted)");

  const storedNames = async () =>
    (await programs.listSubmissions([], ownerEnvironment)).lines.map(({ name }) => name);

  beforeEach(async () => {
    programs = await createProgramFixture();
    const { url, drop } = await createDatabase(inject('postgresUrl') ?? '');
    const role = `service_${process.pid}`;
    owner = new pg.Client({ connectionString: url });
    await owner.connect();
    const serviceUrl = new URL(url);
    serviceUrl.username = role;
    ownerEnvironment = { DATABASE_URL: url };
    serviceEnvironment = { DATABASE_URL: serviceUrl.href };
    close = async () => {
      await programs.remove();
      await owner.query(`drop owned by ${role}; drop role ${role}`);
      await owner.end();
      await drop();
    };
    await programs.startServer(ownerEnvironment);
    await programs.killAll();
    await owner.query(
      `create role ${role} login; grant usage on schema public to ${role};
       grant select, insert, update, delete on all tables in schema public to ${role}`,
    );
    expect(await run('backup', [file()])).toMatchObject({ code: 0 });
  });
  afterEach(() => close());

  test('is restored once that server has stopped, and not before', async () => {
    const server = await programs.startServer(serviceEnvironment);
    expect((await sendInquiry(server.url, 'First')).status).toBe(200);
    expect(await run('restore', ['--replace', file()])).toEqual({ code: 1, out: '', err: IN_USE });
    const ended = await owner.query<{ pid: number }>(
      "select pid, pg_terminate_backend(pid) from pg_stat_activity where usename like 'service_%'",
    );
    const pids = ended.rows.map(({ pid }) => pid);
    await waitUntil(() => isUsedBeside(pids));
    expect(await run('restore', ['--replace', file()])).toEqual({ code: 1, out: '', err: IN_USE });
    expect((await sendInquiry(server.url, 'Second')).status).toBe(200);
    expect(await storedNames()).toEqual(['First', 'Second']);
    server.child.kill('SIGTERM');
    await server.exited;
    expect(await run('restore', ['--replace', file()])).toMatchObject({ code: 0, err: '' });
    expect(await storedNames()).toEqual([]);
  });

  test('is used by no server while it is restored', async () => {
    await owner.query('begin; lock table submissions');
    const restore = await programs.start('restore', ['--replace', file()], ownerEnvironment);
    await waitUntil(isRestoring);
    const server = await programs.start('main', [], serviceEnvironment);
    expect(await server.exited).toMatchObject({ code: 1 });
    expect(server.err).toBe('A backup is being restored into the database: try again when that is done.\n');
    expect(restore.child.exitCode).toBeNull();
    await owner.query('commit');
    await once(restore.child, 'exit');
    expect(restore.child.exitCode).toBe(0);
  });
});
