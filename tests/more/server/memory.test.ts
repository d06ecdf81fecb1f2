import { createHook } from 'node:async_hooks';
import { IncomingMessage, request, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { mailOptions, shareFamily } from '../../server/fixtures.ts';
import {
  createServiceFixture,
  databases,
  newEmail,
  orderBody,
  registrationBody,
} from '../../server/serviceFixture.ts';

/** The memory of the service does not grow with its callers. */

const PEOPLE = 8;

/** Posts on a separate connection. */
const post = (url: string, body: object) =>
  new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    request(url, { method: 'POST', agent: false, headers }, (response) => {
      json(response).then((parsed) => resolve({ status: response.statusCode, body: parsed }), reject);
    })
      .once('error', reject)
      .end(JSON.stringify(body));
  });

/** Whether something is about a person who has called, or about a connection that is closed. */
function isOfCaller(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('@example.org');
  if (typeof value !== 'object' || value === null) return false;
  const raw: unknown = 'raw' in value ? value.raw : undefined;
  if (raw instanceof ServerResponse || raw instanceof IncomingMessage) return raw.destroyed;
  return value instanceof Socket && value.destroyed;
}

/** The result lists the maps and sets that several callers have shared since now, and their remaining content. */
function recordSharedCollections() {
  const adding = [vi.spyOn(Map.prototype, 'set'), vi.spyOn(Set.prototype, 'add')];
  onTestFinished(() => {
    for (const spy of adding) spy.mockRestore();
  });
  return () => {
    const callers = new WeakMap<object, unknown[]>();
    const shared: (Map<unknown, unknown> | Set<unknown>)[] = [];
    for (const { mock } of adding)
      for (const [index, collection] of mock.contexts.entries()) {
        if (!(collection instanceof Map || collection instanceof Set)) continue;
        const seen = callers.get(collection) ?? [];
        callers.set(collection, seen);
        for (const value of mock.calls[index] ?? [])
          if (isOfCaller(value) && !seen.includes(value) && seen.push(value) === 2) shared.push(collection);
      }
    return { shared, held: shared.flatMap((each) => [...each.entries()].flat()).filter(isOfCaller) };
  };
}

describe.each(databases)('on %s', (kind) => {
  const family = shareFamily(kind);

  test('no map or set keeps what people sent', async () => {
    const { service } = family;
    const collections = recordSharedCollections();
    await Promise.all(
      Array.from({ length: PEOPLE }, async (_, person) => {
        const [email, phone] = [newEmail(), String(9_000_000_000 + person)];
        const values = registrationBody(email, { phone });
        const responses = [
          await post(`${service.url}/create-order`, orderBody(email)),
          await post(`${service.url}/api/register`, values),
          await post(`${service.url}/api/register`, { ...values, city: '' }),
          await post(`${service.url}/api/inquiry`, { name: email, phone }),
          await post(`${service.url}/${email}`, {}),
        ];
        expect(responses.map(({ status }) => status)).toEqual([200, 200, 400, 200, 404]);
      }),
    );
    expect(collections().shared, 'what held callers for a while').not.toEqual([]);
    await expect.poll(() => collections().held.map(String)).toEqual([]);
  });
});

/**
 * The shortest pause of a service that lasts, in milliseconds: one that waits for an answer or a test is shorter.
 */
const LONG = 10_000;

/** The result lists the long pauses of timers that were set since now, and neither fired nor were cleared. */
function recordTimers() {
  const live = new Map<number, object>();
  const hook = createHook({
    init: (id, type, _, timer: object) => type === 'Timeout' && live.set(id, timer),
    destroy: (id) => live.delete(id),
  }).enable();
  onTestFinished(() => void hook.disable());
  return () =>
    [...live.values()].map((timer) => Number(Reflect.get(timer, '_idleTimeout'))).filter((ms) => ms >= LONG);
}

test.each(databases)('a service that is closed leaves no timer behind on %s', async (kind) => {
  const fixture = await createServiceFixture(kind);
  onTestFinished(fixture.remove);
  const timers = recordTimers();
  const service = await fixture.start({ mail: mailOptions(undefined, { pollInterval: 54_321 }) });
  expect((await post(`${service.url}/api/inquiry`, { name: 'Asha', phone: '9876543210' })).status).toBe(200);
  await expect.poll(timers).toEqual(expect.arrayContaining([54_321, 60_000]));
  await service.close();
  await expect.poll(timers).toEqual([]);
});
