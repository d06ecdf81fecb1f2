import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Razorpay from 'razorpay';
import { startSimulatedProvider } from '../../support/simulatedProvider.ts';
import { sharedServiceTest } from '../fixtures.ts';
import { createServiceFixture, fastestDatabase, waitUntil } from '../serviceFixture.ts';

/** A webhook as it was received, with what its body says. */
export type ReceivedWebhook = {
  id: string;
  /** Whether the official SDK accepts its signature. */
  isSigned: boolean;
  event: string;
  payload: Record<string, { entity: Record<string, unknown> }>;
  [more: string]: unknown;
};

const WEBHOOK_SECRET = 'webhook secret';

/** The simulator as a provider, with what it sends to its customer's service, and the official SDK to drive it. */
export const test = sharedServiceTest
  .extend('webhooks', { scope: 'file' }, async ({}, { onCleanup }) => {
    const received: ReceivedWebhook[] = [];
    const receive = async (request: IncomingMessage, response: ServerResponse) => {
      const body = await text(request);
      const { 'x-razorpay-event-id': id, 'x-razorpay-signature': signature } = request.headers;
      const isSigned = Razorpay.validateWebhookSignature(body, String(signature), WEBHOOK_SECRET);
      received.push({ ...JSON.parse(body), id, isSigned });
      response.end();
    };
    const server = createServer((request, response) => void receive(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onCleanup(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    return {
      url: `http://127.0.0.1:${port}/`,
      /** Waits for a number of webhooks about an order, and returns all of them. */
      async of(orderId: string, count: number): Promise<ReceivedWebhook[]> {
        const ofOrder = () => received.filter(({ payload }) => payload.payment?.entity.order_id === orderId);
        await waitUntil(async () => ofOrder().length >= count);
        return ofOrder();
      },
    };
  })
  .extend('simulator', { scope: 'file' }, async ({ webhooks }, { onCleanup }) => {
    const data = await createServiceFixture(fastestDatabase);
    const simulator = await startSimulatedProvider(data.options, () => webhooks.url, WEBHOOK_SECRET);
    onCleanup(async () => {
      await simulator.close();
      await data.remove();
    });
    return simulator;
  })
  .extend('sdk', { scope: 'file' }, async ({ simulator: { options } }) => {
    const sdk = new Razorpay({ key_id: options.keyId, key_secret: options.keySecret });
    // The SDK has no option for another address.
    const { rq }: { rq?: { defaults: { baseURL: string } } } = Object.fromEntries(Object.entries(sdk.api));
    if (rq) rq.defaults.baseURL = options.apiUrl;
    return sdk;
  })
  /** An order that is not paid. */
  .extend('order', async ({ sdk, simulator }) => {
    const { id } = await sdk.orders.create({ amount: 200_000, currency: 'INR' });
    return { id, amount: 200_000, key: simulator.options.keyId };
  });
