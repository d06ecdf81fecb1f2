import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/database.ts';
import type { Database } from '../../server/database/database.types.ts';
import type { OrderEvent, PaymentContext } from '../../server/payments/context.ts';
import { listOrders } from '../../server/payments/listOrders.ts';
import { createRazorpayProvider } from '../../server/payments/provider.ts';
import { MAX_CHECKS_PER_ROUND, reconcile } from '../../server/payments/reconcile.ts';
import { storeSubmission } from '../../server/submissions/submissions.ts';
import { type FakeProvider, startFakeProvider } from './fakeProvider.ts';
import { createServiceFixture, databases, type ServiceFixture } from './serviceFixture.ts';

describe.each(databases)('comparing orders with the provider on %s', (kind) => {
  let fixture: ServiceFixture;
  let provider: FakeProvider;
  let database: Database;
  let context: PaymentContext;
  let events: OrderEvent[];

  beforeAll(async () => {
    [fixture, provider] = await Promise.all([createServiceFixture(kind), startFakeProvider()]);
    provider.delayMs = 0;
    database = await openDatabase(fixture.options);
  });
  beforeEach(async () => {
    await database.query('truncate refunds, payments, orders, submissions restart identity cascade');
    provider.behaviour = 'normal';
    events = [];
    context = {
      database,
      provider: createRazorpayProvider({ ...provider.options, timeoutMs: 20_000 }),
      onOrderEvent: async (_sql, event) => void events.push(event),
    };
  });
  afterAll(async () => {
    await database.close();
    await fixture.remove();
    await provider.close();
  });

  /** Inserts an order of an age that was last checked so long ago, assigned to a registration if one is given. */
  const insertOrder = (id: string, age: string, asked: string | null, submission: number | null = null) =>
    database.query(
      `insert into orders (id, email, amount, currency, receipt, created_at, checked_at, submission_id,
         key_id, payment_mode)
       values ($1, $1 || '@example.org', 200000, 'INR', $1, now() - $2::interval, now() - $3::interval, $4,
         'rzp_key', 'live')`,
      [id, age, asked, submission],
    );
  const states = async () => {
    const lines: string[] = [];
    for await (const { orderId, state } of listOrders(database)) lines.push(`${orderId} ${state}`);
    return lines.sort();
  };
  const requestsInRound = async () => {
    const before = provider.requestCount;
    await reconcile(context);
    return provider.requestCount - before;
  };

  test('finds a payment that nobody registered for, within 30 days and not after', async () => {
    await insertOrder('order_29', '29 days', null);
    await insertOrder('order_31', '31 days', null);
    for (const id of ['order_29', 'order_31']) provider.pay(id);
    expect(await reconcile(context)).toBe(1);
    expect(await states()).toEqual(['order_29 paid and not registered', 'order_31 open']);
  });

  test('asks about an order again when a quarter of its age has passed since the last time', async () => {
    await insertOrder('order_due', '8 days', '49 hours');
    await insertOrder('order_not', '8 days', '47 hours');
    expect(await requestsInRound()).toBe(1);
    expect(await requestsInRound()).toBe(0);
  });

  test('asks every round about orders that a registration waits for, until 30 days', async () => {
    await storeSubmission(database, 'registration', {
      name: 'Asha',
      phone: '9876543210',
      email: 'order_29@example.org',
    });
    await storeSubmission(database, 'registration', {
      name: 'Asha',
      phone: '9876543210',
      email: 'order_31@example.org',
    });
    await insertOrder('order_w29', '29 days', '1 second', 1);
    await insertOrder('order_w31', '31 days', null, 2);
    expect(await requestsInRound()).toBe(1);
    expect(await requestsInRound()).toBe(1);
    const paymentId = provider.pay('order_w29');
    expect(await reconcile(context)).toBe(1);
    expect(await reconcile(context)).toBe(0);
    expect(events).toEqual([{ type: 'registration paid', orderId: 'order_w29', paymentId, submissionId: 1 }]);
    await database.query(`update orders set checked_at = now() - interval '29 days'`);
    provider.updatePayment(paymentId, { status: 'refunded', amount_refunded: 200_000 });
    await reconcile(context);
    expect(await states()).toEqual(['order_w29 refunded', 'order_w31 open']);
  });

  test('reports a second payment once', async () => {
    await insertOrder('order_twice', '1 day', null);
    const first = provider.pay('order_twice', { created_at: 1_700_000_000 });
    const second = provider.pay('order_twice', { created_at: 1_700_000_001 });
    await reconcile(context);
    await database.query('update orders set checked_at = null');
    await reconcile(context);
    expect(events).toEqual([
      { type: 'surplus recorded', orderId: 'order_twice', paymentId: second, submissionId: null },
    ]);
    expect(await states()).toEqual(['order_twice surplus']);
    const rows = await database.query('select payment_id from orders');
    expect(rows).toEqual([{ payment_id: first }]);
  });

  test('asks about a limited number of orders in one round, those that waited longest first', async () => {
    for (let number = 0; number < MAX_CHECKS_PER_ROUND + 5; number += 1)
      await insertOrder(`order_${number}`, '8 days', null);
    expect(await requestsInRound()).toBe(MAX_CHECKS_PER_ROUND);
    expect(await requestsInRound()).toBe(5);
    expect(await requestsInRound()).toBe(0);
  });

  test('ends a round when the provider is unavailable, and continues after an order that it refuses', async () => {
    for (const id of ['order_a', 'order_b', 'order_c']) await insertOrder(id, '8 days', null);
    provider.behaviour = 'serverError';
    expect(await requestsInRound()).toBe(1);
    provider.behaviour = 'clientError';
    expect(await requestsInRound()).toBe(3);
    provider.behaviour = 'normal';
    expect(await requestsInRound()).toBe(0);
  });

  test('stores no payment when the mail that follows from it cannot be queued', async () => {
    await storeSubmission(database, 'registration', {
      name: 'Asha',
      phone: '9876543210',
      email: 'order_x@example.org',
    });
    await insertOrder('order_x', '1 day', null, 1);
    provider.pay('order_x');
    context.onOrderEvent = () => Promise.reject(new Error('No mail can be queued.'));
    await expect(reconcile(context)).rejects.toThrow('No mail can be queued.');
    expect(await states()).toEqual(['order_x open']);
  });
});
