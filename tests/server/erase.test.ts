import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { payerOf } from '../../machines/registration/registration.rules.ts';
import type { Database } from '../../server/database/database.types.ts';
import { listOrders } from '../../server/payments/listOrders.ts';
import { createRazorpayProvider } from '../../server/payments/provider.ts';
import { syncPayments } from '../../server/payments/syncPayments.ts';
import type { Service } from '../../server/service.ts';
import { eraseOlderThan, erasePerson } from '../../server/submissions/erase.ts';
import { storeSubmission } from '../../server/submissions/submissions.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import type { FakeProvider } from './fakeProvider.ts';
import {
  createPaymentFixture,
  databases,
  newEmail,
  orderBody,
  type PaymentFixture,
  postJson,
  registrationBody,
  type ServiceFixture,
} from './serviceFixture.ts';

async function states(database: Database): Promise<string[]> {
  const found: string[] = [];
  for await (const { state } of listOrders(database)) found.push(state);
  return found;
}

describe.each(databases)('erasing on %s', (kind) => {
  let paymentFixture: PaymentFixture;
  let fixture: ServiceFixture;
  let provider: FakeProvider;
  let service: Service;
  let email: string;

  beforeEach(async () => {
    paymentFixture = await createPaymentFixture(kind);
    ({ fixture, provider, service } = paymentFixture);
    email = newEmail();
  });
  afterEach(() => paymentFixture.remove());

  const send = (path: string, body: object) => postJson(`${service.url}${path}`, body);
  const payAndRegister = async (address: string, more = {}) => {
    const { body } = await send('/create-order', orderBody(address));
    const values = registrationBody(address, more);
    provider.pay(body.order?.id ?? '', { notes: payerOf(values) });
    await send('/api/register', values);
    return body.order?.id ?? '';
  };
  /** Everything that the database holds, as text. */
  const databaseText = () =>
    fixture.withDatabase(async (database) => {
      const tables = [
        ...['submissions', 'outbox', 'orders', 'payments', 'refunds', 'webhook_events'],
        ...['simulator_orders', 'simulator_payments'],
      ];
      const rows = await Promise.all(tables.map((table) => database.query(`select * from ${table}`)));
      return JSON.stringify(rows);
    });

  /** The tables from whose files PostgreSQL was told to remove what is deleted. */
  const vacuumedTables = () =>
    fixture.withDatabase(async (database) => {
      const rows = await database.query<{ relname: string }>(
        'select relname from pg_stat_user_tables where last_vacuum is not null order by relname',
      );
      return rows.map(({ relname }) => relname);
    });

  /** The files of the embedded database in which a text stands. */
  const filesWith = (text: string) =>
    readdirSync(join(fixture.options.dataDir, 'db'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => readFileSync(file).includes(text));

  /** What shows whether deleted texts are gone: those in files of PGlite, or the tables that PostgreSQL vacuumed. */
  const traces = (texts: readonly string[]) =>
    kind === 'PGlite' ? texts.filter((text) => filesWith(text).length > 0) : vacuumedTables();

  test('removes every submission of an e-mail address, and keeps its orders and payments without the person', async () => {
    const orderId = await payAndRegister(email);
    await send('/api/contact', { name: 'Asha', email: email.toUpperCase(), message: 'Hello' });
    await send('/api/contact', { name: 'Ravi', email: newEmail(), message: 'Stays' });
    const unpaid = newEmail();
    await send('/create-order', orderBody(unpaid));
    await service.close();
    await fixture.withDatabase(async (database) => {
      await database.query(
        `insert into simulator_orders select id, amount, currency, receipt from orders where id = $1`,
        [orderId],
      );
      await database.query(
        `insert into simulator_payments (id, order_id, status, notes) values ('pay_simulated', $1, 'captured', $2)`,
        [orderId, JSON.stringify({ student: 'Asha of the simulator' })],
      );
    });
    const personal = [email, 'Verma', '9876543210', 'Jaipur', 'Asha of the simulator'];
    const textBefore = await databaseText();
    for (const text of nonEmpty(personal)) expect(textBefore).toContain(text);
    expect(await traces(personal)).toEqual(kind === 'PGlite' ? personal : []);

    const erased = await fixture.withDatabase((database) => erasePerson(database, ` ${email} `));
    expect(erased).toEqual({
      submissions: { registration: 1, contact: 1, inquiry: 0, application: 0 },
      orders: 1,
      messageIds: Array(3).fill(expect.any(String)),
      isVacuumed: true,
    });
    expect(await databaseText()).not.toMatch(new RegExp(personal.join('|'), 'i'));
    const vacuumed = ['orders', 'outbox', 'payments', 'simulator_payments', 'submissions'];
    expect(await traces(personal), 'after erasing').toEqual(kind === 'PGlite' ? [] : vacuumed);
    expect(await fixture.submissions()).toMatchObject([{ kind: 'contact', name: 'Ravi' }]);
    const [order] = await fixture.withDatabase((database) =>
      database.query('select amount, currency, payment_id, closed from orders where id = $1', [orderId]),
    );
    expect(order).toEqual({
      amount: 200_000,
      currency: 'INR',
      payment_id: expect.any(String),
      closed: 'erased',
    });

    expect(await fixture.withDatabase((database) => erasePerson(database, unpaid))).toMatchObject({
      orders: 1,
    });
    expect(await databaseText()).not.toContain(unpaid);
    expect(await fixture.withDatabase((database) => erasePerson(database, email))).toEqual({
      submissions: { registration: 0, contact: 0, inquiry: 0, application: 0 },
      orders: 0,
      messageIds: [],
      isVacuumed: true,
    });
  });

  test('removes every submission with a phone number, also as a parent’s, and none of another child', async () => {
    const family = newEmail();
    await payAndRegister(family, { name: 'First', phone: '9000000001', refrence: '9000000009' });
    await payAndRegister(family, { name: 'Second', phone: '9000000002', refrence: '9000000008' });
    await send('/api/inquiry', { name: 'Parent', phone: '9000000009' });
    await service.close();
    // Earlier releases stored a number as it was written.
    await fixture.withDatabase((database) =>
      storeSubmission(database, 'contact', { name: 'Parent', email, phone: '+91 90000-00009' }),
    );

    const erased = await fixture.withDatabase((database) => erasePerson(database, '090000 00009'));
    expect(erased).toEqual({
      submissions: { registration: 1, contact: 1, inquiry: 1, application: 0 },
      orders: 1,
      messageIds: Array(3).fill(expect.any(String)),
      isVacuumed: true,
    });
    expect(await fixture.submissions()).toMatchObject([
      { name: 'Second', paymentStatus: 'paid', orderId: expect.any(String) },
    ]);
  });

  test('finds an address however it is written, and does not store the person again from the provider', async () => {
    const local = email.split('@')[0];
    const order = await payAndRegister(`${local}@schüle.example`);
    provider.pay(order, { notes: payerOf(registrationBody(email)) });
    const unregistered = `${local}@xn--exmple-cua.example`;
    const { body } = await send('/create-order', orderBody(unregistered));
    const surplus = body.order?.id ?? '';
    provider.pay(surplus, { notes: { student: 'Asha Verma', phone: '9000000007' } });
    await send('/create-order', orderBody(unregistered));
    await service.close();
    expect(
      await fixture.withDatabase((database) => erasePerson(database, `${local}@SCHU\u0308LE.example`)),
    ).toMatchObject({ submissions: { registration: 1 }, orders: 1 });
    expect(await fixture.withDatabase((database) => erasePerson(database, '+91 90000 00007'))).toMatchObject({
      orders: 1,
    });
    expect(await databaseText()).not.toMatch(/Verma|9876543210|9000000007|Jaipur|xn--/);

    await fixture.withDatabase(async (database) => {
      const context = {
        database,
        provider: createRazorpayProvider(provider.options),
        onOrderEvent: async () => {},
      };
      for (const id of [order, surplus])
        await syncPayments(context, { id, keyId: provider.options.keyId, paymentMode: 'live' });
    });
    expect(await databaseText()).not.toMatch(/Verma|9876543210|9000000007/);
    expect(await fixture.withDatabase(async (database) => await states(database))).toEqual([
      'surplus',
      'paid and not registered',
    ]);
  });

  test('lets the same person register and pay again', async () => {
    const first = await payAndRegister(email);
    await service.close();
    await fixture.withDatabase((database) => erasePerson(database, email));
    service = await fixture.start({ payments: provider.options });
    expect(await payAndRegister(email)).not.toBe(first);
    await service.close();
    expect(await fixture.submissions()).toMatchObject([{ email, paymentStatus: 'paid' }]);
  });

  test('removes submissions older than a number of days, all or of one kind', async () => {
    for (const name of ['Old', 'New']) await send('/api/inquiry', { name, phone: '9876543210' });
    await send('/api/contact', { name: 'Old', email, message: 'Hello' });
    await service.close();
    await fixture.withDatabase((database) =>
      database.query(
        `update submissions set received_at = now() - interval '31 days' where fields->>'name' = 'Old'`,
      ),
    );
    const erase = (days: number, of?: 'inquiry') =>
      fixture.withDatabase((database) => eraseOlderThan(database, days, of));
    expect((await erase(32)).submissions).toMatchObject({ inquiry: 0, contact: 0 });
    expect((await erase(30, 'inquiry')).submissions).toMatchObject({ inquiry: 1, contact: 0 });
    expect((await erase(30)).submissions).toMatchObject({ inquiry: 0, contact: 1 });
    expect(await fixture.submissions()).toMatchObject([{ name: 'New' }]);
  });
});
