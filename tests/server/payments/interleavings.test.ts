import fc from 'fast-check';
import { expect } from 'vitest';
import { payerOf } from '../../../machines/registration/registration.rules.ts';
import { type OperatorCommand, runOperatorCommand } from '../../../server/commands/index.ts';
import { type Database, openDatabase } from '../../../server/database/index.ts';
import type { OrderListItem } from '../../../server/payments/listOrders.ts';
import type { Submission } from '../../../server/submissions/submissions.ts';
import { times } from '../../support/more.ts';
import { mayBeEmpty, nonEmpty } from '../../support/nonEmpty.ts';
import type { ListedMail } from '../../support/serverPrograms.ts';
import type { FakeProvider } from '../fakeProvider.ts';
import { programTest } from '../fixtures.ts';
import { providerEnvironment } from '../programFixture.ts';
import {
  type DatabaseKind,
  fastestDatabase,
  newEmail,
  newPhone,
  orderBody,
  postJson,
  postWebhook,
  proofHeader,
  registrationBody,
} from '../serviceFixture.ts';

/**
 * Two servers on one PostgreSQL. Families, the bank and the provider act on the orders of one address: in any
 * order, twice, late, and at the same time at both servers.
 */

const kind: DatabaseKind = 'PostgreSQL';
const test = programTest.extend('kind', kind);

/** Two children of one address, and the first one again with another town. */
const children = [
  { name: 'Asha Verma', city: 'Jaipur' },
  { name: 'Ravi Verma', city: 'Jaipur' },
  { name: 'Asha Verma', city: 'Ajmer' },
];

const server = fc.nat({ max: 1 });
const order = fc.nat({ max: 2 });
const payment = fc.nat({ max: 3 });
const child = fc.nat({ max: children.length - 1 });

const happening = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('create' as const), server }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      order,
      payer: fc.option(child),
      amount: fc.constantFrom(200_000, 200_000, 200_000, 2_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('refund' as const), payment, hasFailed: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('tell' as const), server, event: fc.nat({ max: 5 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('register' as const),
      server,
      child,
      proof: fc.option(payment, { nil: undefined, freq: 2 }),
    }),
  },
);

/** The calls that happen at the same time, one such group after the other. */
const groups = fc.array(fc.array(happening, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 });

type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

type Paid = {
  id: string;
  order_id: string;
  amount: number;
  status: string;
  amount_refunded: number;
  notes: { student?: string };
};

type Event = { id: string; event: string; payload: Record<string, { entity: object }> };

const item = <Value>(list: readonly Value[], index: number): Value | undefined =>
  list[index % (list.length || 1)];

/** A family with its orders, and the events that the provider has to tell of them. */
class Family {
  readonly email = newEmail();
  readonly orders: string[] = [];
  readonly payments: Paid[] = [];
  readonly events: Event[] = [];
  readonly registered = new Set<number>();
  /** The students that came with a proof of a payment, each with the order. */
  readonly proofs: [order: string, name: string][] = [];
  /** The statuses of all responses. */
  readonly statuses = new Set<number>();
  readonly #phone = newPhone();
  readonly #urls: readonly string[];
  readonly #provider: FakeProvider;

  constructor(urls: readonly string[], provider: FakeProvider) {
    this.#urls = urls;
    this.#provider = provider;
  }

  async #post(server: number, path: string, body: object, headers: Record<string, string> = {}) {
    const response = await postJson(`${this.#urls[server]}${path}`, body, headers);
    this.statuses.add(response.status);
    return response;
  }

  /** No two families have one phone number: a child of two addresses would wait for the office. */
  #details(index: number) {
    return registrationBody(this.email, { ...children[index], phone: this.#phone });
  }

  async create(server: number): Promise<void> {
    const { body } = await this.#post(server, '/create-order', orderBody(this.email));
    const id = body.order?.id;
    if (id !== undefined && !this.orders.includes(id)) this.orders.push(id);
  }

  async register(server: number, index: number, proof?: number) {
    this.registered.add(index);
    const proven = proof === undefined ? undefined : item(this.payments, proof);
    if (proven) this.proofs.push([proven.order_id, children[index]?.name ?? '']);
    const { keySecret } = this.#provider.options;
    return this.#post(
      server,
      '/api/register',
      { ...this.#details(index), paymentStatus: 'pending' },
      proven ? proofHeader(proven.order_id, proven.id, keySecret) : {},
    );
  }

  pay(orderIndex: number, payer: number | null, amount: number): void {
    const order_id = item(this.orders, orderIndex);
    if (order_id === undefined || this.payments.length === 4) return;
    const notes = payer === null ? {} : payerOf(this.#details(payer));
    const terms = { amount, status: 'captured', amount_refunded: 0, notes };
    const id = this.#provider.pay(order_id, terms);
    const paid = { id, order_id, ...terms };
    this.payments.push(paid);
    this.#happened('payment.captured', { payment: { entity: { currency: 'INR', ...paid } } });
  }

  /** Gives a payment back, or lets that fail, once each. */
  refund(index: number, hasFailed: boolean): void {
    const paid = item(this.payments, index);
    if (!paid || (hasFailed ? paid.status !== 'refunded' : paid.status !== 'captured')) return;
    const isAgain = this.events.some(({ id }) => id === `rfnd_${paid.id} failed`);
    if (isAgain) return;
    const status = hasFailed ? 'failed' : 'processed';
    Object.assign(
      paid,
      hasFailed
        ? { status: 'captured', amount_refunded: 0 }
        : { status: 'refunded', amount_refunded: paid.amount },
    );
    this.#provider.updatePayment(paid.id, { status: paid.status, amount_refunded: paid.amount_refunded });
    const refund = { id: `rfnd_${paid.id}`, payment_id: paid.id, amount: paid.amount, status };
    this.#happened(
      `refund.${status}`,
      {
        payment: { entity: { currency: 'INR', ...paid } },
        refund: { entity: refund },
      },
      `${refund.id} ${status}`,
    );
  }

  #happened(event: string, payload: Event['payload'], id = `${event} ${this.events.length}`): void {
    this.events.push({ id, event, payload });
  }

  /** Tells a server of an event of the provider, which may be late, and not the first time. */
  async tell(server: number, event: Event | undefined): Promise<void> {
    if (!event) return;
    const body = JSON.stringify({ event: event.event, payload: event.payload });
    const { webhookSecret } = this.#provider.options;
    const { status } = await postWebhook(this.#urls[server] ?? '', body, webhookSecret);
    this.statuses.add(status);
  }

  async happen(each: Happening): Promise<void> {
    switch (each.do) {
      case 'create':
        return this.create(each.server);
      case 'pay':
        return this.pay(each.order, each.payer, each.amount);
      case 'refund':
        return this.refund(each.payment, each.hasFailed);
      case 'tell':
        return this.tell(each.server, item(this.events, each.event));
      case 'register':
        await this.register(each.server, each.child, each.proof);
    }
  }

  /** Lets both servers learn of everything, at the same time, and every child register once more. */
  async settle(): Promise<void> {
    for (const event of this.events) await Promise.all([0, 1].map((server) => this.tell(server, event)));
    for (const index of this.registered) await this.register(index % 2, index);
  }
}

/** The lists that operators read. */
class Office {
  readonly #database: Database;
  readonly #dataDir: string;

  constructor(database: Database, dataDir: string) {
    this.#database = database;
    this.#dataDir = dataDir;
  }

  async read<Item>(command: OperatorCommand): Promise<Item[]> {
    const items: Item[] = [];
    for await (const line of runOperatorCommand(this.#database, this.#dataDir, command))
      items.push(JSON.parse(line));
    return items;
  }

  countConfirmations = async (): Promise<number> =>
    (await this.read<ListedMail>({ do: 'listMails', onlyFailed: false })).filter(
      ({ kind }) => kind === 'confirmation',
    ).length;

  /** Asserts the final state of a family, when everything is known. */
  async expectSettled({ email, payments, proofs, statuses }: Family, confirmedBefore: number): Promise<void> {
    const listed = (attention: boolean) => this.read<OrderListItem>({ do: 'listPayments', attention });
    const orders = (await listed(false)).filter((order) => order.email === email);
    const urgent = (await listed(true)).map(({ orderId }) => orderId);
    const registrations = (await this.read<Submission>({ do: 'list' })).filter(
      (sent) => sent.email === email,
    );
    for (const status of nonEmpty([...statuses])) expect(status).toBeOneOf([200, 409]);
    expect(await this.read({ do: 'checkPayments' }), 'orders whose facts say something else').toEqual([]);

    const known = orders.flatMap((order) => order.payments.map(({ id }) => id));
    expect(known.toSorted(), 'no payment is lost').toEqual(payments.map(({ id }) => id).toSorted());
    const open = orders.filter(({ state }) => state === 'open');
    expect(open.length, 'orders to be paid').toBeLessThanOrEqual(1);

    const paid = registrations.filter(({ paymentStatus }) => paymentStatus === 'paid');
    const paying = paid.map(({ paymentId }) => paymentId);
    expect(new Set(paying).size, 'a payment pays for one registration').toBe(paying.length);
    const confirmed = (await this.countConfirmations()) - confirmedBefore;
    expect(confirmed, 'confirmations').toBeGreaterThanOrEqual(paid.length);
    for (const { name, paymentId } of mayBeEmpty(paid)) {
      const { status, notes, order_id } = payments.find(({ id }) => id === paymentId) ?? {};
      expect(status, 'a payment that pays is not refunded').toBe('captured');
      const proven = proofs.filter(([order]) => order === order_id).map(([, student]) => student);
      expect([...proven, notes?.student ?? name], 'who a payment pays for').toContain(name);
    }
    for (const { orderId, state } of nonEmpty(orders)) {
      const kept = payments.filter((each) => each.order_id === orderId && each.status === 'captured');
      const unused = kept.filter(({ id }) => !paying.includes(id));
      expect(urgent.includes(orderId), `${state}: unused money waits for the office`).toBe(unused.length > 0);
    }
  }
}

/** Two hundred interleavings in `npm run test:more`, of which each test has so many. */
const RUNS = 20;

test
  .skipIf(fastestDatabase !== 'PostgreSQL')
  .for(Array.from({ length: times(1, 10) }, (_, index) => index + 1))(
  'whatever happens in whatever order, money is neither lost nor taken for two registrations, and what nobody was registered with waits for the office: %i',
  async (_, { programs, provider, onTestFinished }) => {
    provider.delayMs = 0;
    const environment = {
      ...providerEnvironment(provider),
      RAZORPAY_WEBHOOK_SECRET: provider.options.webhookSecret,
    };
    const servers = await Promise.all([0, 1].map(() => programs.startServer(environment)));
    const database = await openDatabase(programs.options);
    onTestFinished(() => database.close());
    const office = new Office(database, programs.directory);
    await fc.assert(
      fc.asyncProperty(groups, async (happenings) => {
        const family = new Family(
          servers.map(({ url }) => url),
          provider,
        );
        const confirmedBefore = await office.countConfirmations();
        await family.create(0);
        for (const group of nonEmpty(happenings)) await Promise.all(group.map((each) => family.happen(each)));
        await family.settle();
        await office.expectSettled(family, confirmedBefore);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
);
