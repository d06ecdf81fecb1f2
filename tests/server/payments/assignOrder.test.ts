import { expect, test } from 'vitest';
import { assignmentOf, type NewRegistration } from '../../../server/payments/assignOrder.ts';
import type { Order, StoredPayment } from '../../../server/payments/orders.ts';
import { paymentOf } from '../memoryProvider.ts';

/** Which order a registration gets, of those that its e-mail address has. The registration has the id 7. */

const [WAITING, ARRIVED, NAMED, PROVEN] = [0, 1, 2, 3] as const;

const asha = { student: 'Asha Verma', phone: '9876543210' };
const ravi = { student: 'Ravi Verma', phone: '9876543210' };

/** Returns an open order. */
const unpaid = (id: string, more: Partial<Order> = {}): Order => ({
  ...{ id, email: 'asha@example.org', amount: 200_000, currency: 'INR', receipt: `receipt of ${id}` },
  ...{ createdAt: new Date('2026-11-01'), keyId: 'rzp_live_key', paymentMode: 'live', paymentId: null },
  ...{ submissionId: null, evidence: WAITING, closed: null, payments: [], ...more },
});

/** Returns an order that the payment `pay_1` pays for, which names a payer if one is given. */
function paid(id: string, more: Partial<Order> = {}, payer: StoredPayment['payer'] = null): Order {
  const payment = { id: 'pay_1', amount: 200_000, currency: 'INR', refunded: 0, payer, createdAt: null };
  return unpaid(id, { paymentId: 'pay_1', payments: [payment], ...more });
}

const proofOf = (orderId: string, paymentId = 'pay_1') => ({ orderId, paymentId, signature: 'f'.repeat(64) });
const attempt = (more: object = {}) =>
  paymentOf('a', 'pay_1', { status: 'authorized', payer: asha, ...more });

/** Returns what has changed in the orders when the registration has come. */
function changes(orders: readonly Order[], more: Partial<NewRegistration> = {}) {
  const registration = {
    submissionId: 7,
    email: 'asha@example.org',
    payer: asha,
    proof: undefined,
    attempts: [],
  };
  const assignment = assignmentOf(orders, { ...registration, ...more });
  expect(assignment.map(({ before }) => before)).toEqual(orders);
  return assignment
    .filter(({ before, after }) => before !== after)
    .map(({ before, after }) => {
      const { submissionId, evidence, closed } = after;
      expect(after).toEqual({ ...before, submissionId, evidence, closed });
      return { id: after.id, submissionId, evidence, ...(closed && { closed }) };
    });
}

const gets = (id: string, evidence: number, more: object = {}) => [
  { id, submissionId: 7, evidence, ...more },
];

test('it waits for an order that is not paid', () => {
  expect(changes([unpaid('a')])).toEqual(gets('a', WAITING));
});

test('without orders it gets none', () => {
  expect(changes([])).toEqual([]);
});

test.each([
  ['a payment that names nobody', null, ARRIVED],
  ['a payment that names its student', asha, NAMED],
])('with %s it gets the paid order', (_, payer, evidence) => {
  expect(changes([paid('a', {}, payer)])).toEqual(gets('a', evidence));
});

test('it gets no order whose payment names another student', () => {
  expect(changes([paid('a', {}, ravi)])).toEqual([]);
});

test.each([
  ['the order of its proof that is not known to be paid', unpaid('a')],
  ['the order of its proof that is paid', paid('a')],
  ['the order of its proof against the notes of the payment', paid('a', {}, ravi)],
  ['the order of its proof that another one has', paid('a', { submissionId: 6, evidence: NAMED }, ravi)],
  [
    'the order of its proof that another one had a proof for',
    paid('a', { submissionId: 6, evidence: PROVEN }),
  ],
])('it gets %s', (_, order) => {
  expect(changes([order], { proof: proofOf('a') })).toEqual(gets('a', PROVEN));
});

test('it gets the order of its proof that was replaced, and which stays so', () => {
  const order = unpaid('a', { closed: 'replaced' });
  expect(changes([order], { proof: proofOf('a') })).toEqual(gets('a', PROVEN, { closed: 'replaced' }));
});

test('a proof of another payment of the order is none', () => {
  expect(changes([paid('a')], { proof: proofOf('a', 'pay_2') })).toEqual(gets('a', ARRIVED));
  expect(changes([paid('a', {}, ravi)], { proof: proofOf('a', 'pay_2') })).toEqual([]);
});

test('a proof of another order is none', () => {
  expect(changes([paid('a')], { proof: proofOf('b') })).toEqual(gets('a', ARRIVED));
});

test.each(['replaced', 'surplus', 'refunded', 'erased', 'rehearsal'] as const)(
  'it gets no order that is closed: %s',
  (closed) => {
    const orders = [unpaid('a', { closed }), paid('b', { closed }), paid('c', { closed }, asha)];
    expect(changes(orders)).toEqual([]);
    expect(changes([unpaid('a', { closed })], { proof: proofOf('b') })).toEqual([]);
  },
);

test.each(['surplus', 'refunded', 'erased', 'rehearsal'] as const)(
  'it gets no order that is closed with its proof either: %s',
  (closed) => {
    expect(changes([paid('a', { closed })], { proof: proofOf('a') })).toEqual([]);
  },
);

test('an attempt to pay that is authorized and names its student reserves an order for it', () => {
  expect(changes([unpaid('a')], { attempts: [attempt()] })).toEqual(gets('a', NAMED));
  const others = [attempt({ orderId: 'b' }), attempt({ payer: ravi })];
  expect(changes([unpaid('a')], { attempts: [...others, attempt()] })).toEqual(gets('a', NAMED));
});

test.each([
  { orderId: 'b' },
  { status: 'failed' },
  { status: 'created' },
  { amount: 199_999 },
  { currency: 'USD' },
  { payer: null },
  { payer: ravi },
  { payer: { ...asha, phone: '9876543211' } },
])('an attempt to pay with %j reserves nothing', (more) => {
  expect(changes([unpaid('a')], { attempts: [attempt(more)] })).toEqual(gets('a', WAITING));
});

test.each<[string, Order, Partial<NewRegistration>, boolean]>([
  ['waits', unpaid('a', { submissionId: 6 }), {}, false],
  [
    'waits, when an attempt names this one',
    unpaid('a', { submissionId: 6 }),
    { attempts: [attempt()] },
    true,
  ],
  [
    'is named in an attempt too',
    unpaid('a', { submissionId: 6, evidence: NAMED }),
    { attempts: [attempt()] },
    false,
  ],
  ['waited before it was paid', paid('a', { submissionId: 6, evidence: WAITING }), {}, true],
  ['came when it was paid', paid('a', { submissionId: 6, evidence: ARRIVED }), {}, false],
  [
    'came when it was paid, when the payment names this one',
    paid('a', { submissionId: 6, evidence: ARRIVED }, asha),
    {},
    true,
  ],
  ['is named too', paid('a', { submissionId: 6, evidence: NAMED }, asha), {}, false],
  ['has a proof', paid('a', { submissionId: 6, evidence: PROVEN }, asha), {}, false],
])('from another registration, which %s, it takes an order: %j', (_, order, more, expected) => {
  expect(changes([order], more).map(({ id }) => id)).toEqual(expected ? ['a'] : []);
});

test.each<[string, readonly Order[], Partial<NewRegistration>, string]>([
  ['a proof', [paid('a', {}, asha), unpaid('b')], { proof: proofOf('b') }, 'b'],
  ['its name in the notes', [paid('a'), paid('b', {}, asha)], {}, 'b'],
  ['its name, though another one has the order', [paid('a'), paid('b', { submissionId: 6 }, asha)], {}, 'b'],
  ['a payment', [unpaid('a'), paid('b')], {}, 'b'],
  [
    'a payment before an attempt',
    [unpaid('a'), paid('b', { submissionId: 6 })],
    { attempts: [attempt()] },
    'b',
  ],
  ['an order that nobody has', [paid('a', { submissionId: 6 }), paid('b')], {}, 'b'],
  ['the oldest of those that are equal', [paid('a'), paid('b')], {}, 'a'],
])('of several it gets one: first comes %s', (_, orders, more, id) => {
  expect(changes(orders, more).map((change) => change.id)).toEqual([id]);
});

test('sent again it keeps its order, with the stronger evidence of both times', () => {
  const own = { submissionId: 7, evidence: NAMED };
  expect(changes([paid('a', own)])).toEqual(gets('a', NAMED));
  expect(changes([paid('a', own)], { proof: proofOf('a') })).toEqual(gets('a', PROVEN));
  expect(changes([unpaid('a', own)])).toEqual(gets('a', NAMED));
  const weaker = { submissionId: 7, evidence: WAITING };
  expect(changes([paid('a', weaker)])).toEqual(gets('a', ARRIVED));
});

test('the evidence for an order that it takes is its own, not that of the one before', () => {
  const order = paid('a', { submissionId: 6, evidence: PROVEN });
  expect(changes([order], { proof: proofOf('a') })).toEqual(gets('a', PROVEN));
  expect(changes([paid('a', { submissionId: null, evidence: PROVEN })])).toEqual(gets('a', ARRIVED));
});

const own = paid('own', { submissionId: 7, evidence: ARRIVED });

test('when two paid orders name it, the oldest is its own, and the other is surplus', () => {
  expect(changes([paid('a', {}, asha), paid('b', {}, asha)])).toEqual([
    ...gets('a', NAMED),
    ...gets('b', NAMED, { closed: 'surplus' }),
  ]);
});

test('when it is paid already, a further paid order is surplus', () => {
  expect(changes([own, paid('b')])).toEqual([
    ...gets('own', ARRIVED),
    ...gets('b', ARRIVED, { closed: 'surplus' }),
  ]);
  expect(changes([paid('b'), own])).toEqual([
    ...gets('b', ARRIVED, { closed: 'surplus' }),
    ...gets('own', ARRIVED),
  ]);
});

test('when it is paid already, an order to be paid is its own as well, and no surplus yet', () => {
  expect(changes([own, unpaid('b')])).toEqual([...gets('own', ARRIVED), ...gets('b', WAITING)]);
});

test('when it is paid already, it takes an order from another registration only with its name or a proof', () => {
  const others = { submissionId: 6, evidence: WAITING };
  expect(changes([own, paid('b', others)])).toEqual(gets('own', ARRIVED));
  const named = [...gets('own', ARRIVED), ...gets('b', NAMED, { closed: 'surplus' })];
  expect(changes([own, paid('b', others, asha)])).toEqual(named);
  const proven = [...gets('own', ARRIVED), ...gets('b', PROVEN, { closed: 'surplus' })];
  expect(changes([own, paid('b', others)], { proof: proofOf('b') })).toEqual(proven);
});

test('when an order that it had was refunded, another payment is no surplus', () => {
  const refunded = paid('own', { submissionId: 7, closed: 'refunded' });
  expect(changes([refunded, paid('b')])).toEqual(gets('b', ARRIVED));
});
