import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { mailTest as test } from '../fixtures.ts';
import { FROM, mailOptions, OFFICE, waitForMails, waitUntilSent } from '../mailFixture.ts';
import {
  databases,
  listedSubmissions,
  newEmail,
  postJson,
  registrationBody,
  waitUntil,
} from '../serviceFixture.ts';

/** Which mails are sent, and how often. */

const inquiry = { name: 'Asha', phone: '9876543210' };
const contact = { name: 'Asha', email: 'asha@example.org', message: 'Hello' };
const application = {
  name: 'Asha',
  grade: 'Grade 8',
  course: 'All Subjects',
  phone: '9876543210',
  city: 'Jaipur',
};

describe.each(databases)('on %s', (kind) => {
  test.override('kind', kind);

  test('mail goes to the office once for each form, and to a family when its registration is paid', async ({
    data,
    operator,
    provider,
    smtp,
    visitor,
    webhook,
  }) => {
    await visitor.send('/api/contact', contact);
    await visitor.send('/api/inquiry', inquiry);
    await visitor.send('/api/apply', application);
    await visitor.send('/api/contact', { ...contact, remark: 'https://spam.example' });
    const [early, late] = [newEmail(), newEmail()];
    provider.pay(await visitor.order(early));
    const unpaid = await visitor.order(late);
    for (const email of [early, early, late]) await visitor.register(email);

    await waitUntilSent(operator, 6);
    expect(smtp.received.map(({ to, headers }) => [...to, headers.get('reply-to')])).toEqual([
      [OFFICE, contact.email],
      [OFFICE, undefined],
      [OFFICE, undefined],
      [OFFICE, early],
      [early, expect.stringContaining(OFFICE)],
      [OFFICE, late],
    ]);
    const payment = { order_id: unpaid, amount: 200_000, currency: 'INR', status: 'captured' };
    const id = provider.pay(unpaid, payment);
    for (let time = 0; time < 2; time += 1)
      expect((await webhook('payment.captured', { payment: { id, ...payment } })).status).toBe(200);
    await visitor.register(late);
    await waitUntilSent(operator, 7);

    expect(smtp.received.at(-1)).toMatchObject({ from: FROM, to: [late] });
    expect(smtp.received).toHaveLength(7);
    expect(new Set(smtp.received.map(({ headers }) => headers.get('message-id'))).size).toBe(7);
    expect(data.log.join('')).not.toMatch(/@|Asha|9876543210/);
  });
});

/** Returns the statements that run a body in PL/pgSQL for each row of the outbox before it is changed. */
const triggerBefore = (event: string, body: string) => [
  `create function intervene() returns trigger language plpgsql as $$ begin ${body} end $$`,
  `create trigger intervene before ${event} on outbox for each row execute function intervene()`,
];

test('a submission is not stored where its mail cannot be queued', async ({ data }) => {
  await data.execute(...triggerBefore('insert', `raise exception 'no';`));
  const service = await data.start();
  for (const [path, body] of [
    ['/api/inquiry', inquiry],
    ['/api/register', registrationBody(newEmail())],
  ] as const)
    expect((await postJson(`${service.url}${path}`, body)).status).toBe(500);
  await service.close();
  expect(await listedSubmissions(data)).toEqual([]);
});

test('a mail that is under way when the service closes is finished and marked', async ({
  operator,
  service,
  smtp,
  visitor,
}) => {
  let proceed = () => {};
  smtp.onMessage = () => new Promise((resolve) => (proceed = () => resolve(undefined)));
  await visitor.send('/api/inquiry', inquiry);
  await waitUntil(async () => smtp.messageCount === 1);
  const closed = service.close();
  proceed();
  await closed;
  expect(await operator.mails()).toMatchObject([{ state: 'sent', attempts: 1 }]);
});

test('a mail that is erased while it is written to a file leaves no file', async ({ data, operator }) => {
  await data.execute(
    ...triggerBefore(
      'update',
      'if new.sent_at is null then return new; end if; delete from outbox where id = old.id; return null;',
    ),
  );
  const service = await data.start({ mail: mailOptions(undefined) });
  await postJson(`${service.url}/api/inquiry`, inquiry);
  await waitForMails(operator, (mails) => mails.length === 0);
  const directory = join(data.options.dataDir, 'mail');
  await waitUntil(async () => readdirSync(directory).length === 0);
});

describe.each(databases.filter((kind) => kind === 'PostgreSQL'))('two servers on one %s', (kind) => {
  test.override('kind', kind);

  test('send no mail twice', async ({ data, operator, smtp }) => {
    const mail = mailOptions(smtp, { pollInterval: 1 });
    const services = await Promise.all([data.start({ mail }), data.start({ mail })]);
    const calls = Array.from({ length: 30 }, () =>
      services.map(({ url }) => postJson(`${url}/api/inquiry`, inquiry)),
    );
    await Promise.all(calls.flat());
    const mails = await waitUntilSent(operator, 60);
    const ids = smtp.received.map(({ headers }) => headers.get('message-id'));
    expect(ids).toHaveLength(60);
    expect(new Set(ids).size).toBe(60);
    expect(nonEmpty(mails).filter(({ attempts }) => attempts !== 1)).toEqual([]);
  });
});
