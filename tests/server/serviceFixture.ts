import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { type OperatorCommand, runOperatorCommand } from '../../server/commands/operatorCommands.ts';
import { openDatabase } from '../../server/database/database.ts';
import type { Database } from '../../server/database/database.types.ts';
import { sendToLockHolder } from '../../server/database/lockMessages.ts';
import { noRateLimits } from '../../server/http/requestLimits.ts';
import type { OrderListItem } from '../../server/payments/listOrders.ts';
import { type Service, type ServiceOptions, startService } from '../../server/service.ts';
import { listSubmissions, type Submission } from '../../server/submissions/submissions.ts';
import { copyDataDir } from '../support/dataDir.ts';
import { collect } from '../support/operatorCommand.ts';
import { createDatabase } from '../support/postgres.ts';
import { registrationDetails as detailsOf } from '../support/serverProcess.ts';
import { type FakeProvider, startFakeProvider } from './fakeProvider.ts';

export type DatabaseKind = 'PGlite' | 'PostgreSQL';

/** The database that starts fastest, for tests that do not depend on the database. */
export const fastestDatabase: DatabaseKind = inject('postgresUrl') ? 'PostgreSQL' : 'PGlite';

/** The databases on which everything that stores data is tested. */
export const databases: readonly DatabaseKind[] = inject('onFastestDatabase')
  ? [fastestDatabase]
  : [...new Set<DatabaseKind>(['PGlite', fastestDatabase])];

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

/** Returns the header with which a registration proves its payment. */
export const proofHeader = (orderId: string, paymentId: string, keySecret: string) => ({
  'x-payment-proof': `${orderId} ${paymentId} ${sign(`${orderId}|${paymentId}`, keySecret)}`,
});

/** New data on which services can be started one after the other or, with PostgreSQL, at the same time. */
export type ServiceFixture = {
  options: { dataDir: string; databaseUrl?: string };
  start(more?: Partial<ServiceOptions>): Promise<Service>;
  /**
   * Runs work on the database while no service has locked it, or at any time with PostgreSQL. It remains open until a
   * service starts here.
   */
  withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** Closes the database that `withDatabase` opened. */
  closeDatabase(): Promise<void>;
  /** Runs a command of an operator as another process does, while a service runs or not; returns its output lines. */
  sendCommand(command: OperatorCommand): Promise<string[]>;
  submissions(): Promise<Submission[]>;
  /** Closes the services and removes the data. */
  remove(): Promise<void>;
};

export async function createServiceFixture(kind: DatabaseKind): Promise<ServiceFixture> {
  const dataDir = await mkdtemp(join(tmpdir(), 'service-'));
  const postgresUrl = inject('postgresUrl');
  const postgres = kind === 'PostgreSQL' && postgresUrl ? await createDatabase(postgresUrl) : undefined;
  if (!postgres) await copyDataDir(inject('newDataDir'), dataDir);
  const options = { dataDir, ...(postgres && { databaseUrl: postgres.url }) };
  const services: Service[] = [];
  let opened: Database | undefined;
  const closeDatabase = async () => {
    const closing = opened;
    opened = undefined;
    await closing?.close();
  };

  const fixture: ServiceFixture = {
    options,
    async start(overrides = {}) {
      await closeDatabase();
      const service = await startService({
        port: 0,
        host: '127.0.0.1',
        rateLimits: noRateLimits,
        ...options,
        ...overrides,
      });
      services.push(service);
      return service;
    },
    async withDatabase(work) {
      opened ??= await openDatabase({
        ...options,
        handleRequest: (database, command) => runOperatorCommand(database, dataDir, command),
      });
      return work(opened);
    },
    closeDatabase,
    async sendCommand(command) {
      const holderOutput = postgres ? undefined : await sendToLockHolder(dataDir, command);
      return collect(
        holderOutput ??
          (await fixture.withDatabase(async (database) => runOperatorCommand(database, dataDir, command))),
      );
    },
    submissions: () => fixture.withDatabase((database) => collect(listSubmissions(database))),
    async remove() {
      await closeDatabase();
      for (const service of services) await service.close();
      await postgres?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return fixture;
}

/** Returns the submissions that the command lists while a service runs. */
export const listedSubmissions = (fixture: ServiceFixture): Promise<Submission[]> =>
  outputOf(fixture, { do: 'list' });

/** Returns the orders that the command lists while a service runs, or those that somebody must act on. */
export const listedOrders = (fixture: ServiceFixture, onlyNeedingAction = false): Promise<OrderListItem[]> =>
  outputOf(fixture, { do: 'listPayments', attention: onlyNeedingAction });

async function outputOf<T>(fixture: ServiceFixture, command: OperatorCommand): Promise<T[]> {
  const lines = await fixture.sendCommand(command);
  return lines.map((line) => JSON.parse(line));
}

/** A service with a fake payment provider. */
export type PaymentFixture = {
  fixture: ServiceFixture;
  provider: FakeProvider;
  service: Service;
  /** Closes both and removes the data. */
  remove(): Promise<void>;
};

export async function createPaymentFixture(kind: DatabaseKind): Promise<PaymentFixture> {
  const [fixture, provider] = await Promise.all([createServiceFixture(kind), startFakeProvider()]);
  const remove = async () => {
    await fixture.remove();
    await provider.close();
  };
  return { fixture, provider, remove, service: await fixture.start({ payments: provider.options }) };
}

let counter = 0;

/** Returns an e-mail address that no other test uses. */
export const newEmail = () => `student${process.pid}.${++counter}@example.org`;

/** Returns a registration that is valid in every field. */
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
