import { afterEach, expect, test, vi } from 'vitest';
import { createRazorpayGateway } from '../../server/payments/gateway.ts';

/** Where the real provider is, and with what it is asked. */

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const options = { keyId: 'rzp_live_1', keySecret: 'secret', webhookSecret: 'webhook secret' };

/** Returns the address and the authorization of a call of a gateway's provider. */
async function callOf(gateway: ReturnType<typeof createRazorpayGateway>) {
  const calls: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    calls.push([url, headers.authorization]);
    return Response.json({ items: [] });
  });
  expect(await gateway.provider.listPayments('order_1')).toEqual([]);
  return calls;
}

test('money is taken at Razorpay, with the keys that are given', async () => {
  const gateway = createRazorpayGateway(options);
  expect(await callOf(gateway)).toEqual([
    ['https://api.razorpay.com/v1/orders/order_1/payments', `Basic ${btoa('rzp_live_1:secret')}`],
  ]);
  const { key, mode } = gateway.provider;
  expect({ key, mode, simulated: gateway.simulated, webhookSecret: gateway.webhookSecret }).toEqual({
    ...{ key: 'rzp_live_1', mode: 'live', simulated: false, webhookSecret: 'webhook secret' },
  });
});

test('another address and another time can be given', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const gateway = createRazorpayGateway({ ...options, apiUrl: 'https://pay.example', timeoutMs: 70 });
  expect(await callOf(gateway)).toEqual([
    ['https://pay.example/v1/orders/order_1/payments', expect.any(String)],
  ]);
  expect(timeout.mock.calls).toEqual([[70]]);
});
