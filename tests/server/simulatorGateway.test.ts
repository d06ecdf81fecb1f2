import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRazorpayProvider } from '../../server/payments/provider.ts';
import { startSimulatedGateway } from '../../server/simulator/gateway.ts';
import { startSimulator } from '../../server/simulator/simulator.ts';
import { addRefund, createOrder } from '../../server/simulator/store.ts';
import { database, order, payment, refund } from './simulatorFixture.ts';

vi.mock('../../server/payments/provider.ts', { spy: true });
vi.mock('../../server/simulator/store.ts', { spy: true });

const ADDRESS = 'http://service.example/api/webhooks/razorpay';

test('the simulated gateway is a provider on a port of its own, whose payments are simulated', async () => {
  vi.mocked(createOrder).mockResolvedValue(order);
  const gateway = await startSimulatedGateway(database, { timeoutMs: 4_321 }, () => ADDRESS);
  expect(gateway).toMatchObject({ simulated: true, webhookSecret: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(createRazorpayProvider).toHaveBeenLastCalledWith(
    expect.objectContaining({
      keyId: 'rzp_test_simulator',
      keySecret: expect.stringMatching(/^[0-9a-f]{32}$/),
      apiUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/simulator$/),
      ...{ mode: 'simulated', timeoutMs: 4_321 },
    }),
  );
  const newOrder = { amount: 200_000, currency: 'INR', receipt: 'r' };
  expect(await gateway.provider.createOrder(newOrder)).toBe('order_1');

  const app = Fastify();
  await gateway.registerRoutes(app);
  expect((await app.inject('/simulator/v1/orders/order_1')).statusCode, 'the API, for who has the keys').toBe(
    401,
  );
  expect((await app.inject('/simulator/checkout.js')).body).toContain('({"scenario":"success",');
  await app.close();
  await gateway.close();
  await expect(gateway.provider.createOrder(newOrder)).rejects.toThrow();
});

test('its scenario and its secret may be given, else the secret is new each time', async () => {
  const start = async (options: Parameters<typeof startSimulatedGateway>[1]) => {
    const gateway = await startSimulatedGateway(database, options, () => ADDRESS);
    onTestFinished(() => gateway.close());
    return gateway;
  };
  const given = await start({ webhookSecret: 'given', scenario: 'vanish' });
  expect(given.webhookSecret).toBe('given');
  const app = Fastify();
  await given.registerRoutes(app);
  expect((await app.inject('/simulator/checkout.js')).body).toContain('({"scenario":"vanish",');
  await app.close();
  expect((await start({})).webhookSecret).not.toBe((await start({})).webhookSecret);
});

test('the simulator ends when its webhooks are sent', async () => {
  vi.mocked(addRefund).mockResolvedValue({ refund, payment });
  const simulator = await startSimulator({
    ...{ database, scenario: 'success', webhookSecret: 'secret', webhookUrl: () => ADDRESS },
  });
  const answers: (() => void)[] = [];
  const realFetch = globalThis.fetch;
  const urls: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    urls.push(url);
    return new Promise((resolve) => answers.push(() => resolve(new Response())));
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { keyId, keySecret, apiUrl } = simulator;
  const headers = { authorization: `Basic ${btoa(`${keyId}:${keySecret}`)}` };
  const call = () => realFetch(`${apiUrl}/v1/payments/pay_1/refund`, { method: 'POST', headers });
  expect((await call()).status).toBe(200);
  expect(urls).toEqual([ADDRESS]);
  const closed = simulator.close();
  await new Promise((resolve) => setImmediate(resolve));
  expect((await call()).status, 'calls are still answered').toBe(200);
  for (const answer of answers) answer();
  await closed;
  await expect(call()).rejects.toThrow();
});
