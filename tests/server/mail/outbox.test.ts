import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import emailAddresses from 'email-addresses';
import { describe, expect, vi } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { payAndRegister } from '../../support/serverProcess.ts';
import {
  application,
  contact,
  FROM,
  inquiry,
  mailOptions,
  OFFICE,
  paymentTest,
  readMail,
  smtpFixture,
  mailTest as test,
  visitorOf,
  waitForMails,
  waitUntilSent,
} from '../fixtures.ts';
import {
  databases,
  listedSubmissions,
  newEmail,
  orderBody,
  postJson,
  postWebhook,
  registrationBody,
  usualDatabases,
  waitUntil,
} from '../serviceFixture.ts';

/** The mails of the outbox: their order, their number and their content. */

describe.each(usualDatabases)('on %s', (kind) => {
  test.override('kind', kind);

  test('the office is told once each morning what waits for it', async ({
    data,
    operator,
    onTestFinished,
    provider,
    service,
    smtp,
    visitor,
  }) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    let last = service;
    /** Starts a further server, or the only one anew. */
    const startNext = async () => {
      if (kind === 'PGlite') await last.close();
      last = await data.start({ payments: provider.options, mail: mailOptions(smtp) });
    };
    const inquire = () => postJson(`${last.url}/api/inquiry`, inquiry);
    const subjects = async (notices: number, lists: number) => {
      await waitForMails(operator, (mails) => {
        const sent = (kind: string) => mails.filter((mail) => mail.kind === kind && mail.state === 'sent');
        const isComplete = sent('notice').length === notices && sent('attention').length === lists;
        return isComplete && mails.every(({ state }) => state !== 'waiting');
      });
      const mails = await Promise.all(smtp.received.map(readMail));
      return mails.map(({ subject }) => subject).filter((subject) => subject?.startsWith('To be acted on'));
    };
    const email = newEmail();
    const orderId = await visitor.order(email);
    const paymentId = provider.pay(orderId);
    await visitor.order(email);
    await startNext();
    await inquire();
    expect(await subjects(1, 0)).toEqual([]);

    vi.setSystemTime('2099-06-01T09:00+05:30');
    await startNext();
    const told = ['To be acted on: 1 order'];
    expect(await subjects(1, 1)).toEqual(told);
    const { text } = await readMail(smtp.received.at(-1));
    expect(text).toContain(`${orderId}: paid and not registered: call the family, or refund`);
    expect(text).toContain(`payment ${paymentId}, 2000 INR`);
    expect(text).not.toContain(email);

    vi.setSystemTime('2099-06-02T08:59+05:30');
    await startNext();
    await inquire();
    expect(await subjects(2, 1)).toEqual(told);

    vi.setSystemTime('2099-06-02T09:00+05:30');
    await inquire();
    expect(await subjects(3, 2)).toEqual([...told, ...told]);

    const refund = { id: 'rfnd_1', payment_id: paymentId, amount: 200_000, status: 'processed' };
    const event = JSON.stringify({ event: 'refund.processed', payload: { refund: { entity: refund } } });
    await postWebhook(last.url, event, provider.options.webhookSecret);
    vi.setSystemTime('2099-06-03T09:00+05:30');
    await inquire();
    expect(await subjects(4, 2)).toEqual([...told, ...told]);

    const family = visitorOf(last, provider);
    for (const address of [newEmail(), newEmail()]) await family.enrol(address);
    const refused = newEmail();
    smtp.onRecipient = (to) => (to === refused ? '550 5.1.1 Unknown' : undefined);
    const unconfirmed = await family.enrol(refused, { name: 'Ravi Rao' });
    await waitForMails(operator, (mails) => mails.some(({ state }) => state === 'failed'));
    vi.setSystemTime('2099-06-04T09:00+05:30');
    await inquire();
    expect(await subjects(8, 3)).toEqual([...told, ...told, 'To be acted on: 3 orders']);
    const texts = (await Promise.all(smtp.received.map(readMail))).map((mail) => mail.text);
    expect(texts.join()).toContain(`${unconfirmed.orderId}: paid and registered: call the family`);
  });

  test('the office gets one mail for each form, a family once it has paid', async ({
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
    const addresses = smtp.received.map(({ to, headers }) => `${to}, ${headers.get('reply-to')}`);
    const notices = [contact.email, undefined, undefined, early, late].map((email) => `${OFFICE}, ${email}`);
    const confirmation = `${early}, Future Ready Academy <${OFFICE}>`;
    expect(addresses.toSorted()).toEqual([...notices, confirmation].toSorted());
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

test('mails to families are sent before those to the office', async ({
  data,
  operator,
  provider,
  service,
  smtp,
  visitor,
}) => {
  const email = newEmail();
  await smtp.stop();
  await visitor.send('/api/inquiry', inquiry);
  await visitor.enrol(email);
  await service.close();
  await smtp.start();
  await data.start({ payments: provider.options, mail: mailOptions(smtp) });
  await waitUntilSent(operator, 3);
  expect(smtp.received.map(({ to }) => to)).toEqual([[email], [OFFICE], [OFFICE]]);
});

/** Statements that make PL/pgSQL run a body for each row of the outbox before it is changed. */
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

  test('two servers on one database send no mail twice', async ({ data, operator, smtp }) => {
    const mail = mailOptions(smtp, { pollInterval: 5 });
    const services = await Promise.all([data.start({ mail }), data.start({ mail })]);
    const calls = Array.from({ length: 15 }, () =>
      services.map(({ url }) => postJson(`${url}/api/inquiry`, inquiry)),
    );
    await Promise.all(calls.flat());
    const mails = await waitUntilSent(operator, 30);
    const ids = smtp.received.map(({ headers }) => headers.get('message-id'));
    expect(ids).toHaveLength(30);
    expect(new Set(ids).size).toBe(30);
    expect(nonEmpty(mails).filter(({ attempts }) => attempts !== 1)).toEqual([]);
  });
});

test('a confirmation says what comes next, and names no parents or phones', async ({ smtp, visitor }) => {
  const email = newEmail();
  await visitor.enrol(email);
  await waitUntil(async () => smtp.received.length === 2);
  const sent = smtp.received.find(({ to }) => to[0] === email);
  const mail = await readMail(sent);
  expect(mail).toMatchObject({
    from: { name: 'Future Ready Academy', address: FROM },
    replyTo: [{ name: 'Future Ready Academy', address: OFFICE }],
    subject: 'Your registration with Future Ready Academy',
    messageId: expect.stringMatching(/^<[\w-]{36}@academy\.example>$/),
  });
  expect(sent?.headers.get('auto-submitted')).toBe('auto-generated');
  for (const words of nonEmpty([
    'We will call or write to you before classes start.',
    'Founder: Meera Rao',
    'Call +91 00000 12345, write to hello@futurereadyacademy.example',
    'please do not pay again',
  ]))
    expect(mail.text).toContain(words);
  expect(mail.text).not.toMatch(/9876543210|Ravi|Jaipur/);
});

test('a payment with test keys or in the simulator is said to be no money', async ({
  data,
  provider,
  smtp,
}) => {
  const testKeys = await data.start({
    payments: provider.optionsWithKey('rzp_test_key'),
    mail: mailOptions(smtp),
  });
  await visitorOf(testKeys, provider).enrol(newEmail());
  await testKeys.close();
  const simulated = await data.start({ mail: mailOptions(smtp) });
  expect(await payAndRegister(simulated.url, newEmail())).toBe(true);
  await waitUntil(async () => smtp.received.length === 4);
  const texts = (await Promise.all(smtp.received.map(readMail))).map(({ text }) => text);
  for (const mode of ['test', 'simulated'])
    expect(texts.filter((text) => text?.includes(`(${mode}: no money was paid)`))).toHaveLength(2);
});

test('the notice of a registration that is not paid yet says so', async ({ smtp, visitor }) => {
  await visitor.send('/api/register', registrationBody(newEmail(), { paymentStatus: 'pending' }));
  await waitUntil(async () => smtp.received.length === 1);
  expect((await readMail(smtp.received[0])).text).toContain('Payment: pending when this was written\n');
});

const LABELS = ['This came in through the website', 'Received', 'Name', 'Phone', 'Message'];

test('nothing that a visitor wrote reaches the header or the markup of a mail', async ({ smtp, visitor }) => {
  const attacks = [
    'x\r\nBcc: evil@example.net',
    'x\nTo: evil@example.net\n\nBody',
    'x\u2028Bcc: evil@example.net',
    'evil@example.net>, <other@example.net',
    '=?utf-8?q?x=0D=0ABcc:_evil@example.net?=',
    `<script>alert("evil")</script> & 'x'`,
  ];
  for (const attack of nonEmpty(attacks)) {
    const name = attack.replace(/[\r\n\u2028]+/g, ' ');
    expect(
      (await visitor.send('/api/inquiry', { name, phone: '9876543210', messageUser: attack })).status,
    ).toBe(200);
  }
  await waitUntil(async () => smtp.received.length === attacks.length);
  for (const mail of nonEmpty(smtp.received)) {
    expect(mail.to).toEqual([OFFICE]);
    expect([...mail.headers].flat().join('\n')).not.toContain('evil');
    const { html, text } = await readMail(mail);
    expect(html).not.toMatch(/<script|<[^>]*evil/);
    expect(text?.match(/^\w[\w -]*(?=: )/gm)).toEqual(LABELS);
    expect(text, 'no address was asked').not.toContain('reply');
  }
});

/** Reads the address in a header field strictly after RFC 5322, which has no character but those of ASCII. */
const addressIn = (field: string | undefined) =>
  field && emailAddresses.parseOneAddress({ input: field, rfc6532: false });

const REPLY = 'A reply to this mail goes to the e-mail address above.';
const NO_REPLY = 'A reply to this mail does not reach the e-mail address above: please write to it.';

describe('an SMTP server without SMTPUTF8', () => {
  test('notices about any address go through a server without SMTPUTF8', async ({ smtp, visitor }) => {
    const rows = [
      ['asha@example.org', 'asha@example.org'],
      ["asha.o'neil+school@example.co.in", "asha.o'neil+school@example.co.in"],
      ['asha@bücher.example', 'asha@xn--bcher-kva.example'],
      ['asha@उदाहरण.भारत', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'],
      ['josé@example.org', undefined],
      ['आशा@उदाहरण.भारत', undefined],
    ] as const;
    for (const [index, [email, replyTo]] of nonEmpty(rows.entries())) {
      await visitor.send('/api/contact', { name: 'Zoë आशा', email, message: 'Hello' });
      await waitUntil(async () => smtp.received.length === index + 1);
      const mail = smtp.received.at(-1);
      expect(mail?.to).toEqual([OFFICE]);
      for (const name of ['from', 'to'])
        expect(addressIn(mail?.headers.get(name)), name).toMatchObject({ type: 'mailbox' });
      expect(addressIn(mail?.headers.get('reply-to')), email).toEqual(
        replyTo && expect.objectContaining({ address: replyTo }),
      );
      const { text } = await readMail(mail);
      expect(text).toContain(`E-mail: ${email}\n`);
      expect(text).toContain(replyTo ? REPLY : NO_REPLY);
    }
  });

  test('a server without SMTPUTF8 gets domains of other letters, and no such mailbox', async ({
    operator,
    smtp,
    visitor,
  }) => {
    await visitor.enrol('asha@bücher.example');
    await visitor.enrol('आशा@उदाहरण.भारत');
    await waitUntil(async () => (await operator.mails()).every(({ state }) => state !== 'waiting'));
    const recipients = smtp.received.map(({ headers }) => addressIn(headers.get('to')));
    expect(recipients).toHaveLength(3);
    expect(recipients).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ address: 'asha@xn--bcher-kva.example' }),
        expect.objectContaining({ address: OFFICE }),
      ]),
    );
    expect(await operator.mails(['--failed'])).toMatchObject([
      { kind: 'confirmation', to: 'family', lastError: 'RCPT TO 553 5.6.7' },
    ]);
  });
});

test.extend('smtp', smtpFixture({ hasSmtpUtf8: true }))(
  'an SMTP server with SMTPUTF8 gets the confirmation to a mailbox of other letters',
  async ({ smtp, visitor }) => {
    await visitor.enrol('आशा@उदाहरण.भारत');
    await waitUntil(async () => smtp.received.length === 2);
    expect(smtp.received.flatMap(({ to }) => to).sort()).toEqual([OFFICE, 'आशा@उदाहरण.भारत'].sort());
  },
);

paymentTest(
  'mail and the comparison of payments go on at once when a clock that was a day ahead is put right',
  async ({ data, provider, operator }) => {
    const payments = { ...provider.options, reconcileEveryMs: 50 };
    const before = await data.start({ payments });
    const email = newEmail();
    await postJson(`${before.url}/create-order`, orderBody(newEmail()));
    await postJson(`${before.url}/create-order`, orderBody(email));
    await postJson(`${before.url}/api/register`, registrationBody(email));
    await before.close();
    await data.withDatabase(async (database) => {
      await database.query(
        `update outbox set created_at = created_at + interval '1 day', next_attempt_at = now() + interval '1 day',
         attempts = 1, leased_until = now() + interval '1 day'`,
      );
      await database.query(
        `update orders set created_at = created_at + interval '1 day', checked_at = now() + interval '1 day'`,
      );
    });
    for (const id of provider.orderIds) provider.pay(id);

    await data.start({ payments, mail: { ...mailOptions(undefined), timings: {} } });
    await waitForMails(operator, ([notice]) => notice?.state === 'sent');
    await waitUntil(async () => (await operator.payments()).every(({ state }) => state !== 'open'));
    expect((await operator.payments()).map(({ state }) => state).toSorted()).toEqual([
      'paid and not registered',
      'paid and registered',
    ]);
  },
);
