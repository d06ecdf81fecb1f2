import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Service } from '../../../server/service.ts';
import { createMailFixture, type MailFixture } from '../mailFixture.ts';
import {
  databases,
  listedOrders,
  listedSubmissions,
  newEmail,
  orderBody,
  postJson,
  registrationBody,
  waitUntil,
} from '../serviceFixture.ts';

const inquiry = { name: 'Asha', phone: '9876543210' };

/** Of one service: its pool and the session of its locks. docs/scale.md computes with it. */
const CONNECTIONS_OF_A_SERVICE = 11;

describe.each(databases.filter((kind) => kind === 'PostgreSQL'))('several services on one %s', (kind) => {
  let mails: MailFixture;
  beforeEach(async () => {
    mails = await createMailFixture(kind);
    return () => mails.remove();
  });

  const startTwo = () => Promise.all([mails.start(), mails.start()]);
  const postToBoth = (services: readonly Service[], path: string, body: object) =>
    Promise.all(services.map(({ url }) => postJson(`${url}${path}`, body)));

  test('make one order and one registration of what two of them get at once, and send each mail once', async () => {
    const services = await startTwo();
    const email = newEmail();
    const orders = await postToBoth(services, '/create-order', orderBody(email));
    const [order, other] = orders.map(({ body }) => body.order);
    expect(order?.id).toMatch(/^order_/);
    expect(other?.id).toBe(order?.id);
    await postJson(`${services[1].url}/simulator/orders/${order?.id}/payments`, {
      key: order?.key,
      amount: order?.amount,
      action: 'pay',
      scenario: 'success',
    });
    const registrations = await postToBoth(services, '/api/register', registrationBody(email));
    expect(registrations.map(({ status }) => status)).toEqual([200, 200]);
    expect(await listedSubmissions(mails.fixture)).toHaveLength(1);
    expect(await listedOrders(mails.fixture)).toMatchObject([{ state: 'paid and registered' }]);
    await waitUntil(async () => mails.smtp.received.length >= 2);
    for (const service of services) await service.close();
    expect(mails.smtp.received.flatMap(({ to }) => to).sort()).toEqual(
      ['office@academy.example', email].sort(),
    );
  });

  test('count the calls of a network address each for itself', async () => {
    const rateLimits = { perAddress: 2, perPerson: 0, windowMs: 60_000 };
    const services = [await mails.start({ rateLimits }), await mails.start({ rateLimits })];
    const rounds = [];
    for (let round = 0; round < 3; round += 1)
      rounds.push(await postToBoth(services, '/api/inquiry', inquiry));
    expect(rounds.map((round) => round.map(({ status }) => status))).toEqual([
      [200, 200],
      [200, 200],
      [429, 429],
    ]);
  });

  test('take at most eleven connections each', async () => {
    const service = await mails.start();
    const registrations = Array.from({ length: 40 }, () =>
      postJson(`${service.url}/api/register`, registrationBody(newEmail(), { paymentStatus: 'pending' })),
    );
    const client = new pg.Client({ connectionString: mails.fixture.options.databaseUrl });
    await client.connect();
    const statuses = (await Promise.all(registrations)).map(({ status }) => status);
    const { rows } = await client.query(
      'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await client.end();
    expect(statuses).toEqual(Array(40).fill(200));
    expect(rows).toHaveLength(CONNECTIONS_OF_A_SERVICE);
  });
});
