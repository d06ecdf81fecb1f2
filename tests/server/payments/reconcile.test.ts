import { beforeEach, expect, test } from 'vitest';
import type { Database, Row, Sql } from '../../../server/database/index.ts';
import type { OrderAction, PaymentContext } from '../../../server/payments/context.ts';
import type { Payment } from '../../../server/payments/entities.ts';
import { ordersToSync } from '../../../server/payments/findOrCreateOrder.ts';
import { checkOrders } from '../../../server/payments/listOrders.ts';
import { findOrders } from '../../../server/payments/orders.ts';
import { ProviderError, type ProviderFailure } from '../../../server/payments/provider.ts';
import { MAX_CHECKS_PER_ROUND, type Round, reconcile } from '../../../server/payments/reconcile.ts';
import { recordPayment } from '../../../server/payments/recordPayment.ts';
import { syncAskedFor } from '../../../server/payments/syncPayments.ts';
import { findTwins } from '../../../server/payments/twins.ts';
import {
  assignmentFact,
  fastestDatabase,
  happen,
  insertOrder,
  insertPayment,
  insertRow,
  shareDatabase,
} from '../databaseFixture.ts';
import { createMemoryProvider, type MemoryProvider, paymentOf } from '../fakeProvider.ts';
import { waitUntil } from '../serviceFixture.ts';

/** The rows after a payment or a refund, and the orders compared with the provider's records. */

const shared = shareDatabase();
let database: Database;
let provider: MemoryProvider;
let context: PaymentContext;
let actions: OrderAction[];

beforeEach(() => {
  ({ database } = shared);
  provider = createMemoryProvider();
  actions = [];
  context = { database, provider, onOrderAction: async (_sql, action) => void actions.push(action) };
});

/** Inserts an order of somebody else, of an age; it was checked so long ago. */
async function insert(id: string, age: string, checked: string | null = null, more: Row = {}): Promise<void> {
  await insertOrder(database, id, { email: `${id}@example.org`, ...more });
  await database.query(
    'update orders set created_at = now() - $2::interval, checked_at = now() - $3::interval where id = $1',
    [id, age, checked],
  );
}

/** Inserts an unpaid order with a waiting registration. */
async function insertWaiting(id: string, age: string, checked: string | null = null, more: Row = {}) {
  const fields = JSON.stringify({ name: 'Asha', phone: '9876543210' });
  const email = `${id}@example.org`;
  await insertRow(database, 'submissions', { kind: 'registration', fields, email });
  await insert(id, age, checked, more);
  const [submission] = await database.query<{ id: number }>('select max(id) as id from submissions');
  await happen(database, id, assignmentFact(submission?.id ?? 0));
}

/** The pauses of the rounds, in milliseconds. */
const pauses: number[] = [];

const round = (isStopped = () => false, everyMs = 0): Promise<Round> =>
  reconcile(context, everyMs, async (ms) => {
    pauses.push(ms);
    return isStopped();
  });

/** The orders that a round asks about, in order. */
async function askedInRound(isStopped?: () => boolean) {
  provider.asked = [];
  await round(isStopped);
  return provider.asked;
}

const states = () =>
  database.query<{ id: string; payment: string | null; purpose: string }>(
    'select id, payment_id as payment, purpose from orders order by id',
  );

test('a payment is found until nobody has asked for its order in 30 days', async () => {
  await insert('order_29', '29 days 23 hours');
  await insert('order_31', '30 days 1 hour');
  await insert('order_32', '31 days', '30 days', { asked_for_at: new Date(Date.now() - 1_000) });
  for (const id of ['order_29', 'order_31', 'order_32']) provider.pay(id, `pay_of_${id}`);
  expect(await round()).toEqual({ paid: 2 });
  expect(await states()).toEqual([
    { id: 'order_29', payment: 'pay_of_order_29', purpose: 'paid.unregistered' },
    { id: 'order_31', payment: null, purpose: 'replaced' },
    { id: 'order_32', payment: 'pay_of_order_32', purpose: 'paid.unregistered' },
  ]);
});

test('an order is asked about again after a quarter of its age', async () => {
  await insert('due', '8 days', '49 hours');
  await insert('not', '8 days', '47 hours');
  await insert('paid', '8 days', '49 hours');
  await insert('paid_not', '8 days', '47 hours');
  await insertPayment(database, 'pay_1', 'paid');
  await insertPayment(database, 'pay_2', 'paid_not');
  expect((await askedInRound()).toSorted()).toEqual(['due', 'paid']);
  expect(await askedInRound()).toEqual([]);
});

test('an order that a registration waits for is found paid, and confirmed once', async () => {
  await insertWaiting('order_30', '29 days 23 hours', '8 days');
  await insertWaiting('order_31', '30 days 1 hour');
  provider.pay('order_30', 'pay_1');
  expect(await round()).toEqual({ paid: 1 });
  expect(await round()).toEqual({ paid: 0 });
  expect(actions).toEqual([
    { type: 'confirm', submissionId: 1, report: { reference: 'pay_1', paymentId: 'pay_1' } },
  ]);
});

test.each([
  ['nobody has registered for', insert],
  ['a registration waits for', insertWaiting],
])('an unpaid order that %s is asked about ever less often', async (_, insertOrder) => {
  await insertOrder('order_1', '0 seconds');
  const asked: number[] = [];
  for (let minutes = 0; minutes < 35 * 24 * 60; ) {
    if ((await askedInRound()).length > 0) asked.push(minutes);
    const passed = Math.max(1, Math.trunc(minutes / 30));
    await database.query(
      `update orders set created_at = created_at - make_interval(mins => $1),
         checked_at = checked_at - make_interval(mins => $1)`,
      [passed],
    );
    minutes += passed;
  }
  const gaps = asked.slice(1).map((minutes, index) => minutes - (asked[index] ?? 0));
  expect(gaps).toEqual(gaps.toSorted((one, other) => one - other));
  expect(asked.length).toBeLessThan(45);
  expect((asked.at(-1) ?? 0) / 60 / 24).toBeLessThan(30);
});

test('several processes ask once a round about an order that is waited for', async () => {
  const everyMs = 60_000;
  await insertWaiting('just_asked', '1 day', '50 seconds');
  for (const id of ['order_1', 'order_2', 'order_3']) await insertWaiting(id, '1 day', '7 hours');
  const roundOfAnother = () => round(undefined, everyMs);
  const { listPayments } = provider;
  provider.listPayments = async (id) => {
    provider.listPayments = listPayments;
    await roundOfAnother();
    return listPayments(id);
  };
  await roundOfAnother();
  expect(provider.asked.toSorted()).toEqual(['order_1', 'order_2', 'order_3']);
  await roundOfAnother();
  expect(provider.asked).toHaveLength(3);
});

test('a paid order’s refund and second payment are found, and it is paid once', async () => {
  await insert('order_1', '8 days');
  await insertPayment(database, 'pay_1', 'order_1');
  provider.pay('order_1', 'pay_1', { refunded: 200_000 });
  provider.pay('order_1', 'pay_2');
  expect(await round()).toEqual({ paid: 0 });
  expect(await states()).toEqual([{ id: 'order_1', payment: 'pay_2', purpose: 'paid.unregistered' }]);
});

test('a refund whose end nobody told is found, and reported', async () => {
  await insert('order_1', '1 day');
  await insertPayment(database, 'pay_1', 'order_1');
  const refund = { id: 'rfnd_pay_1', paymentId: 'pay_1', amount: 200_000, status: 'pending' } as const;
  await happen(database, 'order_1', { type: 'refundSeen', refund, named: {}, paidElsewhere: [] });
  provider.pay('order_1', 'pay_1', { refunded: 200_000 });
  await round();
  const report = { reference: 'rfnd_pay_1 processed', paymentId: 'pay_1', amount: 200_000, hasFailed: false };
  expect(actions).toEqual([{ type: 'reportRefund', submissionId: null, report }]);
});

test('the older of two payments pays for an order', async () => {
  await insert('order_1', '1 day');
  for (const id of ['pay_1', 'pay_2']) provider.pay('order_1', id);
  expect(await round()).toEqual({ paid: 1 });
  expect(await states()).toEqual([{ id: 'order_1', payment: 'pay_1', purpose: 'paid.unregistered' }]);
});

test('the time of asking for an order is stored before the provider answers', async () => {
  await insert('order_1', '29 days 23 hours', '1 day');
  let answer = (_: Payment[]) => {};
  provider.listPayments = () => new Promise((resolve) => (answer = resolve));
  const asking = syncAskedFor(context, { id: 'order_1', keyId: provider.key });
  await waitUntil(async () => {
    const asked = `select id from orders where asked_for_at > now() - interval '1 hour'`;
    return (await database.query(asked)).length === 1;
  });
  answer([]);
  expect(await asking).toEqual([]);
});

test('a visitor’s call asks about the three newest unpaid orders of the address', async () => {
  for (const id of ['order_1', 'order_2', 'order_3', 'order_4'])
    await insertOrder(database, id, {}, [{ type: 'feeChanged' }]);
  await insertOrder(database, 'order_5');
  await insertPayment(database, 'pay_1', 'order_5');
  const synced = ordersToSync(await findOrders(database, 'asha@example.org'), provider);
  expect(synced.map(({ id }) => id)).toEqual(['order_2', 'order_3', 'order_4']);
});

test('orders that are new or just asked for come first, then those due for longest', async () => {
  await insert('never_new', '1 day');
  await insert('never_old', '2 days');
  await insert('asked_late', '8 days', '3 days');
  await insert('asked_early', '8 days', '4 days');
  await insertWaiting('reported', '9 days', '1 hour');
  await database.query(`update orders set asked_for_at = now() - interval '1 minute' where id = 'reported'`);
  expect(await askedInRound()).toEqual(['reported', 'never_new', 'never_old', 'asked_early', 'asked_late']);
});

test('a round finds a paid order among 1,200 unpaid ones, and asks about few of them', async () => {
  await database.query(
    `insert into orders (id, email, amount, currency, receipt, created_at, checked_at, key_id, payment_mode, polling)
     select name, name, 200000, 'INR', name, made, case when number % 2 = 0 then made end, 'rzp_live_key', 'live',
       case when number % 3 = 0 then 'often' else 'seldom' end
     from generate_series(1, 1200) number, concat('unpaid', number) name, lateral (select now() - number * interval '2 seconds') at(made)`,
  );
  await insert('paid', '1 minute');
  provider.pay('paid', 'pay_1');
  pauses.length = 0;
  expect(await round()).toEqual({ paid: 1 });
  expect(provider.asked).toHaveLength(MAX_CHECKS_PER_ROUND);
  expect(pauses).toEqual(provider.asked.map(() => 200));
  const seen = new Set(provider.asked);
  for (let count = 1; count <= 12; count += 1) for (const id of await askedInRound()) seen.add(id);
  expect(seen.size).toBe(1_201);
});

test.each([
  ['live', ['live']],
  ['test', ['test']],
  ['simulated', ['simulated']],
] as const)(
  'a provider of the mode %s is asked about the orders that it may know',
  async (mode, expected) => {
    Object.assign(provider, { mode, key: 'key' });
    for (const of of ['live', 'test', 'simulated']) {
      const more = { payment_mode: of, key_id: 'key' };
      await insert(`other_${of}`, '8 days', null, more);
      await insertWaiting(`waiting_${of}`, '8 days', null, more);
    }
    expect((await askedInRound()).toSorted()).toEqual([
      ...expected.map((of) => `other_${of}`),
      ...expected.map((of) => `waiting_${of}`),
    ]);
  },
);

test.each<[status: number | undefined, failure: ProviderFailure | undefined, askedAgain: string[]]>([
  [undefined, undefined, []],
  [400, undefined, []],
  [401, 'keys', ['order_1', 'order_2']],
  [403, 'keys', ['order_1', 'order_2']],
  [429, 'tooManyCalls', ['order_1', 'order_2']],
  [500, 'unavailable', ['order_2']],
])(
  'an answer of %s ends a round as %s, and the next one asks about %j',
  async (status, failure, askedAgain) => {
    await insert('order_1', '8 days');
    await insert('order_2', '9 days', '8 days');
    provider.errors.set('order_1', new ProviderError(status));
    expect(await round()).toEqual({ paid: 0, failure });
    provider.errors.clear();
    expect(await askedInRound()).toEqual(askedAgain);
  },
);

test('a round without working keys asks about no order', async () => {
  await insert('order_1', '8 days');
  provider.failure = 'keys';
  expect(await round()).toEqual({ paid: 0, failure: 'keys' });
  expect(provider.asked).toEqual([]);
});

test('a round fails with another error, and stores nothing of the order', async () => {
  await insertWaiting('order_1', '8 days');
  provider.pay('order_1', 'pay_1');
  context.onOrderAction = () => Promise.reject(new Error('No mail can be queued.'));
  await expect(round()).rejects.toThrow('No mail can be queued.');
  expect(await states()).toEqual([{ id: 'order_1', payment: null, purpose: 'open' }]);
});

test('a round that is stopped asks about no further order', async () => {
  await insert('order_1', '8 days');
  await insert('order_2', '9 days');
  expect(await askedInRound(() => provider.asked.length > 0)).toEqual(['order_1']);
  expect(await askedInRound(() => true)).toEqual([]);
});

const asha = { student: 'Asha Verma', phone: '9876543210', course: 'Exam Prep' };

test('a student who is paid for under two addresses is found before anybody registers', async () => {
  for (const id of ['order_1', 'order_2']) {
    await insert(id, '1 day');
    await insertPayment(database, `pay_of_${id}`, id, asha);
  }
  expect(Object.fromEntries(await findTwins(database))).toEqual({
    order_1: ['order_2'],
    order_2: ['order_1'],
  });
});

const record = (payment: Payment) => database.transaction((sql) => recordPayment(sql, context, payment));
const payments = () => database.query('select * from payments order by id');
const factsOf = (id: string) =>
  database.query<{ type: string }>(
    `select fact->>'type' as type from order_facts where order_id = $1 order by id`,
    [id],
  );

test('a payment that comes again keeps its first notes and time, and adds no fact', async () => {
  await insertOrder(database, 'order_1');
  await record(paymentOf('order_1', 'pay_1', { payer: asha, createdAt: 1_700_000_000.5 }));
  const ravi = { student: 'Ravi', phone: '9876543211', course: 'Math Problem Solving' };
  await record(paymentOf('order_1', 'pay_1', { payer: ravi, createdAt: 1 }));
  expect(await payments()).toEqual([
    { id: 'pay_1', order_id: 'order_1', ...asha, created_at: new Date(1_700_000_000_500), amount: 200_000 },
  ]);
  expect(await factsOf('order_1')).toEqual([{ type: 'paymentSeen' }]);
});

test('the orders of the address are locked before the payment is stored', async () => {
  await insertOrder(database, 'order_1', {}, [{ type: 'feeChanged' }]);
  await insertOrder(database, 'order_2');
  await insertOrder(database, 'order_3', { email: 'ravi@example.org' });
  const locked = (sql: Sql) =>
    sql.query('select id from orders where xmax::text = pg_current_xact_id()::text order by id');
  const lockedAt: unknown[] = [];
  const observed = (sql: Sql): Sql => ({
    async query(text, values) {
      if (text.includes('insert into payments')) lockedAt.push(await locked(sql));
      return sql.query(text, values);
    },
  });
  await database.transaction((sql) => recordPayment(observed(sql), context, paymentOf('order_1', 'pay_1')));
  expect(lockedAt).toEqual([[{ id: 'order_1' }, { id: 'order_2' }]]);
});

test.skipIf(fastestDatabase !== 'PostgreSQL')(
  'a payment that waits for an order whose person is being erased is stored with nobody',
  async () => {
    await insertOrder(database, 'order_1');
    const recording = await database.transaction(async (sql) => {
      await sql.query(`update orders set email = 'erased order_1'`);
      const waiting = record(paymentOf('order_1', 'pay_1', { payer: asha }));
      await waitUntil(async () => {
        const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return (await database.query(waits)).length > 0;
      });
      return { waiting };
    });
    await recording.waiting;
    expect(await payments()).toMatchObject([{ id: 'pay_1', student: null, phone: null, course: null }]);
  },
);

test.each([`state = 'open'`, `purpose = 'paid.registered'`, `payment_id = null`])(
  'an order whose %s was changed in the database is named',
  async (change) => {
    for (const id of ['order_1', 'order_2']) {
      await insertOrder(database, id, { email: `${id}@example.org` });
      await record(paymentOf(id, `pay_of_${id}`));
    }
    const named = async () => {
      const ids: string[] = [];
      for await (const { orderId } of checkOrders(database)) ids.push(orderId);
      return ids;
    };
    expect(await named()).toEqual([]);
    await database.query(`update orders set ${change} where id = 'order_2'`);
    expect(await named()).toEqual(['order_2']);
  },
);
