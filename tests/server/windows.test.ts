import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { keyedMutex, LOCK_WAIT_MS } from '../../server/database/mutex.ts';
import { defaultMailTimings } from '../../server/mail/options.ts';
import { createRazorpayProvider } from '../../server/payments/provider.ts';
import type { Service } from '../../server/service.ts';
import { eventually } from '../support/eventually.ts';
import { forms, requestBody } from '../support/formValues.ts';
import { createServiceFixture, fastestDatabase, postJson, type ServiceFixture } from './serviceFixture.ts';

/** The times and sizes that the guides state, where no other test of the server would notice another one. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test('a mail is tried again after a minute, then at growing intervals of up to an hour, for nearly three days', () => {
  const { firstBackoff, maxBackoff, maxAttempts } = defaultMailTimings;
  const pauses = Array.from({ length: maxAttempts - 1 }, (_, index) =>
    Math.min(maxBackoff, firstBackoff * 2 ** index),
  );
  expect(pauses[0]).toBe(MINUTE);
  expect(pauses.at(-1)).toBe(HOUR);
  const total = pauses.reduce((sum, pause) => sum + pause, 0);
  expect(total).toBeGreaterThan(2.5 * DAY);
  expect(total).toBeLessThan(3 * DAY);
});

test('a call to the provider is given up after ten seconds', async () => {
  const aborting = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => aborting.mockRestore());
  const provider = createRazorpayProvider({
    keyId: 'rzp_test_1',
    keySecret: 's',
    apiUrl: 'http://127.0.0.1:1',
  });
  await expect(provider.listPayments('order_1')).rejects.toMatchObject({ statusCode: 503 });
  expect(aborting.mock.calls).toEqual([[10_000]]);
});

test('a call waits ten seconds for the lock of its person', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const mutex = keyedMutex(LOCK_WAIT_MS);
  void mutex('a', () => new Promise(() => {}));
  let refused = false;
  mutex('a', async () => {}).catch(() => {
    refused = true;
  });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(refused).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(refused).toBe(true);
});

describe('a service', () => {
  let fixture: ServiceFixture;
  let service: Service;
  const timing = vi.spyOn(globalThis, 'setTimeout');

  beforeAll(async () => {
    fixture = await createServiceFixture(fastestDatabase);
    service = await fixture.start();
  });
  afterAll(async () => {
    timing.mockRestore();
    await fixture.remove();
  });

  test('compares orders with the provider every minute', async () => {
    await eventually(() => expect(timing.mock.calls.map(([, delay]) => delay)).toContain(MINUTE));
  });

  test.each(forms)(
    'accepts the longest texts that the fields of $path take, in letters of three bytes',
    async (form) => {
      const texts = Object.entries(form.valid).map(([name, value]) => {
        const { maxLength = 0, options } = form.fields[name] ?? {};
        const isFree = typeof value === 'string' && !options && !/^\d+$|@/.test(value);
        return [name, isFree ? 'आ'.repeat(maxLength) : value];
      });
      expect(texts).not.toEqual(Object.entries(form.valid));
      const body = requestBody(form, Object.fromEntries(texts));
      expect(await postJson(`${service.url}${form.path}`, body)).toMatchObject({ status: 200 });
    },
  );
});
