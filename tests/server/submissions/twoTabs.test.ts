import { beforeEach, expect, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { stateName } from '../../../machines/paths/index.ts';
import { payerOf } from '../../../machines/registration/registration.rules.ts';
import type {
  RegistrationEvent,
  RegistrationValues,
} from '../../../machines/registration/registration.types.ts';
import { signPayment } from '../../../server/payments/provider.ts';
import { registration } from '../../../src/flows/registration.ts';
import { isMore } from '../../support/more.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { registrationDetails, runConcurrently } from '../../support/serverProcess.ts';
import type { FakeProvider } from '../fakeProvider.ts';
import { paymentTest as test } from '../fixtures.ts';
import { listedSubmissions, newEmail } from '../serviceFixture.ts';

/**
 * Two tabs with the flow of the site and the service: a family pays once and is told so, however the payment
 * windows act.
 */

type Window = { order: string; send: (event: RegistrationEvent) => void; pay: () => string | null };

/** The ways out of a payment window, which reports a success only for an order that is not paid yet. */
const exits: Readonly<Record<string, (window: Window) => void>> = {
  'the customer pays': ({ order, send, pay }) => {
    const paymentId = pay();
    if (paymentId === null)
      return send({ type: 'paymentFailed', description: 'This order has already been paid.' });
    send({ type: 'paymentSucceeded', paymentId, signature: signPayment(order, paymentId, 'secret') });
  },
  'the customer pays, and the callback is lost': ({ send, pay }) => {
    pay();
    send({ type: 'checkoutVanished' });
  },
  'the customer pays, and the window does not say what': ({ send, pay }) => {
    pay();
    send({ type: 'paymentUnclear' });
  },
  'the customer closes the window, and the payment is captured all the same': ({ send, pay }) => {
    send({ type: 'checkoutDismissed' });
    pay();
  },
  'the bank refuses': ({ send }) => send({ type: 'paymentFailed', description: 'Declined.' }),
  'the bank refuses, and the payment is captured all the same': ({ send, pay }) => {
    send({ type: 'paymentFailed', description: 'Declined.' });
    pay();
    send({ type: 'checkoutDismissed' });
  },
  'the customer closes the window': ({ send }) => send({ type: 'checkoutDismissed' }),
  'the window vanishes': ({ send }) => send({ type: 'checkoutVanished' }),
  'the customer returns to the form': ({ send }) => send({ type: 'returnedToForm' }),
};
const exitOf = (name: string) => exits[name] ?? (() => {});

/** Opens the form in a tab, filled in. */
function openTab(provider: FakeProvider, values: RegistrationValues) {
  let opened: Window | undefined;
  const pay = (order: string) =>
    provider.paymentsOf(order).length > 0 ? null : provider.pay(order, { notes: payerOf(values) });
  const machine = registration.machine.provide({
    actors: {
      loadCheckout: fromPromise(() => Promise.resolve<{ usable: boolean }>({ usable: true })),
      checkout: fromCallback(({ input, sendBack }) => {
        const order = input.order?.id ?? '';
        opened = { order, send: sendBack, pay: () => pay(order) };
      }),
    },
    actions: { focusProblem: () => {} },
  });
  const actor = createActor(machine).start();
  actor.send({ type: 'changed', values });
  return {
    actor,
    async submit() {
      actor.send({ type: 'submitted' });
      await waitFor(actor, (snapshot) => snapshot.matches('paying') || !snapshot.hasTag('busy'), {
        timeout: 20_000,
      });
    },
    async leaveWindow(exit: string) {
      if (opened && actor.getSnapshot().matches('paying')) exitOf(exit)(opened);
      await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'), { timeout: 20_000 });
    },
  };
}

type Tab = ReturnType<typeof openTab>;

/** Submits until the student is registered, and pays where a window opens. */
async function finish(tab: Tab): Promise<void> {
  for (let times = 0; times < 3 && !tab.actor.getSnapshot().matches('registered'); times += 1) {
    await tab.submit();
    await tab.leaveWindow('the customer pays');
  }
}

/** The payment of the receipt that a tab shows; the name of its state where it shows none. */
const receiptOf = ({ actor }: Tab) => {
  const snapshot = actor.getSnapshot();
  return snapshot.matches('registered') ? snapshot.context.paymentId : stateName(snapshot);
};

beforeEach(() => {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    fetch(new URL(path, window.location.href), init),
  );
  return () => vi.unstubAllGlobals();
});

const names = Object.keys(exits);

/**
 * The ways in which two windows end: a fifth of all pairs, each way in each window, and in `npm run test:more`
 * all.
 */
const pairs = names.flatMap((one, index) =>
  names
    .filter((_, otherIndex) => isMore || (index + otherIndex) % 5 === 0)
    .map((other) => [one, other] as const),
);

test.for([true, false])(
  'the same form in two tabs, both windows open: %s; one payment and receipt',
  async (isAtOnce, { service, provider, data }) => {
    vi.stubGlobal('window', { isSecureContext: true, location: new URL('/register-re', service.url) });
    provider.delayMs = 0;
    const results = await runConcurrently(pairs.length, 8, async (number) => {
      const [first = '', second = ''] = pairs[number] ?? [];
      const email = newEmail();
      const tabs = [
        openTab(provider, registrationDetails(email)),
        openTab(provider, registrationDetails(email)),
      ];
      const [one, other] = tabs;
      await one?.submit();
      if (isAtOnce) await other?.submit();
      await one?.leaveWindow(first);
      if (!isAtOnce) await other?.submit();
      await other?.leaveWindow(second);
      for (const tab of tabs) await finish(tab);
      for (const { actor } of tabs) actor.stop();
      return { first, second, email, told: tabs.map(receiptOf) };
    });
    const paid = (await listedSubmissions(data)).map(({ email, paymentId }) => [email, paymentId]);
    const payments = new Map(paid.map(([email, paymentId]) => [String(email), paymentId]));
    expect(paid).toHaveLength(pairs.length);
    const captured = provider.orderIds.flatMap((order) => provider.paymentsOf(order));
    expect(captured, 'nobody pays twice').toHaveLength(pairs.length);
    for (const { first, second, email, told } of nonEmpty(results))
      expect(told, `${first}; ${second}`).toEqual([payments.get(email), payments.get(email)]);
  },
);

test('another child in the second tab is not called registered before payment', async ({
  service,
  provider,
  data,
}) => {
  vi.stubGlobal('window', { isSecureContext: true, location: new URL('/register-re', service.url) });
  const email = newEmail();
  const details = registrationDetails(email);
  const [one, other] = [
    openTab(provider, details),
    openTab(provider, { ...details, name: 'Ravi Verma', phone: '9876543299' }),
  ];
  for (const tab of [one, other]) await tab.submit();
  for (const tab of [one, other]) await tab.leaveWindow('the customer pays');
  expect(stateName(other.actor.getSnapshot())).toBe('editing.paidAlready');
  await other.submit();
  expect(stateName(other.actor.getSnapshot())).toBe('paying.open');
  await other.leaveWindow('the customer pays');
  expect(stateName(other.actor.getSnapshot())).toBe('registered');
  const paid = await listedSubmissions(data);
  expect(paid.map(({ name, paymentStatus }) => [name, paymentStatus])).toEqual([
    [details.name, 'paid'],
    ['Ravi Verma', 'paid'],
  ]);
  expect(new Set(paid.map(({ paymentId }) => paymentId)).size).toBe(2);
  for (const { actor } of [one, other]) actor.stop();
});
