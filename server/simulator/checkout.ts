import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.types.ts';
import { signPayment } from '../payments/provider.ts';
import { type ApiKeys, notesSchema, providerError, sendUnknownOrder } from './ordersApi.ts';
import { isScenario, type Scenario, scenarios } from './scenarios.ts';
import {
  type AttemptStatus,
  addPayment,
  findOrder,
  type Notes,
  type SimulatedOrder,
  type SimulatedPayment,
} from './store.ts';
import type { WebhookSender } from './webhooks.ts';

const SLOW_MS = 10_000;
const DECLINED_MESSAGE = 'Your payment was declined by the bank.';

export type CheckoutOptions = {
  database: Database;
  keys: ApiKeys;
  scenario: Scenario;
  webhooks: WebhookSender;
};

/** An attempt of the payment window: the scenario decides the outcome of `pay`; the other actions always do the same. */
type PaymentAttempt = {
  key: string;
  amount: number;
  action: 'pay' | 'capture' | 'fail';
  scenario: Scenario;
  notes?: Notes;
};

const attemptSchema = {
  type: 'object',
  required: ['key', 'amount', 'action', 'scenario'],
  properties: {
    key: { type: 'string' },
    amount: { type: 'integer' },
    action: { enum: ['pay', 'capture', 'fail'] },
    scenario: { enum: Object.keys(scenarios) },
    notes: notesSchema,
  },
  additionalProperties: false,
} as const;

/** Adds the routes of the provider's checkout: the script `/simulator/checkout.js` and the call of its window. */
export async function checkoutRoutes(app: FastifyInstance, options: CheckoutOptions): Promise<void> {
  const { database, keys, webhooks } = options;
  const script = await readFile(new URL('./checkout.browser.js', import.meta.url), 'utf8');
  const closeController = new AbortController();
  app.addHook('preClose', async () => closeController.abort());

  app.get<{ Querystring: { scenario?: unknown } }>('/simulator/checkout.js', async (request, reply) => {
    const requestedScenarios = [scenarioOfPage(request.headers.referer), request.query.scenario];
    const scenario = requestedScenarios.find(isScenario) ?? options.scenario;
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store');
    if (scenario === 'script-missing') return reply.code(404).send('');
    if (scenario === 'script-without-global') return '// This script defines nothing.\n';
    if (scenario === 'script-slow')
      await sleep(SLOW_MS, undefined, { signal: closeController.signal }).catch(() => {});
    return `${script.trimEnd().replace(/;$/, '')}(${JSON.stringify({ scenario, scenarios: Object.keys(scenarios) })});\n`;
  });

  app.post<{ Params: { id: string }; Body: PaymentAttempt }>(
    '/simulator/orders/:id/payments',
    { schema: { body: attemptSchema } },
    async ({ params, body }, reply) => {
      const order = await findOrder(database, params.id);
      if (!order || body.key !== keys.keyId) return sendUnknownOrder(reply);
      if (body.amount !== order.amount) {
        return reply.code(400).send(providerError('Payment amount is different from your order amount.'));
      }
      const payment =
        order.status === 'paid'
          ? undefined
          : await addPayment(database, order, paymentStatusOf(body, order), body.notes);
      if (!payment) {
        const metadata = { order_id: order.id };
        return reply
          .code(400)
          .send(providerError('This order has already been paid.', { reason: 'order_paid', metadata }));
      }
      webhooks.sendForPayment(payment, (await findOrder(database, order.id)) ?? order, body.scenario);
      return payment.status === 'captured'
        ? checkoutResponse(payment, keys)
        : reply.code(400).send(declinedError(payment));
    },
  );
}

function paymentStatusOf({ action, scenario }: PaymentAttempt, order: SimulatedOrder): AttemptStatus {
  if (action !== 'pay') return action === 'capture' ? 'captured' : 'failed';
  if (scenario === 'authorized-late') return 'authorized';
  const first = order.attempts === 0;
  const fails = scenario === 'fail-then-dismiss' || (scenario === 'fail-then-succeed' && first);
  return fails ? 'failed' : 'captured';
}

/** The argument of the checkout's handler. */
function checkoutResponse({ id, order_id }: SimulatedPayment, { keySecret }: ApiKeys) {
  const signature = signPayment(order_id, id, keySecret);
  return { razorpay_payment_id: id, razorpay_order_id: order_id, razorpay_signature: signature };
}

function declinedError({ id, order_id }: SimulatedPayment) {
  return providerError(DECLINED_MESSAGE, {
    source: 'bank',
    step: 'payment_authorization',
    reason: 'payment_failed',
    metadata: { order_id, payment_id: id },
  });
}

function scenarioOfPage(address: string | undefined): string | null {
  return address && URL.canParse(address) ? new URL(address).searchParams.get('scenario') : null;
}
