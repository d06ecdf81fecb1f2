import { expect, test } from 'vitest';
import { keyedMutex } from '../../server/database/mutex.ts';

/** A piece of work that ends when told. */
function held() {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => over, end };
}

test('work under one key is done one after the other, under others side by side', async () => {
  const inTurn = keyedMutex();
  const first = held();
  const done: string[] = [];
  const all = [
    inTurn('a', first.work).then(() => done.push('a1')),
    inTurn('a', async () => done.push('a2')),
    inTurn('b', async () => done.push('b')),
  ];
  await all[2];
  expect(done).toEqual(['b']);
  first.end();
  await Promise.all(all);
  expect(done).toEqual(['b', 'a1', 'a2']);
});

test('work that fails lets the next one have its turn', async () => {
  const inTurn = keyedMutex();
  const failing = inTurn('a', () => Promise.reject(new Error('Oh')));
  const next = inTurn('a', async () => 'done');
  await expect(failing).rejects.toThrow('Oh');
  expect(await next).toBe('done');
});

test('work whose turn does not come is not done, and those behind it keep their place', async () => {
  const inTurn = keyedMutex(50);
  const first = held();
  let isDone = false;
  const ahead = inTurn('a', first.work);
  const late = inTurn('a', async () => {
    isDone = true;
  });
  await expect(late).rejects.toMatchObject({
    statusCode: 503,
    message: 'We are still working on your last request. Please try again in a moment.',
  });
  const behind = inTurn('a', async () => 'done');
  first.end();
  await ahead;
  expect(await behind).toBe('done');
  expect(isDone).toBe(false);
});
