import { expect, onTestFinished, test, vi } from 'vitest';
import { type KeyedMutex, keyedMutex } from '../../server/database/mutex.ts';
import { eventually } from '../support/eventually.ts';

/** A piece of work that ends when `end` is called. */
function pendingWork() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}

test('work under one key runs one after the other, under different keys at the same time', async () => {
  const mutex = keyedMutex();
  const first = pendingWork();
  const done: string[] = [];
  const all = [
    mutex('a', first.work).then(() => done.push('a1')),
    mutex('a', async () => done.push('a2')),
    mutex('b', async () => done.push('b')),
  ];
  await all[2];
  expect(done).toEqual(['b']);
  first.end();
  await Promise.all(all);
  expect(done).toEqual(['b', 'a1', 'a2']);
});

test('a key is remembered while work under it waits', async () => {
  const mutex = keyedMutex();
  const [first, second] = [pendingWork(), pendingWork()];
  const done: string[] = [];
  const firstDone = mutex('a', first.work);
  const secondDone = mutex('a', second.work).then(() => done.push('second'));
  first.end();
  await firstDone;
  // The first work is forgotten after a few turns of the microtask queue.
  await new Promise((resolve) => setImmediate(resolve));
  const thirdDone = mutex('a', async () => done.push('third'));
  await new Promise((resolve) => setImmediate(resolve));
  second.end();
  await Promise.all([secondDone, thirdDone]);
  expect(done).toEqual(['second', 'third']);
});

test('without a limit work waits as long as it takes', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const mutex = keyedMutex();
  const first = pendingWork();
  const firstDone = mutex('a', first.work);
  const secondDone = mutex('a', async () => 'done');
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
  first.end();
  await firstDone;
  expect(await secondDone).toBe('done');
});

test('no timer is left when the lock is free in time', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const mutex = keyedMutex(1000);
  const first = pendingWork();
  const firstDone = mutex('a', first.work);
  const secondDone = mutex('a', async () => {});
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  first.end();
  await Promise.all([firstDone, secondDone]);
  expect(vi.getTimerCount()).toBe(0);
});

test('work that fails releases the lock', async () => {
  const mutex = keyedMutex();
  const failing = mutex('a', () => Promise.reject(new Error('Oh')));
  const next = mutex('a', async () => 'done');
  await expect(failing).rejects.toThrow('Oh');
  expect(await next).toBe('done');
});

test('work that waits too long for the lock is not run, and later work still is', async () => {
  const mutex = keyedMutex(50);
  const first = pendingWork();
  let isDone = false;
  const firstDone = mutex('a', first.work);
  const timedOut = mutex('a', async () => {
    isDone = true;
  });
  await expect(timedOut).rejects.toMatchObject({
    statusCode: 503,
    message: 'We are still working on your last request. Please try again in a moment.',
    retryAfter: 10,
  });
  const laterWork = mutex('a', async () => 'done');
  first.end();
  await firstDone;
  expect(await laterWork).toBe('done');
  expect(isDone).toBe(false);
});

test.each([
  ['is done', async (mutex: KeyedMutex, key: string) => mutex(key, async () => {})],
  ['fails', async (mutex: KeyedMutex, key: string) => mutex(key, () => Promise.reject(new Error('Oh')))],
  [
    'waits too long',
    async (mutex: KeyedMutex, key: string) => {
      const first = pendingWork();
      const firstDone = mutex(key, first.work);
      await mutex(key, async () => {}).catch(() => {});
      first.end();
      await firstDone;
    },
  ],
])('a key is forgotten when work under it %s', async (_, run) => {
  const setting = vi.spyOn(Map.prototype, 'set');
  onTestFinished(() => setting.mockRestore());
  const mutex = keyedMutex(1);
  const keys = Array.from({ length: 20 }, (_each, index) => `key ${index}`);
  await Promise.allSettled(keys.map((key) => run(mutex, key)));
  const tails = setting.mock.contexts.find(
    (map, index) => map instanceof Map && setting.mock.calls[index]?.[0] === 'key 0',
  );
  expect(tails).toBeInstanceOf(Map);
  await eventually(() => expect([...Object(tails)]).toEqual([]));
});
