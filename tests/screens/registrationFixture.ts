import { afterEach, beforeEach, onTestFinished, vi } from 'vitest';
import { createActor } from 'xstate';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { stateName } from '../../machines/stateName.ts';
import { registration } from '../../src/flows/registration.ts';

/** The registration with its calls and its payment window, without a screen. */

const { events, outcomes } = registrationCases;
export const { values } = events.changed['everything valid'];
export const order = outcomes.createOrder['an open order'].output;

/** A payment that is not stored yet. */
export const draft = {
  values,
  order: { ...order, email: values.email },
  paymentId: 'pay_1',
  signature: 'signed',
  registered: null,
};

type Options = { handler: (response: unknown) => void; modal: { ondismiss: () => void } };

export const fetching = vi.fn<typeof fetch>();

/** The payment window: its options once it is opened, and the listener of payments that fail. */
export const checkout: { given?: Options; fail: (response: unknown) => void; close: () => void } = {
  fail: () => {},
  close: vi.fn(),
};

class Razorpay {
  constructor(options: Options) {
    checkout.given = options;
  }
  on(_event: string, listener: (response: unknown) => void) {
    checkout.fail = listener;
  }
  open() {}
  close = checkout.close;
}

/** Gives each test of a file a service without responses, and the script of the payment provider. */
export function stubServiceAndProvider(): void {
  beforeEach(() => {
    vi.stubGlobal('fetch', fetching);
    vi.stubGlobal('Razorpay', Razorpay);
    delete checkout.given;
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.resetAllMocks();
    document.body.replaceChildren();
  });
}

export const respond = (body: unknown, status = 200) =>
  fetching.mockImplementationOnce(async () => Response.json(body, { status }));

/** Waits for the calls and what follows from them. */
export const settle = () => new Promise((resolve) => setTimeout(resolve));

export function start() {
  const actor = createActor(registration.machine).start();
  onTestFinished(() => void actor.stop());
  const now = () => {
    const { context } = actor.getSnapshot();
    return { state: stateName(actor.getSnapshot()), alert: context.alert, problem: context.problem };
  };
  return { actor, now };
}

/** Submits a valid form. */
export async function submit() {
  const started = start();
  started.actor.send({ type: 'changed', values });
  started.actor.send({ type: 'submitted' });
  await settle();
  return started;
}

/** Submits a valid form, and opens the payment window. */
export async function openWindow() {
  respond({ success: true, order });
  return submit();
}

/** Starts with a payment that is not stored yet. */
export async function restore(restored: unknown = draft) {
  const started = start();
  const event = registration.draft?.toEvent(restored);
  if (event) started.actor.send(event);
  await settle();
  return started;
}

/** What was sent with the last call. */
export const call = () => {
  const [path, options] = fetching.mock.lastCall ?? [];
  return {
    path,
    body: JSON.parse(String(options?.body)),
    proof: new Headers(options?.headers).get('x-payment-proof'),
    signal: options?.signal,
  };
};
