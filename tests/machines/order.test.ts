import fc from 'fast-check';
import { expect, test } from 'vitest';
import { transition } from 'xstate';
import {
  type AnsweredRegistration,
  answerRegistration,
  type RegistrationAnswer,
} from '../../machines/order/order.answer.ts';
import {
  assignRegistration,
  type KnownRegistration,
  knownRegistrations,
  type NewRegistration,
  type OrderOfAddress,
  registrationsOf,
} from '../../machines/order/order.assignment.ts';
import { orderMachine, replayOrder } from '../../machines/order/order.machine.ts';
import { isRefunded, refundedAmount } from '../../machines/order/order.rules.ts';
import { orderStateOf, purposeOf } from '../../machines/order/order.state.ts';
import type { Evidence, OrderEvent } from '../../machines/order/order.types.ts';
import type { Payer } from '../../machines/registration/registration.rules.ts';
import { times } from '../support/more.ts';
import { mayBeEmpty, nonEmpty } from '../support/nonEmpty.ts';

const [WAITING, ARRIVED, NAMED, PROVEN] = [0, 1, 2, 3] as const;

const asha = { student: 'Asha Verma', phone: '9876543210' };
const ravi = { student: 'Ravi Verma', phone: '9876543210' };

const input = { amount: 200_000, currency: 'INR', isLive: true };
const nobody = { named: {}, paidElsewhere: [] };

const paymentSeen = (id: string): OrderEvent => ({
  type: 'paymentSeen',
  payment: { id, amount: 200_000, currency: 'INR' },
  ...nobody,
});

const refunded: OrderEvent = {
  type: 'refundSeen',
  refund: { id: 'rfnd_1', paymentId: 'pay_1', amount: 200_000, status: 'processed' },
  ...nobody,
};

const REPLACED: OrderEvent = { type: 'feeChanged' };

/** A registration is assigned; the one that asks in these tests has the id 7. */
const sent = (registration: number, evidence: Evidence, isPaidElsewhere = false): OrderEvent => ({
  type: 'registrationSent',
  registration,
  evidence,
  isPaidElsewhere,
});

const unpaid = (id: string, facts: readonly OrderEvent[] = [], authorizedPayers: readonly Payer[] = []) => ({
  id,
  snapshot: replayOrder(input, facts),
  payments: [],
  authorizedPayers,
});

/** An order paid by `pay_1`. A payer, if given, is named in its notes. */
const paid = (id: string, payer: Payer | null = null, facts: readonly OrderEvent[] = []): OrderOfAddress => ({
  ...unpaid(id, [paymentSeen('pay_1'), ...facts]),
  payments: [{ id: 'pay_1', payer }],
});

const proofOf = (orderId: string, paymentId = 'pay_1') => ({ orderId, paymentId });

/**
 * The orders that the registration 7 gets, each with its evidence, and their states afterwards. The registration 5
 * is of the same student and course, with other details.
 */
function assigned(orders: readonly OrderOfAddress[], proof?: NewRegistration['proof']) {
  return assignRegistration(orders, { id: 7, payer: asha, ofStudent: [5, 7], proof }).map(
    ({ order, event }) => {
      const [after] = transition(orderMachine, order.snapshot, event);
      return [order.id, after.context.evidence, orderStateOf(after)];
    },
  );
}

const OWN = 'paid and registered';

test.each<[string, OrderOfAddress[], NewRegistration['proof'], ReturnType<typeof assigned>]>([
  ['no order where there is none', [], undefined, []],
  ['the order that is not paid', [unpaid('a')], undefined, [['a', WAITING, 'open']]],
  ['a paid order that names nobody', [paid('a')], undefined, [['a', ARRIVED, OWN]]],
  ['a paid order that names its student', [paid('a', asha)], undefined, [['a', NAMED, OWN]]],
  ['no order that names another student', [paid('a', ravi)], undefined, []],
  [
    'an order that an authorized payment names it for',
    [unpaid('a', [], [asha])],
    undefined,
    [['a', NAMED, 'open']],
  ],
  ['an order, whoever else an attempt names', [unpaid('a', [], [ravi])], undefined, [['a', WAITING, 'open']]],
  ['the unpaid order of its proof', [unpaid('a')], proofOf('a'), [['a', PROVEN, 'open']]],
  ['the order of its proof against the notes', [paid('a', ravi)], proofOf('a'), [['a', PROVEN, OWN]]],
  ['the replaced order of its proof', [unpaid('a', [REPLACED])], proofOf('a'), [['a', PROVEN, 'replaced']]],
  ['no replaced order without proof', [unpaid('a', [REPLACED])], undefined, []],
  ['no order by the proof of another payment', [paid('a', ravi)], proofOf('a', 'pay_2'), []],
  ['no refunded order, even with its proof', [paid('a', null, [refunded])], proofOf('a'), []],
  ['no erased order', [paid('a', null, [sent(6, NAMED), { type: 'personErased' }])], proofOf('a'), []],
  [
    'an order that another one waits for, when it is paid',
    [paid('a', null, [sent(6, WAITING)])],
    undefined,
    [['a', ARRIVED, OWN]],
  ],
  ['no order that another one came for later', [paid('a', null, [sent(6, ARRIVED)])], undefined, []],
  [
    'an order that names it and not the other one',
    [paid('a', asha, [sent(6, ARRIVED)])],
    undefined,
    [['a', NAMED, OWN]],
  ],
  ['no order that another one has proven', [paid('a', asha, [sent(6, PROVEN)])], undefined, []],
  [
    'the order of its proof, also from another proof',
    [paid('a', null, [sent(6, PROVEN)])],
    proofOf('a'),
    [['a', PROVEN, OWN]],
  ],
  [
    'a proven order before a named one',
    [paid('a', asha), unpaid('b')],
    proofOf('b'),
    [['b', PROVEN, 'open']],
  ],
  ['a named order before any other', [paid('a'), paid('b', asha)], undefined, [['b', NAMED, OWN]]],
  ['a paid order before an unpaid one', [unpaid('a'), paid('b')], undefined, [['b', ARRIVED, OWN]]],
  [
    'an order of nobody before that of another one',
    [paid('a', null, [sent(6, WAITING)]), paid('b')],
    undefined,
    [['b', ARRIVED, OWN]],
  ],
  ['the oldest of two that are equal', [paid('a'), paid('b')], undefined, [['a', ARRIVED, OWN]]],
  [
    'its own order again, with the stronger evidence',
    [paid('a', null, [sent(7, NAMED)])],
    undefined,
    [['a', NAMED, OWN]],
  ],
  [
    'two orders that name it, the second as surplus',
    [paid('a', asha), paid('b', asha)],
    undefined,
    [
      ['a', NAMED, OWN],
      ['b', NAMED, 'surplus'],
    ],
  ],
  [
    'a further paid order as surplus',
    [paid('a', null, [sent(7, ARRIVED)]), paid('b')],
    undefined,
    [
      ['a', ARRIVED, OWN],
      ['b', ARRIVED, 'surplus'],
    ],
  ],
  [
    'a further order that is not paid yet',
    [paid('a', null, [sent(7, ARRIVED)]), unpaid('b')],
    undefined,
    [
      ['a', ARRIVED, OWN],
      ['b', WAITING, 'open'],
    ],
  ],
  [
    'no further order of another one',
    [paid('a', null, [sent(7, ARRIVED)]), paid('b', null, [sent(6, WAITING)])],
    undefined,
    [['a', ARRIVED, OWN]],
  ],
  [
    'a new payment after its own was refunded',
    [paid('a', null, [sent(7, ARRIVED), refunded]), paid('b')],
    undefined,
    [['b', ARRIVED, OWN]],
  ],
  [
    'a further payment as surplus, where its student is paid for with other details',
    [paid('a', asha, [sent(5, NAMED)]), paid('b', asha)],
    undefined,
    [['b', NAMED, 'surplus']],
  ],
  [
    'the surplus order that names it, which stays surplus while its student is paid for',
    [paid('a', asha, [sent(5, NAMED)]), paid('b', asha, [sent(5, NAMED, true)])],
    undefined,
    [['b', NAMED, 'surplus']],
  ],
  [
    'the surplus order of its proof, against the notes',
    [paid('a', asha, [sent(5, NAMED)]), paid('b', ravi, [sent(6, NAMED, true)])],
    proofOf('b'),
    [['b', PROVEN, 'surplus']],
  ],
  [
    'the surplus order that names it, where its student is not paid for',
    [paid('a', ravi, [sent(6, NAMED)]), paid('b', asha, [sent(6, NAMED, true)])],
    undefined,
    [['b', NAMED, OWN]],
  ],
  [
    'a paid order before a surplus one',
    [paid('a', asha, [sent(6, NAMED, true)]), paid('b')],
    undefined,
    [['b', ARRIVED, OWN]],
  ],
  [
    'a surplus order before an unpaid one',
    [unpaid('a'), paid('b', asha, [sent(6, NAMED, true)])],
    undefined,
    [['b', NAMED, OWN]],
  ],
  [
    'its own surplus order, when the order that paid for it is refunded',
    [paid('a', ravi, [sent(7, NAMED), refunded]), paid('b', null, [sent(7, ARRIVED, true)])],
    undefined,
    [['b', ARRIVED, OWN]],
  ],
  ['no surplus order that names nobody', [paid('a', null, [sent(6, ARRIVED, true)])], undefined, []],
  ['no surplus order that another one has proven', [paid('a', asha, [sent(6, PROVEN, true)])], undefined, []],
])('a registration gets %s', (_, orders, proof, expected) => {
  expect(assigned(orders, proof)).toEqual(expected);
});

const elsewhere: AnsweredRegistration['proven'] = { orderId: 'x', paymentId: 'pay_x', isOfAddress: false };

/**
 * How the registration 7 comes, and its open questions; reported as paid, without a proof, unless it says
 * otherwise.
 */
type Arrival = Partial<AnsweredRegistration> & { unsettled?: string[] };

/** The differences from the answer that it is pending. */
type Answer = Partial<RegistrationAnswer>;

test.each<[string, OrderOfAddress[], Arrival, Answer]>([
  ['is paid by its order', [paid('a', null, [sent(7, ARRIVED)])], {}, { paymentStatus: 'paid' }],
  [
    'is paid by its order against the notes',
    [paid('a', ravi, [sent(7, PROVEN)])],
    {},
    { paymentStatus: 'paid' },
  ],
  ['waits for its order', [unpaid('a', [sent(7, WAITING)])], {}, {}],
  [
    'waits for its order while the provider is unavailable, also where another one is paid',
    [unpaid('a', [sent(7, WAITING)]), paid('b', ravi, [sent(6, NAMED)])],
    { unsettled: ['a'] },
    {},
  ],
  [
    'has a payment that pays for another one, where its own order is not paid',
    [unpaid('a', [sent(7, WAITING)]), paid('b', ravi, [sent(6, NAMED)])],
    {},
    { refusal: 'paysForOthers' },
  ],
  [
    'is settled by an attempt that names it, also where another one is paid',
    [unpaid('a', [sent(7, NAMED)]), paid('b', ravi, [sent(6, NAMED)])],
    {},
    {},
  ],
  [
    'is not settled by a replaced order',
    [unpaid('a', [sent(7, NAMED), REPLACED]), paid('b', ravi, [sent(6, NAMED)])],
    {},
    { refusal: 'paysForOthers' },
  ],
  ['has the payment of nobody', [paid('a', ravi)], {}, { refusal: 'paysForOthers' }],
  ['says nothing of a payment that pays for others', [paid('a', ravi)], { isReportedPaid: false }, {}],
  [
    'has a payment that another one waits for',
    [unpaid('a', [sent(6, WAITING)])],
    {},
    { refusal: 'notConfirmed' },
  ],
  ['has no payment of a replaced order', [unpaid('a', [sent(6, WAITING), REPLACED])], {}, {}],
  [
    'may have the payment of a replaced order while the provider is unavailable',
    [unpaid('a', [REPLACED]), unpaid('b', [sent(7, WAITING)])],
    { unsettled: ['a'] },
    { refusal: 'notConfirmed' },
  ],
  [
    'may have a payment that is authorized for another one, even where another order is paid',
    [paid('a', ravi, [sent(6, NAMED)]), unpaid('b', [sent(6, NAMED)])],
    { unsettled: ['b'] },
    { refusal: 'notConfirmed' },
  ],
  [
    'has a payment that counts as paid, also while another attempt is authorized',
    [paid('a', ravi, [sent(6, NAMED)])],
    { unsettled: ['a'] },
    { refusal: 'paysForOthers' },
  ],
  [
    'has paid twice',
    [paid('a', asha, [sent(7, NAMED)]), paid('b', asha, [sent(7, NAMED, true)])],
    {},
    { paymentStatus: 'paid', isSurplus: true },
  ],
  [
    'has paid twice, where the first is refunded',
    [paid('a', asha, [sent(7, NAMED), refunded]), paid('b', asha, [sent(7, NAMED, true)])],
    {},
    { paymentStatus: 'paid', isSurplus: true },
  ],
  [
    'has paid twice, until the second is refunded',
    [paid('a', asha, [sent(7, NAMED)]), paid('b', asha, [sent(7, NAMED, true), refunded])],
    {},
    { paymentStatus: 'paid' },
  ],
  [
    'has the surplus of another one',
    [paid('a', asha, [sent(6, NAMED, true)])],
    {},
    { refusal: 'paysForOthers' },
  ],
  ['has no refunded surplus of another one', [paid('a', asha, [sent(6, NAMED, true), refunded])], {}, {}],
  ['has a proof of another address', [], { proven: elsewhere }, { refusal: 'otherAddress' }],
  ['says nothing of a proof of another address', [], { proven: elsewhere, isReportedPaid: false }, {}],
  [
    'is paid, whatever address its proof is of',
    [paid('a', null, [sent(7, ARRIVED)])],
    { proven: elsewhere },
    { paymentStatus: 'paid' },
  ],
  ['is refunded', [paid('a', null, [sent(7, ARRIVED), refunded])], {}, { paymentStatus: 'refunded' }],
  [
    'is refunded before it came, also where another one is paid',
    [paid('a', null, [refunded]), paid('b', ravi, [sent(6, NAMED)])],
    {},
    { paymentStatus: 'refunded' },
  ],
  ['is not refunded with another one', [paid('a', null, [sent(6, ARRIVED), refunded])], {}, {}],
  [
    'is refunded with another one, where its proof is of that payment',
    [paid('a', null, [sent(6, ARRIVED), refunded])],
    { proven: { orderId: 'a', paymentId: 'pay_a', isOfAddress: true } },
    { paymentStatus: 'refunded' },
  ],
  [
    'is not refunded with another one, where its proof is of another order',
    [paid('a', null, [sent(6, ARRIVED), refunded])],
    { proven: { orderId: 'b', paymentId: 'pay_b', isOfAddress: true } },
    {},
  ],
  [
    'is paid again after it was refunded',
    [paid('a', null, [sent(7, ARRIVED), refunded]), paid('b', null, [sent(7, ARRIVED)])],
    {},
    { paymentStatus: 'paid' },
  ],
  [
    'is no more refunded once another attempt names it',
    [paid('a', null, [sent(7, ARRIVED), refunded]), unpaid('b', [sent(7, NAMED)])],
    {},
    {},
  ],
])('a registration is told that it %s', (_, orders, { unsettled, ...arrival }, answer) => {
  const registration = { id: 7, isReportedPaid: true, proven: undefined, ...arrival };
  const pending: RegistrationAnswer = { paymentStatus: 'pending', isSurplus: false, refusal: null };
  expect(answerRegistration(registration, orders, new Set(unsettled))).toEqual({ ...pending, ...answer });
});

const algebra = { ...asha, course: 'Algebra' };
const english = { ...asha, course: 'English' };

/** Two children of one address, and the first one again: with other details, and for another course. */
const children: readonly KnownRegistration[] = [
  { id: 1, payer: algebra },
  { id: 2, payer: { ...ravi, course: 'Algebra' } },
  { id: 3, payer: algebra },
  { id: 4, payer: english },
];

/** An order of the address with its payments: the payer in the notes of each. */
type Line = {
  id: string;
  snapshot: OrderOfAddress['snapshot'];
  payments: { id: string; payer: Payer | null }[];
};

/** The orders and registrations of an address, to which facts happen as the server lets them happen. */
class Address {
  readonly lines: Line[] = ['a', 'b', 'c'].map((id) => ({
    id,
    snapshot: replayOrder(input, []),
    payments: [],
  }));
  readonly sent = new Set<KnownRegistration>();
  /** The registrations that were told that they are paid, and are not paid for by an order. */
  readonly misled: number[] = [];

  #record(line: Line, fact: OrderEvent): void {
    const [snapshot, actions] = transition(orderMachine, line.snapshot, fact);
    line.snapshot = snapshot;
    const isPaid = snapshot.matches({ purpose: { paid: 'registered' } });
    if (actions.some(({ type }) => type === 'confirm') && !isPaid)
      this.misled.push(snapshot.context.registration ?? 0);
  }

  #known(line: Line) {
    return knownRegistrations(
      line.payments,
      children.filter((child) => this.sent.has(child)),
      this.lines.filter((other) => other !== line),
    );
  }

  pay(line: Line, id: string, payer: Payer | null, amount: number): void {
    if (!line.payments.some((payment) => payment.id === id)) line.payments.push({ id, payer });
    const payment = { id, amount, currency: 'INR' };
    this.#record(line, { type: 'paymentSeen', payment, ...this.#known(line) });
  }

  refund(line: Line, paymentId: string, hasFailed: boolean): void {
    const refund = {
      id: `rfnd_${paymentId}`,
      paymentId,
      amount: 200_000,
      status: hasFailed ? ('failed' as const) : ('processed' as const),
    };
    this.#record(line, { type: 'refundSeen', refund, ...this.#known(line) });
  }

  register(child: KnownRegistration, proof: NewRegistration['proof']): void {
    this.sent.add(child);
    const orders = this.lines.map((line) => ({
      ...line,
      line,
      authorizedPayers: [],
    }));
    const ofStudent = registrationsOf(children, child.payer);
    for (const { order, event } of assignRegistration(orders, { ...child, ofStudent, proof }))
      this.#record(order.line, event);
  }

  happen(line: Line, fact: OrderEvent): void {
    this.#record(line, fact);
  }
}

const line = fc.nat({ max: 2 });
const payment = fc.constantFrom('pay_1', 'pay_2');

const happening = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      line,
      payment,
      payer: fc.constantFrom(null, asha, ravi, algebra, english),
      amount: fc.constantFrom(200_000, 200_000, 2_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('refund' as const), line, payment, hasFailed: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('register' as const),
      child: fc.constantFrom(...children),
      proof: fc.option(fc.record({ line, payment }), { nil: undefined }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('happen' as const),
      line,
      fact: fc.constantFrom<OrderEvent>(
        { type: 'feeChanged' },
        { type: 'personErased' },
        { type: 'keysChanged', isLive: true },
      ),
    }),
  },
);

test('a payment is given back by its refunds and lost disputes, and as a whole alone', () => {
  const amount = fc.integer({ min: 1, max: 60 });
  const refund = fc.record({ amount, status: fc.constantFrom('pending', 'processed', 'failed') });
  const dispute = fc.record({ amount, status: fc.constantFrom('open', 'won', 'lost') });
  const sumOf = (parts: readonly { amount: number; status: string }[], ...statuses: string[]) =>
    parts.reduce((sum, part) => sum + (statuses.includes(part.status) ? part.amount : 0), 0);
  const parts = fc.array(refund, { maxLength: 4 });
  fc.assert(
    fc.property(parts, fc.array(dispute, { maxLength: 2 }), (refunds, disputes) => {
      const order = {
        refunds: refunds.map((each, index) => ({ ...each, id: `rfnd_${index}`, paymentId: 'pay_1' })),
        disputes: disputes.map((each, index) => ({
          ...each,
          id: `disp_${index}`,
          paymentId: 'pay_1',
          respondBy: '',
        })),
      };
      const givenBack = Math.min(100, sumOf(refunds, 'pending', 'processed') + sumOf(disputes, 'lost'));
      const payment = { id: 'pay_1', amount: 100, currency: 'INR' };
      expect(refundedAmount(order, payment)).toBe(givenBack);
      expect(isRefunded(order, payment)).toBe(givenBack === 100);
    }),
  );
});

test('facts in any order lose no money and count none twice', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 24 }), (happenings) => {
      const address = new Address();
      const at = (index: number) => address.lines[index] ?? expect.unreachable('There are three orders.');
      for (const each of mayBeEmpty(happenings)) {
        const paidBefore = address.lines.map(({ snapshot }) => snapshot.context.payments.length);
        if (each.do === 'pay')
          address.pay(at(each.line), `${at(each.line).id}_${each.payment}`, each.payer, each.amount);
        if (each.do === 'refund')
          address.refund(at(each.line), `${at(each.line).id}_${each.payment}`, each.hasFailed);
        if (each.do === 'happen') address.happen(at(each.line), each.fact);
        if (each.do === 'register') {
          const { proof } = each;
          const proven = proof && {
            orderId: at(proof.line).id,
            paymentId: `${at(proof.line).id}_${proof.payment}`,
          };
          const isKnown = proven && at(proof.line).payments.some(({ id }) => id === proven.paymentId);
          address.register(each.child, isKnown ? proven : undefined);
        }
        for (const child of nonEmpty(children)) {
          const paying = address.lines.filter(
            ({ snapshot }) =>
              snapshot.hasTag('paid') &&
              registrationsOf(children, child.payer).some((id) => id === snapshot.context.registration),
          );
          expect(paying.length, 'orders that pay for one student and course').toBeLessThanOrEqual(1);
        }
        expect(address.misled, 'told that it is paid').toEqual([]);
        for (const [index, { snapshot }] of nonEmpty([...address.lines.entries()]))
          expect(snapshot.context.payments.length, 'payments').toBeGreaterThanOrEqual(paidBefore[index] ?? 0);
      }
    }),
    { numRuns: times(1_000, 10_000) },
  );
});

test('a fact of a former release says what was refunded, until its refunds are seen', () => {
  const stated = (amount: number): OrderEvent => ({
    type: 'paymentSeen',
    payment: { id: 'pay_1', amount: 200_000, currency: 'INR', refunded: amount },
    ...nobody,
  });
  const purposeAfter = (...facts: OrderEvent[]) => purposeOf(replayOrder(input, facts));
  expect(purposeAfter(stated(0), stated(200_000))).toBe('refunded');
  expect(purposeAfter(stated(200_000), stated(0))).toBe('paid.unregistered');
  expect(purposeAfter(stated(50_000), refunded)).toBe('refunded');
});
