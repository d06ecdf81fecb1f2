import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAdvisoryLocks } from '../../server/database/advisoryLocks.ts';
import { eventually } from '../support/eventually.ts';
import { asked, clients, resetServer, server } from './fakePg.ts';

vi.mock('pg', () => import('./fakePg.ts'));

beforeEach(resetServer);
afterEach(() => vi.restoreAllMocks());

const lost = () => Object.assign(new Error('Oh'), { code: '57P01' });

const create = () => createAdvisoryLocks({ host: 'db.example' });
const names = () => asked.map((each) => Object(each)[0]);

test('advisory locks share one connection, which is made when it is needed', async () => {
  const locks = create();
  await locks.close();
  expect(clients).toEqual([]);
  await Promise.all(['a', 'b', 'c'].map((key) => locks.withLock(key, async () => {})));
  expect(clients).toHaveLength(1);
  const locking = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as done';
  const unlocking = 'select pg_advisory_unlock(hashtextextended($1, 0)) as done';
  const statements = ['a', 'b', 'c'].flatMap((key) => [
    ['lock 0', locking, key],
    ['lock 0', unlocking, key],
  ]);
  expect(asked.toSorted()).toEqual(statements.toSorted());
  await locks.close();
  expect(asked.at(-1)).toEqual(['lock 0', 'end']);
});

test('advisory locks ask one thing at a time', async () => {
  const locks = create();
  let running = 0;
  let most = 0;
  server.reply = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    return [{ done: true }];
  };
  await Promise.all(['a', 'b', 'c'].map((key) => locks.withLock(key, async () => {})));
  expect(most).toBe(1);
});

test('advisory locks are tried again while another process has the lock, every 50 ms for ten seconds', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const locks = create();
  let tries = 0;
  server.reply = (text) => [{ done: !text.includes('try') || ++tries > 2 }];
  const began = Date.now();
  expect(await locks.withLock('a', async () => 'done')).toBe('done');
  expect(tries).toBe(3);
  expect(Date.now() - began).toBeGreaterThanOrEqual(98);

  server.reply = (text) => (text.includes('try') ? [] : [{ done: true }]);
  let isRun = false;
  const work = async () => {
    isRun = true;
  };
  const error = locks.withLock('a', work).catch((reason: unknown) => reason);
  now = 10_000;
  const former = asked.length;
  await eventually(() => expect(asked.length).toBeGreaterThan(former + 1));
  now = 10_001;
  expect(await error).toMatchObject({ statusCode: 503, retryAfter: 10 });
  expect(isRun).toBe(false);
});

test('advisory locks are released when work fails, and when the release itself fails', async () => {
  const locks = create();
  const failing = locks.withLock('a', () => Promise.reject(new Error('Oh')));
  await expect(failing).rejects.toThrow('Oh');
  expect(asked).toHaveLength(2);
  server.reply = (text) => {
    if (text.includes('unlock')) throw lost();
    return [{ done: true }];
  };
  expect(await locks.withLock('a', async () => 'done')).toBe('done');
  expect(asked.at(-1)).toEqual(['lock 0', 'end']);
  server.reply = () => [{ done: true }];
  await locks.withLock('a', async () => {});
  expect(names().slice(-2)).toEqual(['lock 1', 'lock 1']);
});

test('advisory locks close a connection on which they fail, and make another one', async () => {
  const locks = create();
  const ending = vi.spyOn(pg.Client.prototype, 'end');
  ending.mockImplementationOnce((): unknown => Promise.reject(new Error('Oh')));
  server.reply = () => Promise.reject(lost());
  await expect(locks.withLock('a', async () => {})).rejects.toMatchObject({ code: '57P01' });
  expect(ending).toHaveBeenCalledTimes(1);
  server.reply = () => [{ done: true }];
  await locks.withLock('a', async () => {});
  expect(clients).toHaveLength(2);
});

test.each(['error', 'end'])('advisory locks make another connection after its event %s', async (event) => {
  const locks = create();
  await locks.withLock('a', async () => {});
  clients[0]?.emit(event, new Error('Oh'));
  await locks.withLock('a', async () => {});
  clients[0]?.emit(event, new Error('Oh'));
  await locks.withLock('a', async () => {});
  expect(names()).toEqual(['lock 0', 'lock 0', 'lock 1', 'lock 1', 'lock 1', 'lock 1']);
});

test('advisory locks make another connection when the first one cannot be made', async () => {
  const locks = create();
  server.connect = () => Promise.reject(lost());
  await expect(locks.withLock('a', async () => {})).rejects.toMatchObject({ code: '57P01' });
  await locks.close();
  server.connect = async () => {};
  expect(await locks.withLock('a', async () => 'done')).toBe('done');
  expect(names()).toEqual(['lock 1', 'lock 1']);
});

test('advisory locks are closed also when their connection cannot be made', async () => {
  const locks = create();
  let fail: (error: Error) => void = () => {};
  server.connect = () => new Promise((_resolve, reject) => (fail = reject));
  const error = locks.withLock('a', async () => {}).catch((reason: unknown) => reason);
  await eventually(() => expect(clients).toHaveLength(1));
  const closed = locks.close();
  fail(lost());
  expect(await closed).toBeUndefined();
  expect(await error).toMatchObject({ code: '57P01' });
});
