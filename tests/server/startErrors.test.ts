import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openPostgres } from '../../server/database/postgres.ts';
import { startService } from '../../server/service.ts';
import { StartError } from '../../server/shared/errors.ts';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'start-'));
  await writeFile(join(directory, 'file'), '');
});
afterAll(() => rm(directory, { recursive: true }));

/** Returns the sentence with which a start is refused, without the names of temporary directories. */
async function refusalOf(start: Promise<{ close(): Promise<void> }>): Promise<string> {
  const error = await start.then(
    (started) => started.close(),
    (reason: unknown) => reason,
  );
  if (!(error instanceof StartError)) throw new Error('The start is not refused.', { cause: error });
  return error.message.replaceAll(directory, '%');
}

const startWith = (options: { dataDir: string }) => startService({ host: '127.0.0.1', port: 0, ...options });

test('a DATA_DIR that is no directory, or too long a path, is said in one sentence', async () => {
  expect(await refusalOf(startWith({ dataDir: join(directory, 'file') }))).toBe(
    'DATA_DIR is not a directory: %/file. Set it to a directory.',
  );
  expect(await refusalOf(startWith({ dataDir: join(directory, 'file/below') }))).toBe(
    'DATA_DIR is not a directory: %/file/below. Set it to a directory.',
  );
  expect(await refusalOf(startWith({ dataDir: join(directory, 'd'.repeat(300)) }))).toContain(
    'cannot be used: the path is too long (ENAMETOOLONG).',
  );
});

describe('a PostgreSQL server that cannot be used is said in one sentence, without the password', () => {
  test.each([
    [
      'postgres://asha:secret@nowhere.invalid/a',
      'cannot be reached: there is no host of that name (ENOTFOUND).',
    ],
    [
      'postgres://asha:secret@h/a?host=/nowhere',
      'cannot be reached: there is no such file or directory (ENOENT) at /nowhere/.s.PGSQL.5432.',
    ],
    ['postgres://asha:secret@127.0.0.1:99999/a', 'cannot be reached: Invalid URL.'],
  ])('%s', async (url, sentence) => {
    expect(await refusalOf(openPostgres(url))).toBe(
      `The PostgreSQL server that DATABASE_URL names ${sentence}`,
    );
  });

  const server = inject('postgresUrl');
  test.runIf(server).each([
    [
      (url: URL) => {
        url.pathname = '/nothing';
      },
      'refuses the connection: database "nothing" does not exist.',
    ],
    [
      (url: URL) => {
        url.username = 'nobody_of_that_name';
      },
      'refuses the connection: role "nobody_of_that_name" does not exist.',
    ],
    [
      (url: URL) => {
        url.searchParams.set('ssl', 'true');
      },
      'cannot be reached: The server does not support SSL connections.',
    ],
  ])('%# of a server that is there', async (change, sentence) => {
    const url = new URL(server ?? '');
    change(url);
    expect(await refusalOf(openPostgres(url.href))).toBe(
      `The PostgreSQL server that DATABASE_URL names ${sentence}`,
    );
  });
});

test('a host that is no address here is said in one sentence', async () => {
  const databaseUrl = inject('postgresUrl');
  for (const host of ['nowhere.invalid', 'not a host', '999.1.1.1']) {
    const start = startService({ dataDir: join(directory, 'data'), databaseUrl, host, port: 0 });
    expect(await refusalOf(start), host).toBe(`HOST is no address of this machine: ${host}.`);
  }
});
