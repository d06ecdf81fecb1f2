import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../server/database/database.ts';
import type { Database } from '../../../server/database/database.types.ts';
import { createApp } from '../../../server/http/app.ts';
import { registrationRoutes } from '../../../server/submissions/registrationRoutes.ts';
import {
  createServiceFixture,
  type DatabaseKind,
  databases,
  newEmail,
  orderBody,
  registrationBody,
  type ServiceFixture,
} from '../serviceFixture.ts';

/** A promise with its `resolve`. */
function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}

let fixture: ServiceFixture;
let opened: Database[];

async function open(): Promise<Database> {
  const database = await openDatabase(fixture.options);
  opened.push(database);
  return database;
}

/** Locks and unlocks another key: work that was let through before it has begun when this ends. */
const lockAnotherKey = (database: Database) => database.withLock('another key', async () => {});

function createFixtureForEachTest(kind: DatabaseKind): void {
  beforeEach(async () => {
    fixture = await createServiceFixture(kind);
    opened = [];
  });
  afterEach(async () => {
    for (const database of opened) await database.close();
    await fixture.remove();
  });
}

describe.each(databases)('the calls of one person on %s', (kind) => {
  createFixtureForEachTest(kind);

  test.each([
    ['an order', '/create-order', orderBody],
    ['a registration', '/api/register', registrationBody],
  ] as const)(
    '%s waits for the order before it, however the address is written',
    async (_what, path, body) => {
      const email = newEmail();
      const database = await open();
      const [providerCalled, orderCreated, secondArrived] = [deferred(), deferred(), deferred()];
      const requestedKeys: string[] = [];
      const acquiredKeys: string[] = [];
      const createdReceipts: string[] = [];
      const app = await createApp({});
      registrationRoutes(app, {
        database: {
          ...database,
          withLock(key, work) {
            if (requestedKeys.push(key) === 2) secondArrived.resolve();
            return database.withLock(key, () => {
              acquiredKeys.push(key);
              return work();
            });
          },
        },
        provider: {
          key: 'rzp_key',
          mode: 'live',
          async createOrder({ receipt }) {
            if (createdReceipts.push(receipt) === 2) secondArrived.resolve();
            providerCalled.resolve();
            await orderCreated.promise;
            return `order_${createdReceipts.length}`;
          },
          listPayments: async () => [],
          isSigned: () => false,
        },
        onOrderEvent: async () => {},
        onSubmission: async () => {},
      });
      const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });

      const first = post('/create-order', orderBody(email));
      await providerCalled.promise;
      const second = post(path, body(email.toUpperCase()));
      await Promise.race([secondArrived.promise, second]);
      expect(requestedKeys).toHaveLength(2);
      await lockAnotherKey(database);
      expect(acquiredKeys).toHaveLength(1);

      orderCreated.resolve();
      expect([await first, await second].map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect(createdReceipts).toHaveLength(1);
      const registered = await database.query(
        'select submission_id from orders where submission_id is not null',
      );
      expect(registered).toHaveLength(path === '/api/register' ? 1 : 0);
      await app.close();
    },
  );
});

describe.each(databases.filter((kind) => kind === 'PostgreSQL'))('two processes on one %s', (kind) => {
  createFixtureForEachTest(kind);

  test('do not work under one key at the same time', async () => {
    const [one, other] = [await open(), await open()];
    const [started, finished] = [deferred(), deferred()];
    const log: string[] = [];
    const first = one.withLock('a', async () => {
      started.resolve();
      await finished.promise;
      log.push('first');
    });
    await started.promise;
    const second = other.withLock('a', async () => void log.push('second'));
    await lockAnotherKey(other);
    expect(log).toEqual([]);
    finished.resolve();
    await Promise.all([first, second]);
    expect(log).toEqual(['first', 'second']);
  });
});
