import { describe, expect, vi } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { application, contact, inquiry, paymentTest } from '../fixtures.ts';
import {
  databases,
  listedSubmissions,
  newEmail,
  orderBody,
  postJson,
  proofHeader,
  registrationBody,
} from '../serviceFixture.ts';

/** The accepted calls, by their size, their origin, their number and a field that no person fills in. */

const forms = { '/api/contact': contact, '/api/inquiry': inquiry, '/api/apply': application };

type Headers = Record<string, string>;
type Send = (path: string, body: object, headers?: Headers) => ReturnType<typeof postJson>;

const test = paymentTest.extend(
  'start',
  async ({ data }) =>
    async (options: Parameters<typeof data.start>[0] = {}): Promise<Send> => {
      const { url } = await data.start(options);
      return (path, body, headers) => postJson(`${url}${path}`, body, headers);
    },
);

const callsOf = (email: string) => ({
  ...forms,
  '/create-order': orderBody(email),
  '/api/register': registrationBody(email),
});

test('a call of more than 16 KB is refused with a sentence', async ({ service }) => {
  for (const [path, body] of nonEmpty(Object.entries(callsOf(newEmail())))) {
    const long = await postJson(`${service.url}${path}`, { ...body, name: 'x'.repeat(17_000) });
    expect(long.status, path).toBe(413);
    expect(long.body, path).toMatchObject({ success: false, message: expect.stringMatching(/^[A-Z].{10,}/) });
  }
});

describe('the origin of a call', () => {
  test('a call is taken from the site’s own origin alone, in every browser', async ({ data, service }) => {
    const { host } = new URL(service.url);
    const rows: [Headers, 200 | 403][] = [
      [{ 'sec-fetch-site': 'cross-site', origin: 'https://other.example' }, 403],
      [{ 'sec-fetch-site': 'same-site', origin: 'https://blog.site.example' }, 403],
      [{ 'sec-fetch-site': 'none' }, 403],
      [{ origin: 'https://other.example' }, 403],
      [{ origin: 'null' }, 403],
      [{ 'sec-fetch-site': 'same-origin', origin: `http://${host}` }, 200],
      [{ origin: `https://${host}` }, 200],
      [{}, 200],
    ];
    const calls = callsOf(newEmail());
    for (const [headers, status] of nonEmpty(rows))
      for (const [path, body] of nonEmpty(Object.entries(calls))) {
        const response = await postJson(`${service.url}${path}`, body, headers);
        expect(response.status, `${path} ${JSON.stringify(headers)}`).toBe(status);
        const refusal = 'This form can only be sent from our own site.';
        expect(response.body.message === refusal).toBe(status === 403);
      }
    expect(await listedSubmissions(data)).toHaveLength(3 * 3 + 1);
  });

  test('a call is taken from the origin that CORS_ORIGIN names', async ({ start }) => {
    const send = await start({ corsOrigin: 'https://site.example' });
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://site.example' };
    expect((await send('/api/inquiry', inquiry, headers)).status).toBe(200);
  });

  test('a webhook of the provider is taken from any origin', async ({ start }) => {
    const send = await start({ payments: { webhookSecret: 'secret' } });
    const reply = await send('/api/webhooks/razorpay', {}, { origin: 'https://api.razorpay.com' });
    expect(reply.body.message).toBe('The signature of the webhook is not right.');
  });
});

type Refusal = 'from your connection' | 'with this phone number' | 'with this email address';

/** A limit, and calls that it takes (true) or refuses with these words. */
type LimitRow = {
  perAddress?: number;
  perPerson?: number;
  trustProxy?: string;
  calls: [path: string, body: object, outcome: true | Refusal, headers?: Headers][];
};

const from = (address: string, outcome: true | Refusal): LimitRow['calls'][number] => [
  '/api/inquiry',
  inquiry,
  outcome,
  { 'x-forwarded-for': address },
];
const contactOf = (phone: string) => ({ ...contact, email: newEmail(), phone });

const limitRows: Record<string, LimitRow> = {
  'all forms from one address together': {
    perAddress: 3,
    calls: [
      ['/api/inquiry', inquiry, true],
      ['/api/inquiry', inquiry, true],
      ['/api/contact', contact, true],
      ['/api/inquiry', inquiry, 'from your connection'],
      ['/api/contact', contact, 'from your connection'],
      ['/api/apply', application, 'from your connection'],
    ],
  },
  'addresses behind a trusted proxy one by one': {
    perAddress: 1,
    trustProxy: 'loopback',
    calls: [
      from('203.0.113.1', true),
      from('203.0.113.2', true),
      from('2001:db8:1:2::1', true),
      from('2001:db8:1:2:ffff::9', 'from your connection'),
      from('[2001:db8:1:2::3]:80', 'from your connection'),
      from('203.0.113.1', 'from your connection'),
      from('::ffff:203.0.113.1', 'from your connection'),
      from('203.0.113.1:5678', 'from your connection'),
      from('203.0.113.1, 127.0.0.9:4000', 'from your connection'),
      from('203.0.113.9, 203.0.113.1:80', 'from your connection'),
    ],
  },
  'addresses behind the networks that have a name': {
    perAddress: 1,
    trustProxy: 'loopback, linklocal, uniquelocal',
    calls: [
      from('203.0.113.1', true),
      ...'127.255.255.255 ::1 169.254.0.0 169.254.255.255 fe80:: febf:ffff::1 fc00::1 fdff:ffff::1 10.0.0.0 10.255.255.255 172.16.0.0 172.31.255.255 192.168.255.255'
        .split(' ')
        .map((proxy) => from(`203.0.113.1, ${proxy}`, 'from your connection')),
      ...'169.255.0.0 fec0::1 fbff::1 fe00::1 11.0.0.0 172.15.255.255 172.32.0.0 192.169.0.0'
        .split(' ')
        .map((stranger) => from(`203.0.113.1, ${stranger}`, true)),
    ],
  },
  'one address whatever X-Forwarded-For others than a trusted proxy send': {
    perAddress: 1,
    calls: [from('203.0.113.1', true), from('203.0.113.2', 'from your connection')],
  },
  'a phone number on one route, however it is written': {
    perPerson: 2,
    calls: [
      ['/api/contact', contactOf('9876543210'), true],
      ['/api/contact', contactOf(' 9876543210 '), true],
      ['/api/contact', contactOf('9876543210'), 'with this phone number'],
      ['/api/contact', contactOf('9876543211'), true],
      ['/api/contact', contactOf(''), true],
      ['/api/contact', contactOf(''), true],
      ['/api/contact', contactOf(''), true],
      ['/api/inquiry', inquiry, true],
      ['/api/register', registrationBody(newEmail()), true],
    ],
  },
  'an e-mail address, however it is written, also of orders': {
    perPerson: 2,
    calls: [
      ['/create-order', orderBody('asha@example.org'), true],
      ['/create-order', orderBody('ASHA@example.org'), true],
      ['/create-order', orderBody('asha@example.org'), 'with this email address'],
      ['/create-order', orderBody('ravi@example.org'), true],
    ],
  },
  'one path, however it is written': {
    perPerson: 1,
    calls: [
      ['/api/inquiry', inquiry, true],
      ['/api/inquiry?again', inquiry, 'with this phone number'],
      ['/api/inquiry?', inquiry, 'with this phone number'],
      ['/api/inquir%79?1', inquiry, 'with this phone number'],
      ['/api/contact', contact, true],
      ['/api/contact?1', contact, 'with this email address'],
    ],
  },
};

describe('the rate limit', () => {
  test.for(nonEmpty(Object.entries(limitRows)))(
    'the rate limit counts %s, and answers with a sentence and the time to wait',
    async ([, { perAddress = 0, perPerson = 0, trustProxy, calls }], { data, start }) => {
      const send = await start({ rateLimits: { perAddress, perPerson, windowMs: 120_000 }, trustProxy });
      for (const [path, body, outcome, headers] of nonEmpty(calls)) {
        const response = await send(path, body, headers);
        const place = `${path} ${JSON.stringify(headers)}`;
        const isTaken = outcome === true;
        const sentence = `We have received too many requests ${outcome}. Please try again in 2 minutes.`;
        const refusal = { status: 429, body: { success: false, message: sentence, error: sentence } };
        expect(response, place).toMatchObject(isTaken ? { status: 200 } : refusal);
        const seconds = Number(response.headers.get('retry-after'));
        expect(isTaken ? seconds === 0 : seconds > 0 && seconds <= 120, place).toBe(true);
      }
      const taken = calls.filter(([path, , outcome]) => outcome === true && path !== '/create-order');
      expect(await listedSubmissions(data)).toHaveLength(taken.length);
    },
  );

  test('the rate limit starts again from zero when the time is over', async ({ start, onTestFinished }) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const send = await start({ rateLimits: { perAddress: 1, perPerson: 0, windowMs: 60_000 } });
    await send('/api/inquiry', inquiry);
    const refused = await send('/api/inquiry', inquiry);
    expect(refused.status).toBe(429);
    expect(refused.body.message).toMatch(/in a minute\.$/);
    vi.setSystemTime(Date.now() + 59_000);
    expect((await send('/api/inquiry', inquiry)).body.message).toBe(refused.body.message);
    vi.setSystemTime(Date.now() + 1_001);
    expect((await send('/api/inquiry', inquiry)).status).toBe(200);
  });

  test('a school can register from one address within the usual rate limit', async ({ data, start }) => {
    const send = await start({ rateLimits: undefined });
    for (let student = 0; student < 40; student += 1) {
      const email = newEmail();
      const phone = `98${String(student).padStart(8, '0')}`;
      const responses = [
        await send('/create-order', orderBody(email)),
        await send('/create-order', orderBody(email)),
        await send('/api/register', registrationBody(email, { phone })),
      ];
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    expect(data.log.join('')).not.toMatch(/98000|example\.org/);
  });

  test('the rate limit of orders counts those of an address that nobody has paid', async ({
    provider,
    start,
  }) => {
    const rateLimits = { perAddress: 20, perPerson: 0, windowMs: 600_000 };
    const send = await start({ rateLimits, trustProxy: 'loopback', payments: provider.options });
    const order = (email: string, headers = STRANGER) => send('/create-order', orderBody(email), headers);
    const [first, third] = [newEmail(), newEmail()];
    const { body } = await order(first);
    expect((await order(newEmail())).status).toBe(200);
    const refused = await order(third);
    expect(refused.status).toBe(429);
    expect(refused.body.error).toBe(
      'Too many unpaid registrations come from your connection. Please try again in 60 minutes.',
    );
    expect([(await order(third, PAYER)).status, (await order(first)).body]).toEqual([200, body]);
    provider.pay(body.order?.id ?? '');
    expect((await send('/api/register', registrationBody(first), STRANGER)).body.paymentStatus).toBe('paid');
    expect([(await order(newEmail())).status, (await order(newEmail())).status]).toEqual([200, 429]);
  });

  test.runIf(databases.includes('PostgreSQL'))(
    'each of two services on one database counts for itself',
    async ({ start }) => {
      const rateLimits = { perAddress: 1, perPerson: 0, windowMs: 60_000 };
      const senders = [await start({ rateLimits }), await start({ rateLimits })];
      for (const status of [200, 429])
        for (const send of nonEmpty(senders))
          expect((await send('/api/inquiry', inquiry)).status).toBe(status);
    },
  );
});

const STRANGER = { 'x-forwarded-for': '203.0.113.66' };
const PAYER = { 'x-forwarded-for': '198.51.100.7' };
const personLimits = { perAddress: 20, perPerson: 3, windowMs: 600_000 };

let count = 0;

const personTest = test
  .extend('send', async ({ provider, start }) =>
    start({ rateLimits: personLimits, trustProxy: 'loopback', payments: provider.options }),
  )
  .extend('calls', async ({ provider, send }) => {
    const createOrder = async (email: string, headers = PAYER) =>
      (await send('/create-order', orderBody(email), headers)).body.order?.id ?? '';
    return {
      createOrder,
      register: (email: string, more: object = {}, headers: Headers = PAYER) =>
        send('/api/register', { ...registrationBody(email), ...more }, headers),
      proofFor: (orderId: string, paymentId: string, secret = provider.options.keySecret) =>
        proofHeader(orderId, paymentId, secret),
      /** Pays an order with the student in its notes, and lets the service learn of it unless it is not to. */
      async pay(orderId: string, email: string, isKnown = true): Promise<string> {
        const { name, phone } = registrationBody(email);
        const id = provider.pay(orderId, { notes: { student: name, phone } });
        const elsewhere = { 'x-forwarded-for': `192.0.2.${++count}` };
        expect(isKnown ? await createOrder(email, elsewhere) : orderId).toBe(orderId);
        return id;
      },
      /**
       * Sends every kind of call with somebody's e-mail address and phone number, 16 in all; returns the last
       * statuses.
       */
      async attack(email: string, headers = STRANGER): Promise<number[]> {
        const { phone } = registrationBody(email);
        const round: [string, object][] = [
          ['/create-order', orderBody(email)],
          ['/api/register', registrationBody(email, { name: 'Stranger' })],
          ['/api/contact', { ...contact, email, phone }],
          ['/api/inquiry', { ...inquiry, phone }],
        ];
        for (const [path, body] of [round, round, round].flat()) await send(path, body, headers);
        return Promise.all(round.map(async ([path, body]) => (await send(path, body, headers)).status));
      },
    };
  });

describe('the rate limit of a person', () => {
  personTest(
    'a stranger elsewhere does not use up a person’s rate limit: the person orders, pays, registers and writes',
    async ({ send, calls: { attack, createOrder, pay, register } }) => {
      const email = newEmail();
      expect(await attack(email)).toEqual([429, 429, 429, 429]);
      const orderId = await createOrder(email);
      await pay(orderId, email, false);
      expect(await attack(email)).toEqual([429, 429, 429, 429]);
      expect((await send('/create-order', orderBody(email), PAYER)).status).toBe(200);
      expect((await register(email)).status).toBe(200);
      const { phone } = registrationBody(email);
      expect((await send('/api/inquiry', { ...inquiry, phone }, PAYER)).status).toBe(200);
      expect((await send('/api/contact', { ...contact, email, phone }, PAYER)).status).toBe(200);
    },
  );

  personTest.for([true, false])(
    'a payer who shares a stranger’s exhausted address registers all the same, with a proof: %s',
    async (hasProof, { send, calls: { attack, createOrder, pay, proofFor, register } }) => {
      const email = newEmail();
      const orderId = await createOrder(email);
      const paymentId = await pay(orderId, email);
      await attack(email);
      await attack(email);
      expect((await send('/api/inquiry', inquiry, STRANGER)).body.message).toContain('from your connection');
      const headers = { ...STRANGER, ...(hasProof ? proofFor(orderId, paymentId) : {}) };
      const response = await register(email, {}, headers);
      expect(response.body).toMatchObject({ success: true, message: 'Registration Successful!' });
      expect((await register(newEmail(), {}, headers)).status).toBe(429);
    },
  );

  personTest(
    'the first registration for a payment that names nobody is taken from an exhausted address',
    async ({ provider, send, calls: { createOrder, register } }) => {
      const email = newEmail();
      provider.pay(await createOrder(email));
      await createOrder(email);
      for (let call = 0; call < personLimits.perAddress; call += 1) await send('/api/inquiry', {}, STRANGER);
      expect((await send('/api/contact', contact, STRANGER)).body.message).toContain('from your connection');
      expect((await register(email, {}, STRANGER)).status).toBe(200);
      expect((await register(email, { name: 'Stranger' }, STRANGER)).status).toBe(429);
      expect((await register(email, {}, STRANGER)).status).toBe(200);
    },
  );

  personTest(
    'a payer over the limit learns that the order is paid, until it is registered',
    async ({ send, calls: { createOrder, pay, register } }) => {
      const email = newEmail();
      const orderId = await createOrder(email);
      expect(await createOrder(email)).toBe(orderId);
      const paymentId = await pay(orderId, email);
      for (let call = 0; call < 5; call += 1) {
        const { body } = await send('/create-order', orderBody(email), PAYER);
        expect(body.order).toMatchObject({ id: orderId, paymentId });
      }
      expect((await register(email)).status).toBe(200);
      expect((await send('/create-order', orderBody(email), PAYER)).status).toBe(429);
    },
  );

  personTest(
    'a refused stranger reads the same whether the order of an e-mail address is paid or not',
    async ({ calls: { attack, createOrder, pay, register } }) => {
      const [paid, unpaid, unknown] = [newEmail(), newEmail(), newEmail()];
      const emails = [paid, unpaid, unknown];
      await pay(await createOrder(paid), paid);
      await createOrder(unpaid);
      const elsewhere = (email: string) => ({ 'x-forwarded-for': `203.0.113.${emails.indexOf(email)}` });
      for (const [refusal, headersOf] of [
        ['with this email address', elsewhere],
        ['from your connection', () => STRANGER],
      ] as const) {
        for (const email of emails) await attack(email, headersOf(email));
        const answers = emails.map(async (email) => {
          const stranger = { name: 'Stranger', phone: '9123456780' };
          const { status, body } = await register(email, stranger, headersOf(email));
          return { status, body };
        });
        const [first, ...others] = await Promise.all(answers);
        expect(first).toMatchObject({ status: 429, body: { message: expect.stringContaining(refusal) } });
        for (const other of nonEmpty(others)) expect(other).toEqual(first);
      }
    },
  );

  personTest(
    'nobody stores more with a proof than the limit, nor tries out names without end',
    async ({ calls: { createOrder, pay, proofFor, register } }) => {
      const email = newEmail();
      const orderId = await createOrder(email);
      const proof = proofFor(orderId, await pay(orderId, email));
      const statuses = async (calls: number, more: (call: number) => object, headers: object) => {
        const responses = [];
        for (let call = 0; call < calls; call += 1)
          responses.push((await register(email, more(call), { ...PAYER, ...headers })).status);
        return responses;
      };
      const inCity = (call: number) => ({ city: `City ${call}` });
      expect(await statuses(8, inCity, proof)).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
      expect(await statuses(4, inCity, {})).toEqual([409, 409, 409, 429]);

      const other = newEmail();
      await pay(await createOrder(other), other);
      const guess = (call: number) => ({ email: other, phone: `91${String(call).padStart(8, '0')}` });
      const guesses = await statuses(personLimits.perPerson * 11, guess, {});
      expect(new Set(guesses.slice(personLimits.perPerson))).toEqual(new Set([429]));
      expect((await register(other)).status).toBe(429);
      expect((await register(other, {}, { 'x-forwarded-for': '192.0.2.200' })).status).toBe(200);
    },
  );

  personTest(
    'a proof that is forged, or of another e-mail address, does not pass the rate limit',
    async ({ calls: { attack, createOrder, pay, proofFor, register } }) => {
      const [email, other] = [newEmail(), newEmail()];
      await attack(email);
      const orderId = await createOrder(email);
      const otherOrder = await createOrder(other);
      const payment = await pay(otherOrder, other);
      for (const proof of [proofFor(orderId, 'pay_1', 'guess'), proofFor(otherOrder, payment)])
        expect((await register(email, {}, { ...STRANGER, ...proof })).status).toBe(429);
    },
  );
});

describe('the honeypot', () => {
  test('a form whose honeypot is filled in is answered like the rest and not stored', async ({
    data,
    start,
  }) => {
    const send = await start();
    for (const [path, body] of nonEmpty(Object.entries(forms))) {
      const caught = await send(path, { ...body, remark: 'https://casino.example' });
      const real = await send(path, { ...body, remark: '' });
      expect(caught.status).toBe(200);
      expect(caught.body).toEqual(real.body);
    }
    expect(data.log.join('')).toContain('honeypot filled in');
    expect(data.log.join('')).not.toContain('casino');
    const list = await listedSubmissions(data);
    expect(list).toHaveLength(3);
    for (const submission of nonEmpty(list)) expect(submission).not.toHaveProperty('remark');
  });

  test('a registration has no honeypot', async ({ start }) => {
    const send = await start();
    for (const [path, body] of [
      ['/create-order', orderBody(newEmail())],
      ['/api/register', registrationBody(newEmail())],
    ] as const) {
      const { status, body: reply } = await send(path, { ...body, remark: '' });
      expect(status).toBe(400);
      expect(reply.message).toBe('Please send only the fields of this form.');
    }
  });
});
