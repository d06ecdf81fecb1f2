import { createHmac } from 'node:crypto';
import { expect, inject } from 'vitest';
import { type OperatorCommand, runOperatorCommand } from '../../server/commands/index.ts';
import { type Database, openDatabase } from '../../server/database/index.ts';
import type { OrderListItem, OrderOfOffice } from '../../server/payments/listOrders.ts';
import { type Service, type ServiceOptions, startService } from '../../server/service.ts';
import type { Submission } from '../../server/submissions/submissions.ts';
import { isMore } from '../support/more.ts';
import { registrationDetails as detailsOf } from '../support/serverProcess.ts';
import { type DataOptions, type ListedMail, type Operator, operatorOf } from '../support/serverPrograms.ts';
import { createData, type DatabaseKind, fastestDatabase } from './databaseFixture.ts';

export { type DatabaseKind, fastestDatabase } from './databaseFixture.ts';

/** The databases of the few tests that run on both: of durability, and of the content of the files of each. */
export const databases: readonly DatabaseKind[] = inject('onFastestDatabase')
  ? [fastestDatabase]
  : [...new Set<DatabaseKind>(['PGlite', fastestDatabase])];

export const noRateLimits = { perAddress: 0, perPerson: 0, windowMs: 1 };

/** The databases of all else that stores data: the fastest one, and in `npm run test:more` each. */
export const usualDatabases: readonly DatabaseKind[] = isMore ? databases : [fastestDatabase];

/** A response with its parsed body. */
export type JsonResponse = {
  status: number;
  headers: Headers;
  body: {
    success?: boolean;
    message?: string;
    error?: string;
    field?: string;
    surplus?: boolean;
    paymentStatus?: string;
    registeredOn?: string;
    order?: CreatedOrder;
  };
};

export type CreatedOrder = {
  id: string;
  amount: number;
  currency: string;
  key: string;
  receipt: string;
  paymentId?: string;
  replacesOthers?: boolean;
};

export async function postJson(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<JsonResponse> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Signs as the provider does: HMAC-SHA256 in hex. */
const sign = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex');

/** Sends a service a webhook of the provider, signed with a secret unless the headers have another signature. */
export const postWebhook = (
  serviceUrl: string,
  body: string,
  secret: string,
  headers: Record<string, string> = {},
): Promise<JsonResponse> =>
  postJson(`${serviceUrl}/api/webhooks/razorpay`, body, {
    'x-razorpay-signature': sign(body, secret),
    ...headers,
  });

/** The header with which a registration proves its payment. */
export const proofHeader = (orderId: string, paymentId: string, keySecret: string) => ({
  'x-payment-proof': `${orderId} ${paymentId} ${sign(`${orderId}|${paymentId}`, keySecret)}`,
});

/** New data for services, one after the other or, with PostgreSQL, at the same time. */
export type ServiceFixture = {
  options: DataOptions;
  /** The log lines of its services. */
  log: string[];
  start(more?: Partial<ServiceOptions>): Promise<Service>;
  /**
   * Opens the database, to read its rows, while a service runs or not. It remains open until a service starts
   * here.
   */
  openDatabase(): Promise<Database>;
  /** Runs work that may change anything on the database that `openDatabase` opens. */
  withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** Runs statements on it, and closes it. */
  execute(...statements: string[]): Promise<void>;
  /** Closes the database that `openDatabase` opened. */
  closeDatabase(): Promise<void>;
  /** Runs commands on the same data. */
  operator: Operator;
  /** Closes the services and removes the data. */
  remove(): Promise<void>;
};

export async function createServiceFixture(kind: DatabaseKind): Promise<ServiceFixture> {
  const { options, remove } = await createData(kind);
  const services: Service[] = [];
  const log: string[] = [];
  let opened: Database | undefined;
  let isAltered = false;
  const closeDatabase = async () => {
    const closing = opened;
    opened = undefined;
    await closing?.close();
  };

  const fixture: ServiceFixture = {
    options,
    log,
    async start(overrides = {}) {
      await closeDatabase();
      const service = await startService({
        port: 0,
        host: '127.0.0.1',
        rateLimits: noRateLimits,
        log: { write: (line) => void log.push(line) },
        ...options,
        ...overrides,
      });
      // The embedded database, which `openDatabase` may use, ends with the service.
      const close = async () => {
        await closeDatabase();
        await service.close();
      };
      services.push(service);
      return { ...service, close };
    },
    async openDatabase() {
      opened ??= await openDatabase({ ...options, isShared: true });
      return opened;
    },
    async withDatabase(work) {
      isAltered = true;
      return work(await fixture.openDatabase());
    },
    async execute(...statements) {
      await fixture.withDatabase(async (database) => {
        for (const statement of statements) await database.query(statement);
      });
      await closeDatabase();
    },
    closeDatabase,
    operator: operatorOf(options),
    async remove() {
      await closeDatabase();
      for (const service of services) await service.close();
      await remove(!isAltered);
    },
  };
  return fixture;
}

/** The lines that a command prints, of the service or of another connection. It takes less time than a program. */
export async function linesOf(fixture: ServiceFixture, command: OperatorCommand): Promise<string[]> {
  const { dataDir } = fixture.options;
  const lines: string[] = [];
  for await (const line of runOperatorCommand(await fixture.openDatabase(), dataDir, command))
    lines.push(line);
  return lines;
}

/** Also works while no service runs. */
export const listedSubmissions = async (fixture: ServiceFixture): Promise<Submission[]> =>
  (await linesOf(fixture, { do: 'list' })).map((line) => JSON.parse(line));

/** All orders, or only those that need attention. Also works while no service runs. */
export const listedOrders = async (
  fixture: ServiceFixture,
  attention = false,
): Promise<(OrderListItem & Partial<OrderOfOffice>)[]> =>
  (await linesOf(fixture, { do: 'listPayments', attention })).map((line) => JSON.parse(line));

/** Also works while no service runs. */
export const listedMails = async (fixture: ServiceFixture): Promise<ListedMail[]> =>
  (await linesOf(fixture, { do: 'listMails', onlyFailed: false })).map((line) => JSON.parse(line));

let counter = 0;

/** An e-mail address that no other test uses. */
export const newEmail = () => `student${process.pid}.${++counter}@example.org`;

/** A phone number that no other test of the file uses. */
export const newPhone = () => String(9_000_000_000 + ++counter);

/** A registration that is valid in every field. */
export const registrationBody = (email: string, overrides: Record<string, unknown> = {}) => ({
  ...detailsOf(email),
  paymentStatus: 'paid',
  ...overrides,
});

export const orderBody = (email: string) => ({ amount: 2000, currency: 'INR', receipt_email: email });

/** Waits until a condition is true, for a minute at most. */
export async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  let isTrue = await condition();
  while (!isTrue && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 25));
    isTrue = await condition();
  }
  expect(isTrue, 'the condition became true').toBe(true);
}
