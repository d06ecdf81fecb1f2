import { describe, expect } from 'vitest';
import { times } from '../support/more.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { payAndRegister } from '../support/serverProcess.ts';
import { programTest as test } from './fixtures.ts';
import { providerEnvironment } from './programFixture.ts';
import { databases, newEmail, orderBody, postJson, waitUntil } from './serviceFixture.ts';

/** A server in a separate process that is killed or stopped. */

const KILLS = times(1, 5);

/** Sends messages and registers alternately until the server is killed; returns the acknowledgements. */
async function visitUntilKilled(
  url: string,
  id: string,
  onAcknowledged: (of: { name: string } | { email: string }) => void,
): Promise<void> {
  try {
    for (let attempt = 0; ; attempt += 1) {
      const name = `Student ${id}.${attempt}`;
      const email = newEmail();
      if ((await postJson(`${url}/api/inquiry`, { name, phone: '9876543210' })).body.success)
        onAcknowledged({ name });
      if (await payAndRegister(url, email)) onAcknowledged({ email });
    }
  } catch {}
}

describe.each(databases)('a server on %s', (kind) => {
  test.override('kind', kind);

  test('a server that is killed loses nothing that it acknowledged', async ({ programs }) => {
    const names: string[] = [];
    const emails: string[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      const server = await programs.startServer();
      // After a different number each time, so that kills happen at every step of a call.
      const countAtKill = names.length + emails.length + 10 + ((round * 7) % 40);
      const visitors = Array.from({ length: 8 }, (_, visitor) =>
        visitUntilKilled(server.url, `${round}.${visitor}`, (of) => {
          if ('name' in of) names.push(of.name);
          else emails.push(of.email);
        }),
      );
      await waitUntil(async () => names.length + emails.length >= countAtKill);
      server.child.kill('SIGKILL');
      await server.exited;
      await Promise.all(visitors);
    }
    const submissions = await programs.operator.submissions();
    const paid = submissions.filter(({ paymentStatus }) => paymentStatus === 'paid');
    expect(submissions.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    expect(paid.map(({ email }) => email)).toEqual(expect.arrayContaining(nonEmpty(emails)));
  });
});

test.for(['SIGTERM', 'SIGINT'] as const)(
  'a server finishes open calls on %s',
  async (signal, { programs, provider }) => {
    provider.delayMs = 500;
    const server = await programs.startServer(providerEnvironment(provider));
    const emails = [newEmail(), newEmail(), newEmail()];
    const calls = emails.map((address) => postJson(`${server.url}/create-order`, orderBody(address)));
    await waitUntil(async () => provider.orderRequestCount === calls.length);
    server.child.kill(signal);
    const responses = await Promise.all(calls);
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(server.err).not.toMatch(/failed|Error/);
    const orders = new Map(
      (await programs.operator.payments()).map(({ email, orderId }) => [email, orderId]),
    );
    for (const [index, { status, body }] of nonEmpty(responses.entries())) {
      expect(status).toBe(200);
      expect(orders.get(emails[index] ?? '')).toBe(body.order?.id);
    }
  },
);
