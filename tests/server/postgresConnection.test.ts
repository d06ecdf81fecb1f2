import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../server/database/database.types.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { StartError, UnavailableError } from '../../server/errors.ts';
import { eventually } from '../support/eventually.ts';
import { asked, clients, pools, resetServer, server } from './fakePg.ts';

vi.mock('pg', () => import('./fakePg.ts'));

beforeEach(resetServer);
afterEach(() => vi.restoreAllMocks());

const URL = 'postgres://asha:secret@db.example/academy';
const SETTINGS = {
  connectionString: URL,
  connectionTimeoutMillis: 10_000,
  statement_timeout: 10_000,
  query_timeout: 12_000,
  keepAlive: true,
};
const lost = () => Object.assign(new Error('Oh'), { code: '57P01' });
const unavailable = () => new UnavailableError('The database is unavailable: Oh.');

describe('the connections to PostgreSQL', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openPostgres(URL);
    asked.length = 0;
  });

  test('are limited in time, and errors of those that nobody uses end nothing', async () => {
    expect(pools.map(({ settings }) => settings)).toMatchObject([SETTINGS]);
    expect(() => pools[0]?.emit('error', new Error('Oh'))).not.toThrow();
    await database.transaction(async () => {
      expect(() => clients[0]?.emit('error', new Error('Oh'))).not.toThrow();
    });
  });

  test('run a statement with its values', async () => {
    server.reply = () => [{ a: 1 }];
    expect(await database.query('select $1', [1])).toEqual([{ a: 1 }]);
    expect(await database.query('select')).toEqual([{ a: 1 }]);
    expect(asked).toEqual([
      ['pool', 'select $1', 1],
      ['pool', 'select'],
    ]);
    server.reply = () => Promise.reject(lost());
    await expect(database.query('select')).rejects.toEqual(unavailable());
  });

  test('run a transaction on one of them', async () => {
    server.reply = (text) => (text === 'insert' ? [{ id: 7 }] : []);
    expect(await database.transaction((sql) => sql.query('insert', ['x']))).toEqual([{ id: 7 }]);
    expect(asked).toEqual([
      ['pooled', 'begin'],
      ['pooled', 'insert', 'x'],
      ['pooled', 'commit'],
      ['pooled', 'release', false],
    ]);
  });

  test('close one whose transaction fails, which rolls back', async () => {
    const failing = database.transaction(async () => {
      throw new Error('Oh');
    });
    await expect(failing).rejects.toThrow('Oh');
    expect(asked).toEqual([
      ['pooled', 'begin'],
      ['pooled', 'release', true],
    ]);
    server.connect = () => Promise.reject(lost());
    await expect(database.transaction(async () => {})).rejects.toEqual(unavailable());
  });

  test('vacuum tables', async () => {
    await database.removeDeletedRows(['submissions', 'outbox']);
    expect(asked).toEqual([
      ['pool', 'vacuum submissions'],
      ['pool', 'vacuum outbox'],
    ]);
    server.reply = () => Promise.reject(lost());
    await expect(database.removeDeletedRows(['submissions'])).rejects.toEqual(unavailable());
  });

  test('lock a key for one piece of work in this process, and in others', async () => {
    const order: string[] = [];
    let end = () => {};
    const first = database.withLock('a', async () => {
      await new Promise<void>((resolve) => (end = resolve));
      order.push('first');
      return 1;
    });
    const second = database.withLock('a', async () => order.push('second'));
    await eventually(() => expect(asked).toHaveLength(1));
    end();
    expect(await first).toBe(1);
    await second;
    expect(order).toEqual(['first', 'second']);
    expect(clients.map((client) => Object(client).settings)).toStrictEqual([SETTINGS]);
    const [lock, unlock] = ['try_advisory_lock', 'advisory_unlock'].map((name) => [
      'lock 0',
      `select pg_${name}(hashtextextended($1, 0)) as done`,
      'a',
    ]);
    expect(asked).toEqual([lock, unlock, lock, unlock]);
    server.reply = () => Promise.reject(lost());
    await expect(database.withLock('a', async () => {})).rejects.toEqual(unavailable());
  });

  test('give a call ten seconds for a lock of this process', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    void database.withLock('a', () => new Promise(() => {}));
    const error = database.withLock('a', async () => {}).catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await error).toMatchObject({ statusCode: 503 });
    vi.useRealTimers();
  });

  test('are all closed at the end', async () => {
    await database.withLock('a', async () => {});
    asked.length = 0;
    await database.close();
    expect(asked).toEqual([
      ['pool', 'end'],
      ['lock 0', 'end'],
    ]);
  });
});

test.each([
  [
    { code: '28P01', message: 'password authentication failed.' },
    'refuses the connection: password authentication failed.',
  ],
  [{ code: '3D000' }, 'refuses the connection: Oh.'],
  [{ code: '128P01' }, 'cannot be reached: Oh.'],
  [{ code: '28P011' }, 'cannot be reached: Oh.'],
  [{ code: '13D000' }, 'cannot be reached: Oh.'],
  [{ code: '3D0001' }, 'cannot be reached: Oh.'],
  [{}, 'cannot be reached: Oh.'],
  [{ address: '10.0.0.1', port: 5432 }, 'cannot be reached: Oh at 10.0.0.1:5432.'],
  [{ address: '/tmp/.s.PGSQL.5432' }, 'cannot be reached: Oh at /tmp/.s.PGSQL.5432.'],
])('a server that cannot be used (%j) is said in one sentence', async (properties, sentence) => {
  const cause = Object.assign(new Error('Oh'), properties);
  server.connect = () => Promise.reject(cause);
  const error: unknown = await openPostgres(URL).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartError);
  expect(error).toMatchObject({
    message: `The PostgreSQL server that DATABASE_URL names ${sentence}`,
    cause,
  });
  expect(asked).toEqual([['pool', 'end']]);
});

test('a server is asked before it is used, and what is no error has no address', async () => {
  await openPostgres(URL);
  expect(asked).toEqual([['pool', 'select 1']]);
  server.connect = () => Promise.reject('Oh');
  await expect(openPostgres(URL)).rejects.toThrow(/ cannot be reached: unknown reason\.$/);
});
