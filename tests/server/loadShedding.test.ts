import { expect, test } from 'vitest';
import type { DatabaseLoad } from '../../server/database/measuredDatabase.ts';
import { createApp } from '../../server/http/app.ts';

/** Returns which routes respond 503 at a load of the database. */
async function shedRoutes(databaseLoad: DatabaseLoad): Promise<string[]> {
  const app = await createApp({ databaseLoad });
  const routes = [
    ['POST', '/api/inquiry'],
    ['POST', '/create-order'],
    ['POST', '/api/register'],
    ['POST', '/api/webhooks/razorpay'],
    ['GET', '/about'],
    ['GET', '/healthz'],
    ['GET', '/readyz'],
  ] as const;
  for (const [method, url] of routes) app.route({ method, url, handler: async () => ({}) });
  const shed: string[] = [];
  for (const [method, url] of routes)
    if ((await app.inject({ method, url })).statusCode === 503) shed.push(url);
  await app.close();
  return shed;
}

const calls = ['/api/inquiry', '/create-order'];
const payments = ['/api/register', '/api/webhooks/razorpay'];

test.each([
  { shed: [], pending: 63, waitMs: 10_000, when: 'few operations wait, however long' },
  { shed: [], pending: 64, waitMs: 100, when: 'many wait, but not long' },
  { shed: calls, pending: 64, waitMs: 101, when: 'many wait long' },
  { shed: calls, pending: 127, waitMs: 10_000, when: 'nearly twice as many wait' },
  { shed: calls, pending: 128, waitMs: 200, when: 'twice as many wait, but not twice as long' },
  { shed: [...calls, ...payments], pending: 128, waitMs: 201, when: 'twice as many wait twice as long' },
])('sheds [$shed] when $when; never pages and health checks', async ({ shed, pending, waitMs }) => {
  expect(await shedRoutes({ pending, expectedWaitMs: () => waitMs })).toEqual(shed);
});
