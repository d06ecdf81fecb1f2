import { expect } from 'vitest';
import { hasNginx, startNginx } from '../../support/nginx.ts';
import { test as base, inquiry } from '../fixtures.ts';
import { postJson } from '../serviceFixture.ts';

/** A service behind a real nginx with `docs/nginx.conf`. */

const test = base.extend('send', async ({ data }, { onCleanup }) => {
  const service = await data.start({
    trustProxy: 'loopback',
    rateLimits: { perAddress: 0, perPerson: 3, windowMs: 600_000 },
  });
  const nginx = await startNginx(service.url);
  onCleanup(nginx.stop);
  return (path: string, body: object, headers: Record<string, string> = {}) =>
    postJson(`${nginx.url}${path}`, body, { origin: nginx.url, ...headers });
});

const from = (index: number) => ({ 'x-forwarded-for': `192.0.2.${index % 250}` });

test.runIf(hasNginx())('nginx lets a form through that names its origin alone', async ({ send }) => {
  expect((await send('/api/inquiry', inquiry)).status).toBe(200);
  expect((await send('/api/inquiry', inquiry, { origin: 'https://other.example' })).status).toBe(403);
});

test.runIf(hasNginx())('no X-Forwarded-For of a client passes a limit behind nginx', async ({ send }) => {
  const statuses: number[] = [];
  for (const index of [1, 2, 3, 4]) statuses.push((await send('/api/inquiry', inquiry, from(index))).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const calls = await Promise.all(
    Array.from({ length: 700 }, (_, index) => send('/api/contact', {}, from(index))),
  );
  const refused = calls.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(50);
  expect(refused[0]?.headers.get('retry-after')).toBe('60');
  expect(refused[0]?.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const message = 'We have received too many requests from your connection. Please try again in a minute.';
  expect(refused[0]?.body).toEqual({ success: false, message, error: message });
  for (const path of ['/api/register', '/api/webhooks/razorpay'])
    expect((await send(path, {})).status, path).toBe(400);
});
