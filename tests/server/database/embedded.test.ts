import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect } from 'vitest';
import { openDatabase } from '../../../server/database/index.ts';
import { storeSubmission } from '../../../server/submissions/submissions.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { programTest } from '../fixtures.ts';
import { type DatabaseKind, postJson } from '../serviceFixture.ts';

/**
 * The embedded database: the state after a killed server, a missing database, and several clients of one session.
 */

const kind: DatabaseKind = 'PGlite';
const test = programTest.extend('kind', kind);

const MISSING =
  /^The database in \S+ is missing: there is no \S+\/db\/PG_VERSION\. Restore a backup \(npm run restore\), or set DATA_DIR to an empty directory to begin without data\.$/;

describe('a server that was killed', () => {
  test.for([
    ['as it was', undefined],
    ['empty', ''],
    ['torn', '-4'],
    ['of a process that runs', `${process.pid}\n/pglite/data\n`],
  ] as const)(
    'the leftovers of a killed server are tidied up: postmaster.pid %s',
    async ([, content], { programs }) => {
      const { dataDir } = programs.options;
      const server = await programs.startServer();
      await postJson(`${server.url}/api/inquiry`, { name: 'Asha', phone: '9876543210' });
      server.child.kill('SIGKILL');
      await server.exited;
      expect(existsSync(join(dataDir, '.s.PGSQL.5432'))).toBe(true);
      if (content !== undefined) writeFileSync(join(dataDir, 'db/postmaster.pid'), content);
      writeFileSync(join(dataDir, 'starting.pid'), '999999999');
      expect(await programs.operator.submissions()).toMatchObject([{ name: 'Asha' }]);
    },
  );
});

test('a database that was created is never created again', async ({ programs: { options } }) => {
  await rm(join(options.dataDir, 'db'), { recursive: true });
  await expect(openDatabase(options)).rejects.toThrow(MISSING);
  expect(existsSync(join(options.dataDir, 'db'))).toBe(false);
});

test('a command creates no database in a directory without one', async ({ programs }) => {
  const empty = await mkdtemp(join(programs.directory, 'empty-'));
  await expect(openDatabase({ dataDir: empty, create: 'never' })).rejects.toThrow(
    `There is no database in ${empty}. Set DATA_DIR to the directory of the server.`,
  );
  expect(await readdir(empty)).toEqual([]);
});

test('clients of the embedded database get the rows of their own statements', async ({
  onTestFinished,
  programs: { options },
}) => {
  const first = await openDatabase(options);
  const second = await openDatabase({ ...options, isShared: true });
  onTestFinished(async () => {
    await second.close();
    await first.close();
  });
  const askOne = async (number: number) => {
    const database = number % 2 ? first : second;
    if (number % 5 === 0) await database.query('select $1::integer / 0', [number]).catch(() => {});
    if (number % 7 === 0)
      await database.transaction((sql) => storeSubmission(sql, 'inquiry', { name: `${number}` }));
    const [row] = await database.query('select $1::integer as number, $2::text as text', [number, 'x']);
    return [number, row];
  };
  const answers = await Promise.all(Array.from({ length: 200 }, (_, number) => askOne(number)));
  for (const [number, row] of nonEmpty(answers)) expect(row).toEqual({ number, text: 'x' });
  expect(await second.query('select count(*)::integer as count from submissions')).toEqual([{ count: 29 }]);
});

test('a client that dies in a transaction is rolled back', async ({ programs }) => {
  const server = await programs.startServer();
  const client = new pg.Client({ host: programs.options.dataDir, user: 'postgres', database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  await client.query("begin; insert into submissions (kind, fields) values ('inquiry', '{}')");
  client.connection.stream.destroy();
  await postJson(`${server.url}/api/inquiry`, { name: 'Asha', phone: '9876543210' });
  expect(await programs.operator.submissions()).toMatchObject([{ name: 'Asha' }]);
});
