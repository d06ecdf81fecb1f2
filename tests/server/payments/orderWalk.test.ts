import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { orderCases } from '../../../machines/order/order.cases.ts';
import { orderFlow } from '../../../machines/order/order.flow.ts';
import type { Purpose } from '../../../machines/order/order.journeys.ts';
import type { OrderSnapshot } from '../../../machines/order/order.machine.ts';
import { type Attention, fullPayments, isRefunded } from '../../../machines/order/order.rules.ts';
import type { OrderState } from '../../../machines/order/order.state.ts';
import { evidenceLevels, type Settlement } from '../../../machines/order/order.types.ts';
import {
  createSimulation,
  isRefusal,
  type Journey,
  type JourneyStep,
  stateName,
  stepName,
} from '../../../machines/paths/index.ts';
import { payerOf } from '../../../machines/registration/registration.rules.ts';
import { recordingDivergence } from '../../../machines/visualiser/recording.ts';
import type { Service } from '../../../server/service.ts';
import { StartError } from '../../../server/shared/errors.ts';
import { recordingFromFragment } from '../../../src/visualiser/tool/storage/index.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import type { ListedMail } from '../../support/serverPrograms.ts';
import { type WrittenWalk, writtenWalksOf } from '../../support/writtenPlans.ts';
import { emptyTables } from '../databaseFixture.ts';
import { type FakeProvider, startFakeProvider } from '../fakeProvider.ts';
import { webhookOf } from '../fixtures.ts';
import {
  createServiceFixture,
  type JsonResponse,
  linesOf,
  listedMails,
  listedOrders,
  newEmail,
  orderBody,
  postJson,
  proofHeader,
  registrationBody,
  type ServiceFixture,
  usualDatabases,
  waitUntil,
} from '../serviceFixture.ts';

/**
 * The life of an order over HTTP: the journeys of its machine, with states that are written by hand, and its
 * written plan. Visitors, webhooks and operators send the events of an order.
 */

type Case = Exclude<JourneyStep<typeof orderCases>[0], `after ${string}` | `delayed: ${string}`>;

/** The state of an order as an operator reads it, and the answer to a family that registers. */
const purposes: Readonly<Record<Purpose, { listed: OrderState; answer: 'paid' | 'pending' | 'refunded' }>> = {
  open: { listed: 'open', answer: 'pending' },
  replaced: { listed: 'replaced', answer: 'pending' },
  'paid.unregistered': { listed: 'paid and not registered', answer: 'pending' },
  'paid.registered': { listed: 'paid and registered', answer: 'paid' },
  'paid.registeredByPhone': { listed: 'registered by phone', answer: 'pending' },
  surplus: { listed: 'surplus', answer: 'paid' },
  refunded: { listed: 'refunded', answer: 'refunded' },
  erased: { listed: 'erased', answer: 'pending' },
  rehearsal: { listed: 'rehearsal', answer: 'pending' },
};

/** The state that an operator reads in place of that. */
const attentions: Readonly<Record<Attention, OrderState | null>> = {
  nothing: null,
  disputed: 'disputed',
  misplaced: 'payment of two orders',
  disputeLost: 'dispute lost',
  wrongAmount: 'amount wrong',
  secondPayment: 'surplus',
};

/** Whether `npm run payments -- --attention` lists an order. */
const needsAttention: Readonly<Record<OrderState, boolean>> = {
  open: false,
  replaced: false,
  'paid and registered': false,
  'paid and not registered': true,
  'registered by phone': false,
  surplus: true,
  'amount wrong': true,
  refunded: false,
  disputed: true,
  'dispute lost': true,
  'payment of two orders': true,
  erased: false,
  rehearsal: false,
};

const isKey = <Key extends string>(record: Readonly<Record<Key, unknown>>, key: unknown): key is Key =>
  typeof key === 'string' && Object.hasOwn(record, key);

/** The parts of a state's name that an operator sees. */
function partsOf(state: string): { purpose: Purpose; attention: Attention } {
  const [, purpose, attention] = /^purpose\.(\S+) \| attention\.(\S+) \| polling\.\S+$/.exec(state) ?? [];
  if (!isKey(purposes, purpose) || !isKey(attentions, attention)) throw new Error(`No expectation: ${state}`);
  return { purpose, attention };
}

/** The state that `npm run payments` prints. */
function listedState(state: string, { context }: OrderSnapshot): OrderState {
  const { purpose, attention } = partsOf(state);
  const { listed } = purposes[purpose];
  const isGivenBack = context.payments.length > 0 && (listed === 'open' || listed === 'replaced');
  return attentions[attention] ?? (isGivenBack ? 'refunded' : listed);
}

/** The mails that a step asks for, or an earlier one with the same result; each is queued once. */
function mailsOf(state: string, from: OrderSnapshot, { context }: OrderSnapshot): string[] {
  const { purpose } = partsOf(state);
  const isSurplusNow = purpose === 'surplus' && !from.matches({ purpose: 'surplus' });
  const { paymentId, registration, payments, refunds, disputes, settled } = context;
  const further = fullPayments(context)
    .filter(({ id }) => id !== paymentId)
    .filter(({ id }) => !from.context.payments.some((known) => known.id === id));
  // A refund is told of when its payment is known; one that was made by hand is not.
  const told = refunds.flatMap(({ id, paymentId: of, status }) => {
    const payment = payments.find((each) => each.id === of);
    if (!payment || status === 'pending' || id.startsWith('by hand')) return [];
    const isReplaced = status === 'failed' && isRefunded(context, payment);
    return isReplaced
      ? []
      : [`refund of ${id} ${status}`, ...(status === 'failed' ? [`failedRefund of ${id}`] : [])];
  });
  return [
    ...(purpose === 'paid.registered' ? [`confirmation of ${paymentId} for ${registration}`] : []),
    ...[...(isSurplusNow ? [paymentId] : []), ...further.map(({ id }) => id)].flatMap((id) => [
      `surplus of ${id}`,
      `refundPromise of ${id}`,
    ]),
    ...told,
    ...disputes
      .filter(({ id, status }) => status !== 'won' && !settled.includes(id))
      .map(({ id, status }) => `dispute of ${id} ${status}`),
  ];
}

const FIRST = 'Asha Verma';
const SECOND = 'Ravi Verma';
const THIRD = 'Mira Verma';

/** The registrations of the cases, by their numbers: the differences in their details. */
const children = {
  1: { name: FIRST },
  2: { name: SECOND },
  3: { name: FIRST, course: 'Exam Prep' },
  4: { name: FIRST, father: 'Rajesh Verma' },
};

type Child = keyof typeof children;

/** The order of a walk, and the calls, webhooks and commands that happen to it. */
type OrderDriver = {
  readonly orderId: string;
  readonly email: string;
  /** The fee of the order, in paise. */
  readonly amount: number;
  /**
   * The answer to the last registration or settlement, and whether another order pays for the registered child.
   */
  answer: string | undefined;
  isPaidElsewhere: boolean;
  pay(name: string, payment?: { amount?: number; student?: string }): Promise<void>;
  /** Registers a child while the provider lists a payment of it that is not captured, which fails afterwards. */
  registerWhileAuthorized(child: Child): Promise<void>;
  refund(name: string, status: string, payment?: string, amount?: number): Promise<void>;
  register(child: Child, isProven?: boolean): Promise<void>;
  /** Registers the first child where it is not registered yet. */
  ensureRegistered(): Promise<void>;
  /** Lets another order of the address pay for the registration of a child. */
  payElsewhere(child: 1 | 2): Promise<void>;
  /** Gives the payment of that order back, where there is one. */
  refundElsewhere(): Promise<void>;
  dispute(event: string, part?: { amount: number }): Promise<void>;
  /** Lets the provider state a payment of another order for this one. */
  misplace(): Promise<void>;
  settle(as: Settlement): Promise<void>;
  useKey(keyId: string): Promise<void>;
  changeFee(): Promise<void>;
  erase(): Promise<void>;
  /** Lets thirty days pass since the order was asked for, and the service compare it. */
  age(): Promise<void>;
};

type Action = {
  /**
   * Whether the server can bring it about as the case describes it, where the written plan takes it; always unless
   * given.
   */
  when?: (snapshot: OrderSnapshot) => boolean;
  /** The child for whose registration another order of the address pays before. */
  paidElsewhere?: 1 | 2;
  /** The steps that must have happened before, and change no state of the order. */
  prepare?: (driver: OrderDriver, before: OrderSnapshot) => Promise<void>;
  perform: (driver: OrderDriver, before: OrderSnapshot) => Promise<void>;
};

/** An order that was surplus pays when no other one does: lets the other order of the address be refunded. */
const refundElsewhere: Action['prepare'] = async (driver, before) => {
  if (before.matches({ purpose: 'surplus' }) || before.matches({ purpose: { paid: 'registeredByPhone' } }))
    await driver.refundElsewhere();
};

const isUnpaid = ({ context }: OrderSnapshot) => context.paymentId === null;

/** Whether the notes of the payment name nobody, so that a registration shows only that it came. */
const isUnnamed = ({ context }: OrderSnapshot) =>
  context.paymentId !== null && context.evidence !== evidenceLevels.named;

const isNamed = ({ context }: OrderSnapshot) => context.evidence === evidenceLevels.named;

const ANOTHER_COURSE = 'registrationSent: of the same student, for another course';

const actions: Readonly<Record<Case, Action>> = {
  'paymentSeen: of the full amount': {
    when: ({ context }) => !context.isPaidElsewhere,
    perform: ({ pay }) => pay('first'),
  },
  'paymentSeen: that names a registration': {
    when: isUnpaid,
    prepare: ({ ensureRegistered }) => ensureRegistered(),
    perform: ({ pay }) => pay('first', { student: FIRST }),
  },
  'paymentSeen: that names nobody registered': {
    when: isUnpaid,
    perform: ({ pay }) => pay('first', { student: 'Zoya Khan' }),
  },
  'paymentSeen: that names who is paid for already': {
    when: isUnpaid,
    paidElsewhere: 1,
    perform: ({ pay }) => pay('first', { student: FIRST }),
  },
  'paymentSeen: a second one': { perform: ({ pay }) => pay('second') },
  'paymentSeen: of another amount': { perform: ({ pay }) => pay('wrong', { amount: 2_000 }) },
  'refundSeen: in full': { perform: ({ refund }) => refund('first', 'processed') },
  'refundSeen: that is on its way': { perform: ({ refund }) => refund('first', 'created') },
  'refundSeen: in part': { perform: ({ refund }) => refund('part', 'processed', 'first', 50_000) },
  'refundSeen: that has failed': {
    when: ({ context }) => context.registration === 1,
    prepare: async ({ ensureRegistered, pay, refundElsewhere: refund }) => {
      await ensureRegistered();
      await pay('first', { student: FIRST });
      await refund();
    },
    perform: ({ refund }) => refund('first', 'failed'),
  },
  'refundSeen: of a second attempt': { perform: ({ refund }) => refund('again', 'processed') },
  'refundSeen: of the second payment': { perform: ({ refund }) => refund('second', 'processed', 'second') },
  'refundSeen: of the wrong amount': {
    perform: ({ refund }) => refund('wrong', 'processed', 'wrong', 2_000),
  },
  'registrationSent: before its payment': { when: isUnpaid, perform: ({ register }) => register(1) },
  'registrationSent: after its payment': {
    when: isUnnamed,
    prepare: refundElsewhere,
    perform: ({ register }) => register(1),
  },
  'registrationSent: with the proof of its payment': {
    prepare: refundElsewhere,
    perform: ({ register }) => register(1, true),
  },
  'registrationSent: with the proof of a second payment': {
    when: ({ context }) => context.registration === null,
    paidElsewhere: 1,
    perform: ({ register }) => register(1, true),
  },
  'registrationSent: of another student': {
    when: isUnnamed,
    prepare: refundElsewhere,
    perform: ({ register }) => register(2),
  },
  'registrationSent: of another student, who is named': {
    when: isUnpaid,
    perform: ({ registerWhileAuthorized }) => registerWhileAuthorized(2),
  },
  'registrationSent: of another student, who is paid for': {
    when: (snapshot) => isUnpaid(snapshot) || isUnnamed(snapshot),
    paidElsewhere: 2,
    perform: ({ register }) => register(2),
  },
  'registrationSent: of another student, with proof': {
    prepare: refundElsewhere,
    perform: ({ register }) => register(2, true),
  },
  [ANOTHER_COURSE]: { when: isNamed, perform: ({ register }) => register(3) },
  'registrationSent: of the same student, with other details': {
    when: isNamed,
    perform: ({ register }) => register(4),
  },
  'feeChanged: to another amount': { perform: ({ changeFee }) => changeFee() },
  'keysChanged: to live keys': {
    // Whose person is erased is registered by nobody.
    when: (snapshot) => !snapshot.matches({ purpose: 'erased' }),
    perform: ({ useKey }) => useKey('rzp_live_key'),
  },
  'keysChanged: to other test keys': { perform: ({ useKey }) => useKey('rzp_test_other') },
  'personErased: by an operator': {
    perform: ({ erase }) => erase(),
  },
  'disputeOpened: of its payment': { perform: ({ dispute }) => dispute('created') },
  'disputeOpened: of a part': { perform: ({ dispute }) => dispute('created', { amount: 50_000 }) },
  'disputeWon: by the office': { perform: ({ dispute }) => dispute('won') },
  'disputeLost: by the office': { perform: ({ dispute }) => dispute('lost') },
  'disputeLost: of a part': { perform: ({ dispute }) => dispute('lost', { amount: 50_000 }) },
  'paymentMisplaced: of another order': { perform: ({ misplace }) => misplace() },
  'settledByHand: as registered by phone': { perform: ({ settle }) => settle('registeredByPhone') },
  'settledByHand: as an accepted amount': { perform: ({ settle }) => settle('amountAccepted') },
  'settledByHand: as refunded elsewhere': { perform: ({ settle }) => settle('refundedElsewhere') },
  'settledByHand: as closed': { perform: ({ settle }) => settle('closed') },
  'thirtyDaysPassed: since it was asked for': { perform: ({ age }) => age() },
};

type WalkedStep = {
  name: Case;
  state: string;
  before: OrderSnapshot;
  after: OrderSnapshot;
  /** The child to whose registration the order is assigned. */
  registration: unknown;
  isRefused: boolean;
};

type Walk = { title: string; steps: () => readonly WalkedStep[] };

const toCase = (name: string): Case => {
  if (!isKey(actions, name)) throw new Error(`No action: ${name}`);
  return name;
};

/** Journeys with a step that the machine does not take, so that it has none of them itself. */
const refusals: readonly Journey<typeof orderCases>[] = [
  {
    title: 'a replaced order takes no registration without proof',
    steps: [
      ['feeChanged: to another amount', 'purpose.replaced | attention.nothing | polling.recent'],
      [
        'registrationSent: before its payment',
        'purpose.replaced | attention.nothing | polling.recent',
        { registration: null },
      ],
    ],
  },
  {
    title: 'an open order stays with the registration that an authorized payment names',
    steps: [
      [
        'registrationSent: of another student, who is named',
        'purpose.open | attention.nothing | polling.recent',
        { registration: 2 },
      ],
      [
        'registrationSent: before its payment',
        'purpose.open | attention.nothing | polling.recent',
        { registration: 2 },
      ],
    ],
  },
];

/** The walks whose states are written by hand. */
const journeys = [...orderFlow.journeys, ...refusals].map(({ title, steps }): Walk => {
  const walked = () => {
    const simulation = createSimulation({ ...orderFlow, isPossible: () => true });
    return steps.map(([name, state, context = {}]): WalkedStep => {
      const before = simulation.actor.getSnapshot();
      const step = simulation.possibleSteps().find((possible) => stepName(possible) === name);
      if (step) simulation.perform(step);
      const after = simulation.actor.getSnapshot();
      const { registration } = { ...after.context, ...context };
      return { name: toCase(name), state, before, after, registration, isRefused: !step };
    });
  };
  return { title, steps: walked };
});

/** The steps of a written test up to the first that the server cannot bring about; a refused one is left out. */
function possibleSteps({ path }: WrittenWalk): WalkedStep[] {
  let before = createSimulation(orderFlow).actor.getSnapshot();
  const steps: WalkedStep[] = [];
  for (const edge of path()) {
    const name = toCase(stepName(edge.step));
    const isRefused = isRefusal(edge);
    const isPossible = actions[name].when?.(before) ?? true;
    if (!isPossible && !isRefused) break;
    const { after } = edge;
    const { registration } = after.context;
    if (isPossible) steps.push({ name, state: stateName(after), before, after, registration, isRefused });
    before = after;
  }
  return steps;
}

const writtenWalks = writtenWalksOf(orderFlow);

const written = writtenWalks.map((walk): Walk => {
  let steps: readonly WalkedStep[] | null = null;
  return { title: walk.title, steps: () => (steps ??= possibleSteps(walk)) };
});

test('the server brings about most steps of the written plan', () => {
  const walked = written.flatMap(({ steps }) => steps());
  const all = writtenWalks.flatMap(({ names }) => names);
  expect(walked.length / all.length).toBeGreaterThan(0.75);
});

/**
 * The answer to the family or the office after a step; a registration that is refused may be paid for by another
 * order.
 */
function answerTo({ name, state, after, isRefused }: WalkedStep, driver: OrderDriver): string | undefined {
  if (name.startsWith('settledByHand')) return isRefused ? 'refused' : 'settled';
  if (!name.startsWith('registrationSent')) return undefined;
  const isPaidElsewhere = isRefused ? driver.isPaidElsewhere : after.context.isPaidElsewhere;
  return isPaidElsewhere ? 'paid' : purposes[partsOf(state).purpose].answer;
}

const TEST_KEY = 'rzp_test_key';

/** The walks of orders on one database, one after the other. */
class Walker {
  readonly #data: ServiceFixture;
  readonly #provider: FakeProvider;
  #service: Service | null = null;
  #key = TEST_KEY;
  #lastMail = 0;
  readonly #children = new Map<string, number>();

  constructor(data: ServiceFixture, provider: FakeProvider) {
    this.#data = data;
    this.#provider = provider;
  }

  async #serviceNow(): Promise<Service> {
    this.#service ??= await this.#data.start({ payments: this.#provider.optionsWithKey(this.#key) });
    return this.#service;
  }

  /** Starts the service again, with other keys or after statements on the database. */
  async #restart(key: string, ...statements: string[]): Promise<void> {
    await this.#service?.close();
    this.#service = null;
    this.#key = key;
    if (statements.length > 0) await this.#data.execute(...statements);
    await this.#serviceNow();
  }

  async #post(path: string, body: object, headers: Record<string, string> = {}): Promise<JsonResponse> {
    const { url } = await this.#serviceNow();
    const response = await postJson(url + path, body, headers);
    expect(response.status, path).toBe(200);
    return response;
  }

  async #webhook(event: string, entities: Record<string, object>): Promise<void> {
    const tell = webhookOf(await this.#serviceNow(), this.#provider);
    expect((await tell(event, entities)).status).toBe(200);
  }

  async #order(email: string): Promise<string> {
    return (await this.#post('/create-order', orderBody(email))).body.order?.id ?? '';
  }

  /** The facts of an order, with the link that opens them in the chart. */
  async history(orderId: string): Promise<{ facts: string[]; chart: string }> {
    const origin = 'http://visualiser.example';
    const lines = await linesOf(this.#data, { do: 'showOrder', order: orderId, origin });
    return { facts: lines.slice(0, -1), chart: JSON.parse(lines.at(-1) ?? '{}').chart };
  }

  async #waitForFact(orderId: string, cause: () => Promise<void>): Promise<void> {
    const before = (await this.history(orderId)).facts.length;
    await cause();
    await waitUntil(async () => (await this.history(orderId)).facts.length > before);
  }

  /** Makes the order of a walk; returns its id and its possible events. */
  async begin(steps: readonly WalkedStep[]): Promise<OrderDriver> {
    const email = newEmail();
    const names = steps.map(({ name }) => name);
    if (this.#key !== TEST_KEY) await this.#restart(TEST_KEY);
    // What is listed after each step is then of this walk alone. The embedded database is locked by the service.
    if (this.#data.options.databaseUrl) {
      await this.#data.withDatabase(emptyTables);
      this.#lastMail = 0;
    }
    const details = { ...registrationBody(email), paymentStatus: 'pending' };
    let other = '';
    if (names.some((name) => actions[name].paidElsewhere)) {
      other = await this.#order(email);
      const payer = payerOf({ ...details, name: THIRD });
      await this.#webhook('payment.captured', { payment: paymentOf(other, 'first', { notes: payer }) });
      await this.#post('/api/register', { ...details, name: THIRD });
    }
    const orderId = await this.#order(email);
    const amount = names.includes('feeChanged: to another amount') ? 150_000 : 200_000;
    if (amount !== 200_000)
      await this.#restart(TEST_KEY, `update orders set amount = ${amount} where id = '${orderId}'`);
    const proofOf = (order: string) =>
      proofHeader(order, `pay_${order}_first`, this.#provider.options.keySecret);
    let isRegistered = false;
    let childElsewhere: Child | null = null;
    // A payment whose notes name a course is of no other one.
    const notesOf = (student: string) => {
      const { course, ...notes } = payerOf({ ...details, name: student });
      return names.includes(ANOTHER_COURSE) ? notes : { ...notes, course };
    };
    const driver: OrderDriver = {
      orderId,
      email,
      amount,
      answer: undefined,
      isPaidElsewhere: false,
      pay: (name, { student, ...more } = {}) => {
        const notes = student === undefined ? {} : notesOf(student);
        const payment = paymentOf(orderId, name, { amount, ...more, notes });
        return this.#webhook('payment.captured', { payment });
      },
      registerWhileAuthorized: async (child) => {
        const notes = notesOf(children[child].name);
        const attempt = this.#provider.pay(orderId, { amount, status: 'authorized', notes });
        await driver.register(child);
        const { url } = await this.#serviceNow();
        expect(await postJson(`${url}/create-order`, orderBody(email))).toMatchObject({
          status: 409,
          body: { success: false, paymentStatus: 'authorized' },
        });
        this.#provider.updatePayment(attempt, { status: 'failed' });
      },
      refund: (name, status, payment = 'first', refunded = amount) =>
        this.#webhook(`refund.${status}`, {
          refund: {
            id: `rfnd_${orderId}_${name}`,
            payment_id: `pay_${orderId}_${payment}`,
            amount: refunded,
            status,
          },
        }),
      register: async (child, isProven = false) => {
        isRegistered ||= child === 1;
        const { body } = await this.#post(
          '/api/register',
          { ...details, ...children[child] },
          isProven ? proofOf(orderId) : {},
        );
        driver.answer = body.paymentStatus;
        driver.isPaidElsewhere = child === childElsewhere;
      },
      ensureRegistered: async () => {
        if (!isRegistered) await driver.register(1);
      },
      payElsewhere: async (child) => {
        isRegistered ||= child === 1;
        childElsewhere = child;
        await this.#post('/api/register', { ...details, ...children[child] }, proofOf(other));
      },
      refundElsewhere: async () => {
        if (other === '') return;
        childElsewhere = null;
        const refund = {
          id: `rfnd_${other}`,
          payment_id: `pay_${other}_first`,
          amount: 200_000,
          status: 'processed',
        };
        await this.#webhook('refund.processed', { refund });
      },
      dispute: (event, part) => {
        const id = `disp_${orderId}${part ? '_part' : ''}`;
        const dispute = {
          id,
          payment_id: `pay_${orderId}_first`,
          amount,
          respond_by: 1_796_000_000,
          ...part,
        };
        return this.#webhook(`payment.dispute.${event}`, { dispute });
      },
      misplace: async () => {
        const strange = await this.#order(newEmail());
        const payment = paymentOf(strange, 'first', { amount });
        await this.#webhook('payment.captured', { payment });
        await this.#webhook('payment.captured', { payment: { ...payment, order_id: orderId } });
        await this.#webhook('payment.captured', { payment: { ...payment, order_id: orderId } });
      },
      settle: async (as) => {
        const reason = 'Spoke with the parent.';
        driver.answer = await linesOf(this.#data, { do: 'settle', order: orderId, as, reason }).then(
          () => 'settled',
          (error) => (error instanceof StartError ? 'refused' : Promise.reject(error)),
        );
      },
      useKey: (keyId) => this.#restart(keyId),
      changeFee: async () => {
        await this.#order(email);
      },
      erase: async () => {
        await linesOf(this.#data, { do: 'erase', person: email });
      },
      age: () =>
        this.#waitForFact(orderId, () =>
          this.#restart(
            this.#key,
            `update orders set created_at = now() - interval '30 days', asked_for_at = null where id = '${orderId}'`,
          ),
        ),
    };
    await this.seeMails();
    return driver;
  }

  /** An operator's view of an order, and the kinds of the mails queued since the last view. */
  async observe({ orderId, email, answer }: OrderDriver) {
    const find = async (isAttention: boolean) =>
      (await listedOrders(this.#data, isAttention)).find((each) => each.orderId === orderId);
    const [urgent, mails] = await Promise.all([find(true), this.seeMails()]);
    const order = urgent ?? (await find(false));
    return {
      listed: order?.state,
      registration: order?.registration ? await this.#childOf(email, order.registration) : null,
      needsAttention: urgent !== undefined,
      answer,
      mails: mails
        .filter(({ kind }) => kind !== 'notice')
        .map(({ kind }) => kind)
        .toSorted(),
    };
  }

  /** The number of the child in a registration, which stays as it was sent. */
  async #childOf(email: string, registration: number): Promise<number | null> {
    const key = `${email} ${registration}`;
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    const [person = ''] = await linesOf(this.#data, { do: 'person', person: email });
    const submissions: { id: number; fields: Record<string, unknown> }[] = JSON.parse(person).submissions;
    const registered = submissions.find(({ id }) => id === registration)?.fields;
    const child = Object.entries(children).find(([, more]) =>
      Object.entries({ ...registrationBody(email), ...more }).every(
        ([field, value]) => field === 'paymentStatus' || registered?.[field] === value,
      ),
    );
    if (!child) return null;
    this.#children.set(key, Number(child[0]));
    return Number(child[0]);
  }

  /** The mails queued since the last call. */
  async seeMails(): Promise<ListedMail[]> {
    const mails = (await listedMails(this.#data)).filter(({ id }) => id > this.#lastMail);
    this.#lastMail = Math.max(this.#lastMail, ...mails.map(({ id }) => id));
    return mails;
  }
}

const paymentOf = (orderId: string, name: string, more: { amount?: number; notes?: object }) => {
  const { amount = 200_000, notes = {} } = more;
  return {
    id: `pay_${orderId}_${name}`,
    order_id: orderId,
    amount,
    currency: 'INR',
    status: 'captured',
    notes,
  };
};

describe.each(usualDatabases)('an order on %s', (kind) => {
  let data: ServiceFixture;
  let provider: FakeProvider;
  let walker: Walker;

  beforeAll(async () => {
    [data, provider] = await Promise.all([createServiceFixture(kind), startFakeProvider()]);
    provider.delayMs = 0;
    walker = new Walker(data, provider);
  });
  afterAll(async () => {
    await data.remove();
    await provider.close();
  });

  test.each(nonEmpty([...journeys, ...written].map((walk) => [walk.title, walk] as const)))(
    'an order is what its state says, for the office, the family and the outbox: %s',
    async (_, walk) => {
      const steps = walk.steps();
      const driver = await walker.begin(steps);
      const queued = new Set<string>();
      for (const step of nonEmpty(steps)) {
        const { name, state, before, after, registration } = step;
        const { paidElsewhere, prepare, perform } = actions[name];
        if (paidElsewhere) await driver.payElsewhere(paidElsewhere);
        await prepare?.(driver, before);
        if (paidElsewhere || prepare) await walker.seeMails();
        driver.answer = undefined;
        await perform(driver, before);
        const listed = listedState(state, after);
        const asked = mailsOf(state, before, after).filter((mail) => !queued.has(mail));
        for (const mail of asked) queued.add(mail);
        expect(await walker.observe(driver), `${name}, to ${state}`).toEqual({
          listed,
          registration,
          needsAttention: needsAttention[listed],
          answer: answerTo(step, driver),
          mails: asked.map((mail) => mail.replace(/ .*/, '')).toSorted(),
        });
      }
      const { chart } = await walker.history(driver.orderId);
      const recording = await recordingFromFragment(new URL(chart).hash);
      expect(recording?.steps.at(-1)?.state).toBe(steps.at(-1)?.state);
      expect(recording && recordingDivergence(orderFlow, recording)).toBeNull();
      expect(JSON.stringify(recording)).not.toMatch(/@|Asha|Ravi|Zoya/);
    },
  );
});
