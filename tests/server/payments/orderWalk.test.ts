import { describe, expect } from 'vitest';
import { transition } from 'xstate';
import type { orderCases } from '../../../machines/order/order.cases.ts';
import { orderFlow } from '../../../machines/order/order.flow.ts';
import type { OrderSnapshot } from '../../../machines/order/order.machine.ts';
import { orderStateOf, statesOfOffice } from '../../../machines/order/order.state.ts';
import { evidenceLevels } from '../../../machines/order/order.types.ts';
import { explore, type JourneyStep, type Path, plan, stepName } from '../../../machines/paths/index.ts';
import { payerOf } from '../../../machines/registration/registration.rules.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { paymentTest, visitorOf } from '../fixtures.ts';
import {
  listedOrders,
  newEmail,
  postJson,
  postWebhook,
  proofHeader,
  registrationBody,
  usualDatabases,
} from '../serviceFixture.ts';

/** The plan of the order machine, walked over HTTP: what happens to an order is sent by visitors, webhooks and operators. */

type Case = JourneyStep<typeof orderCases>[0];

/** The calls, webhooks and commands that happen to the order of a walk. */
type OrderDriver = {
  pay(name: string, payment?: { amount?: number; refunded?: number; isNamed?: boolean }): Promise<void>;
  refund(name: string, status: string, payment?: string, amount?: number): Promise<void>;
  /** Registers a child of the address; the second is another student. */
  register(child: 1 | 2, isProven?: boolean): Promise<void>;
  dispute(event: string): Promise<void>;
  useKey(keyId: string): Promise<void>;
  erase(): Promise<void>;
};

type Action = {
  /** Whether the real server can bring it about as the case describes it; always unless given. */
  when?: (snapshot: OrderSnapshot) => boolean;
  perform: (driver: OrderDriver) => Promise<void>;
};

const isUnpaid = ({ context }: OrderSnapshot) => context.payments.length === 0;

/** Whether the notes of the payment name nobody, so that a registration shows nothing but that it came. */
const isUnnamed = ({ context }: OrderSnapshot) =>
  context.payments.length > 0 && context.evidence !== evidenceLevels.named;

const isOfFirst = ({ context }: OrderSnapshot) => context.registration === 1;

/** Cases that are left out need a second order of the address, another fee, or thirty days. */
const actions: Partial<Record<Case, Action>> = {
  'paymentSeen: of the full amount': {
    // A webhook may be late, so that it takes back no refund.
    when: ({ context }) => context.payments.every(({ refunded }) => refunded === 0),
    perform: ({ pay }) => pay('first'),
  },
  'paymentSeen: that names a registration': {
    when: (snapshot) => isUnpaid(snapshot) && isOfFirst(snapshot),
    perform: ({ pay }) => pay('first', { isNamed: true }),
  },
  'paymentSeen: refunded in full': {
    when: isUnpaid,
    perform: ({ pay }) => pay('first', { refunded: 200_000 }),
  },
  'paymentSeen: a late event of it': { perform: ({ pay }) => pay('first') },
  'paymentSeen: a second one': { perform: ({ pay }) => pay('second') },
  'paymentSeen: of another amount': { perform: ({ pay }) => pay('wrong', { amount: 2_000 }) },
  'refundSeen: in full': { perform: ({ refund }) => refund('first', 'processed') },
  'refundSeen: that is on its way': { perform: ({ refund }) => refund('first', 'created') },
  'refundSeen: in part': { perform: ({ refund }) => refund('part', 'processed', 'first', 50_000) },
  'refundSeen: that has failed': { when: isOfFirst, perform: ({ refund }) => refund('first', 'failed') },
  'refundSeen: of the second payment': { perform: ({ refund }) => refund('second', 'processed', 'second') },
  'refundSeen: of the wrong amount': {
    perform: ({ refund }) => refund('wrong', 'processed', 'wrong', 2_000),
  },
  'registrationSent: before its payment': { when: isUnpaid, perform: ({ register }) => register(1) },
  'registrationSent: after its payment': { when: isUnnamed, perform: ({ register }) => register(1) },
  'registrationSent: with the proof of its payment': { perform: ({ register }) => register(1, true) },
  'registrationSent: of another student': { when: isUnnamed, perform: ({ register }) => register(2) },
  'registrationSent: of another student, with proof': { perform: ({ register }) => register(2, true) },
  'keysChanged: to live keys': { perform: ({ useKey }) => useKey('rzp_live_key') },
  'keysChanged: to other test keys': { perform: ({ useKey }) => useKey('rzp_test_other') },
  'personErased: by an operator': {
    when: (snapshot) => snapshot.matches({ purpose: { paid: 'registered' } }),
    perform: ({ erase }) => erase(),
  },
  'disputeOpened: of its payment': { perform: ({ dispute }) => dispute('created') },
  'disputeWon: by the office': { perform: ({ dispute }) => dispute('won') },
  'disputeLost: by the office': { perform: ({ dispute }) => dispute('lost') },
};

const actionOf = (name: string): Action | undefined =>
  Object.entries(actions).find(([each]) => each === name)?.[1];

/** Returns whether a case can be brought about over HTTP as its payload describes it. */
const isDrivable = (name: string, snapshot: OrderSnapshot): boolean => {
  const action = actionOf(name);
  return action !== undefined && (action.when?.(snapshot) ?? true);
};

const graph = explore({
  ...orderFlow,
  isPossible: (name, snapshot) => orderFlow.isPossible(name, snapshot) && isDrivable(name, snapshot),
});

const { paths } = plan(graph, { criteria: ['transitions', 'guards', 'cases'] });

const kindOfAction: Readonly<Record<string, string>> = {
  confirm: 'confirmation',
  reportSurplus: 'surplus',
  reportRefund: 'refund',
  reportDispute: 'dispute',
};

/** Returns the mails that a path asks for, each as its kind: a mail about the same payment is queued once. */
function mailsAskedFor(path: Path): string[] {
  const mails = new Map<string, string>();
  for (const { from, step } of path) {
    const before = graph.states.get(from)?.snapshot;
    if (!before) throw new Error('A step begins in no state of the graph.');
    const [after, performed] = transition(graph.flow.machine, before, step.event);
    if (step.event.type === 'personErased') mails.clear();
    for (const { type, params } of performed) {
      const name: string = type;
      const kind = kindOfAction[name];
      const { registration } = after.context;
      const about = JSON.stringify([name, params, name === 'confirm' ? registration : null]);
      if (kind) mails.set(about, kind);
    }
  }
  return [...mails.values()].sort();
}

describe.each(usualDatabases)('an order on %s', (kind) => {
  paymentTest.override('kind', kind);

  paymentTest.for(nonEmpty(paths.map((path, index) => [`path ${index + 1}`, path] as const)))(
    'is what its machine says, for the office, the family and the outbox: %s',
    async ([, path], { data, operator, provider }) => {
      const email = newEmail();
      const start = (keyId: string) => data.start({ payments: provider.optionsWithKey(keyId) });
      let service = await start('rzp_test_key');
      const orderId = await visitorOf(service, provider).order(email);
      let answer: { isPaid: boolean } | undefined;
      const idOf = (payment: string) => `pay_${orderId}_${payment}`;
      const webhook = async (event: string, entities: Record<string, object>) => {
        const payload = Object.fromEntries(
          Object.entries(entities).map(([type, entity]) => [type, { entity }]),
        );
        const body = JSON.stringify({ event, payload });
        expect((await postWebhook(service.url, body, provider.options.webhookSecret)).status).toBe(200);
      };
      const driver: OrderDriver = {
        async pay(name, { amount = 200_000, refunded = 0, isNamed = false } = {}) {
          const payment = {
            id: idOf(name),
            order_id: orderId,
            amount,
            currency: 'INR',
            amount_refunded: refunded,
            status: refunded === amount ? 'refunded' : 'captured',
            notes: isNamed ? payerOf(registrationBody(email)) : {},
          };
          await webhook('payment.captured', { payment });
        },
        async refund(name, status, payment = 'first', amount = 200_000) {
          const refund = { id: `rfnd_${orderId}_${name}`, payment_id: idOf(payment), amount, status };
          await webhook(`refund.${status}`, { refund });
        },
        async register(child, isProven = false) {
          const details = { ...registrationBody(email), paymentStatus: 'pending' };
          const { status, body } = await postJson(
            `${service.url}/api/register`,
            child === 1 ? details : { ...details, name: 'Ravi Verma' },
            isProven ? proofHeader(orderId, idOf('first'), provider.options.keySecret) : {},
          );
          expect(status).toBe(200);
          answer = { isPaid: body.paymentStatus === 'paid' };
        },
        dispute: (event) =>
          webhook(`payment.dispute.${event}`, {
            dispute: { id: `disp_${orderId}`, payment_id: idOf('first'), respond_by: 1_796_000_000 },
          }),
        async useKey(keyId) {
          await service.close();
          service = await start(keyId);
        },
        async erase() {
          await operator.linesOf('submissions', ['--erase', email]);
        },
      };

      for (const { step, after } of nonEmpty(path)) {
        const name = stepName(step);
        answer = undefined;
        await actionOf(name)?.perform(driver);
        const state = orderStateOf(after);
        const listed = (await listedOrders(data)).filter((order) => order.orderId === orderId);
        expect(listed, name).toMatchObject([{ state }]);
        const urgent = (await listedOrders(data, true)).map((order) => order.orderId);
        expect(urgent.includes(orderId), `${name}: the office`).toBe(statesOfOffice.includes(state));
        const told = { isPaid: after.hasTag('paid') || after.matches({ purpose: 'surplus' }) };
        expect(answer ?? told, `${name}: the family`).toEqual(told);
      }
      const mails = (await operator.mails()).map((mail) => mail.kind).filter((each) => each !== 'notice');
      expect(mails.sort(), 'the mails').toEqual(mailsAskedFor(path));
    },
  );
});
