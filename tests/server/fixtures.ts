import PostalMime, { type Email } from 'postal-mime';
import { afterAll, test as base, beforeAll, beforeEach, expect } from 'vitest';
import { payerOf } from '../../machines/registration/registration.rules.ts';
import { placeholderSite } from '../../machines/shared/site.ts';
import type { Service, ServiceOptions } from '../../server/service.ts';
import type { ListedMail, Operator } from '../support/serverPrograms.ts';
import {
  type ReceivedMail,
  type SmtpServerOptions,
  startSmtpServer,
  type TestSmtpServer,
} from '../support/smtp.ts';
import { type FakeProvider, startFakeProvider } from './fakeProvider.ts';
import { createProgramFixture } from './programFixture.ts';
import {
  createServiceFixture,
  type DatabaseKind,
  fastestDatabase,
  type JsonResponse,
  listedOrders,
  listedSubmissions,
  newEmail,
  orderBody,
  postJson,
  postWebhook,
  registrationBody,
  type ServiceFixture,
  waitUntil,
} from './serviceFixture.ts';

/** Valid forms. */
export const contact = { name: 'Asha', email: 'asha@example.org', message: 'Hello' };
export const inquiry = { name: 'Asha', phone: '9876543210' };
export const application = {
  name: 'Asha',
  grade: 'Grade 8',
  course: 'All Subjects',
  phone: '9876543210',
  city: 'Jaipur',
};

/**
 * Settings for the build of a site and the start of a server: the keys of the provider, and the details with
 * placeholders.
 */
export const KEYS = {
  PAYMENTS: 'live',
  RAZORPAY_KEY_ID: 'rzp_live_1',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'secret',
};
export const DETAILS = {
  VITE_PHONE: '+91 98765 43210',
  VITE_EMAIL: 'office@academy.example',
  SITE_ORIGIN: 'https://academy.example',
};
export const ALL_PLACEHOLDERS =
  'Still a placeholder: VITE_PHONE (phone number), VITE_EMAIL (e-mail address), ' +
  'VITE_CHAT_NUMBER (chat number), SITE_ORIGIN (address of the site)';

type MailOptions = NonNullable<ServiceOptions['mail']>;

export const OFFICE = 'office@academy.example';
export const FROM = 'mail@academy.example';

/** Pauses that no test has to wait for, in milliseconds. */
const shortTimings: MailOptions['timings'] = {
  pollInterval: 20,
  firstBackoff: 20,
  maxBackoff: 40,
  attemptTimeout: 5_000,
  connectTimeout: 2_000,
  socketTimeout: 2_000,
};

/** Mail options for an SMTP server on this machine, or for files where there is none. */
export const mailOptions = (
  server: { port: number } | undefined,
  timings: MailOptions['timings'] = {},
): MailOptions => ({
  smtpUrl: server && `smtp://127.0.0.1:${server.port}`,
  from: FROM,
  office: OFFICE,
  site: { ...placeholderSite, founder: 'Meera Rao' },
  timings: { ...shortTimings, ...timings },
});

/** Reads a mail as a mail program does. */
export function readMail(mail: Pick<ReceivedMail, 'source'> | undefined): Promise<Email> {
  if (!mail) throw new Error('There is no such mail.');
  return PostalMime.parse(mail.source);
}

/** Waits until the listed mails meet a condition. */
export async function waitForMails(
  operator: Operator,
  condition: (mails: readonly ListedMail[]) => boolean,
): Promise<ListedMail[]> {
  let mails: ListedMail[] = [];
  await waitUntil(async () => {
    mails = await operator.mails();
    return condition(mails);
  });
  return mails;
}

/** Waits until a number of mails is listed and all are sent. */
export const waitUntilSent = (operator: Operator, count = 1): Promise<ListedMail[]> =>
  waitForMails(operator, (mails) => mails.length === count && mails.every(({ state }) => state === 'sent'));

/** A browser that sends calls to a service, and pays at its provider. */
export type Visitor = {
  send(path: string, body: object, headers?: Record<string, string>): Promise<JsonResponse>;
  /** The id of the order that an e-mail address gets. */
  order(email: string): Promise<string>;
  /** Sends a registration that the browser reports as paid. */
  register(email: string, more?: object): Promise<JsonResponse>;
  /** Creates an order, pays it with the student in its notes, and registers; returns the ids of both. */
  enrol(email: string, more?: object): Promise<{ orderId: string; paymentId: string }>;
};

export function visitorOf({ url }: Pick<Service, 'url'>, provider: FakeProvider): Visitor {
  const visitor: Visitor = {
    send: (path, body, headers) => postJson(`${url}${path}`, body, headers),
    async order(email) {
      const { status, body } = await visitor.send('/create-order', orderBody(email));
      expect(status).toBe(200);
      return body.order?.id ?? '';
    },
    register: (email, more) => visitor.send('/api/register', { ...registrationBody(email), ...more }),
    async enrol(email, more) {
      const orderId = await visitor.order(email);
      const paymentId = provider.pay(orderId, { notes: payerOf({ ...registrationBody(email), ...more }) });
      expect((await visitor.register(email, more)).status).toBe(200);
      return { orderId, paymentId };
    },
  };
  return visitor;
}

/** Delivers an event of the provider with its entities, signed. */
export const webhookOf =
  ({ url }: Service, { options }: FakeProvider) =>
  (event: string, entities: Readonly<Record<string, object>>, headers?: Record<string, string>) => {
    const payload = Object.fromEntries(Object.entries(entities).map(([type, entity]) => [type, { entity }]));
    return postWebhook(url, JSON.stringify({ event, payload }), options.webhookSecret, headers);
  };

/** Lets the provider refund a payment of the fee, and report it. */
const refundOf = (service: Service, provider: FakeProvider) => async (paymentId: string) => {
  provider.updatePayment(paymentId, { status: 'refunded', amount_refunded: 200_000 });
  const refund = { id: `rfnd_${paymentId}`, payment_id: paymentId, amount: 200_000, status: 'processed' };
  expect((await webhookOf(service, provider)('refund.processed', { refund })).status).toBe(200);
};

type Cleanup = { onCleanup(end: () => Promise<void>): void };

async function providerFixture({}, { onCleanup }: Cleanup): Promise<FakeProvider> {
  const provider = await startFakeProvider();
  onCleanup(provider.close);
  return provider;
}

export const smtpFixture =
  (options?: SmtpServerOptions) =>
  async ({}, { onCleanup }: Cleanup): Promise<TestSmtpServer> => {
    const smtp = await startSmtpServer(options);
    onCleanup(smtp.stop);
    return smtp;
  };

const kind: DatabaseKind = fastestDatabase;

/** The tests of the server: each has its own data, on the fastest database unless it overrides `kind`. */
export const test = base
  .extend('kind', kind)
  .extend('data', async ({ kind }, { onCleanup }) => {
    const fixture = await createServiceFixture(kind);
    onCleanup(fixture.remove);
    return fixture;
  })
  /** Runs commands on the same data. */
  .extend('operator', async ({ data }) => data.operator)
  /** A running service with default options, without limits of calls. */
  .extend('service', async ({ data }) => data.start());

/** The same with one service for all tests of a file; each test uses its own e-mail addresses. */
export const sharedServiceTest = base
  .extend('data', { scope: 'file' }, async ({}, { onCleanup }) => {
    const fixture = await createServiceFixture(fastestDatabase);
    onCleanup(fixture.remove);
    return fixture;
  })
  .extend('service', { scope: 'file' }, async ({ data }) => data.start());

/** Tests with programs on their own data, and a fake of the payment provider. */
export const programTest = base
  .extend('kind', kind)
  .extend('programs', async ({ kind }, { onCleanup }) => {
    const programs = await createProgramFixture(kind);
    onCleanup(programs.remove);
    return programs;
  })
  .extend('provider', providerFixture);

/** Tests with their own data and a fake of the payment provider, at which the service takes its payments. */
export const paymentTest = test
  .extend('provider', providerFixture)
  .extend('service', async ({ data, provider }) => data.start({ payments: provider.options }))
  .extend('visitor', async ({ service, provider }) => visitorOf(service, provider))
  .extend('webhook', async ({ service, provider }) => webhookOf(service, provider))
  .extend('refund', async ({ service, provider }) => refundOf(service, provider));

/** The same with an SMTP server, to which the service sends its mails. */
export const mailTest = paymentTest
  .extend('smtp', smtpFixture())
  .extend('service', async ({ data, provider, smtp }) =>
    data.start({ payments: provider.options, mail: mailOptions(smtp) }),
  );

/**
 * A family at a service with a fake provider, shared by the tests of a suite; each test has its own e-mail
 * address.
 */
export function shareFamily(kind: DatabaseKind) {
  let fixture: ServiceFixture;
  let provider: FakeProvider;
  let service: Service;
  let email = '';
  beforeAll(async () => {
    [fixture, provider] = await Promise.all([createServiceFixture(kind), startFakeProvider()]);
    service = await fixture.start({ payments: provider.options });
  });
  afterAll(async () => {
    await fixture.remove();
    await provider.close();
  });
  beforeEach(() => {
    email = newEmail();
    provider.behaviour = 'normal';
  });

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    postJson(`${service.url}${path}`, body, headers);
  const isOfFamily = (address: unknown) => String(address).trim().toLowerCase() === email;
  const family = {
    post,
    get email() {
      return email;
    },
    get provider() {
      return provider;
    },
    get fixture() {
      return fixture;
    },
    get service() {
      return service;
    },
    /** Does something while no service runs, and starts one again. */
    async restart(meanwhile: () => unknown, more: object = {}) {
      await service.close();
      await meanwhile();
      service = await fixture.start({ payments: { ...provider.options, ...more } });
    },
    refund: (paymentId: string) => refundOf(service, provider)(paymentId),
    askForOrder: (address = email, headers = {}) => post('/create-order', orderBody(address), headers),
    /** The order of an address. */
    create: async (address = email) => (await family.askForOrder(address)).body.order,
    /** An empty text where the address gets no order. */
    order: async (address = email) => (await family.create(address))?.id ?? '',
    register: (more = {}, headers = {}) => post('/api/register', registrationBody(email, more), headers),
    stored: async () => (await listedSubmissions(fixture)).filter((line) => isOfFamily(line.email)),
    /** The orders in the list of the office. */
    listed: async (attention = false) =>
      (await listedOrders(fixture, attention)).filter((line) => isOfFamily(line.email)),
  };
  return family;
}
