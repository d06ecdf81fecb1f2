import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { answerQuestion, type Question } from '../../server/calls/questions.ts';
import { listSubmissions, type Submission } from '../../server/calls/submissions.ts';
import { askHolder } from '../../server/database/claim.ts';
import { type Database, openDatabase } from '../../server/database/database.ts';
import { noLimits } from '../../server/http/guard.ts';
import type { OrderLine } from '../../server/payments/list.ts';
import { type Service, type ServiceOptions, startService } from '../../server/service.ts';
import { collect } from '../support/ask.ts';
import { copyDataDir } from '../support/dataDir.ts';
import { createDatabase } from '../support/postgres.ts';
import { registrationOf as detailsOf } from '../support/serverProcess.ts';
import { type FakeProvider, startFakeProvider } from './provider.ts';

export type Kind = 'PGlite' | 'PostgreSQL';

/** The databases that everything which stores is tested on. */
export const databases: readonly Kind[] = inject('postgresUrl') ? ['PGlite', 'PostgreSQL'] : ['PGlite'];

/** The quickest database to start, for what is not about the database. */
export const anyDatabase: Kind = databases.at(-1) ?? 'PGlite';

/** An answer, read. */
export interface Answer {
  status: number;
  headers: Headers;
  body: {
    success?: boolean;
    message?: string;
    error?: string;
    field?: string;
    surplus?: boolean;
    order?: AnsweredOrder;
  };
}

export interface AnsweredOrder {
  id: string;
  amount: number;
  currency: string;
  key: string;
  receipt: string;
  paymentId?: string;
}

export async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** A place for data of its own, that servers can be started on one after the other or, with PostgreSQL, side by side. */
export interface Place {
  options: { dataDir: string; databaseUrl?: string };
  start(more?: Partial<ServiceOptions>): Promise<Service>;
  /**
   * Looks into the database while no server holds it, or at any time with PostgreSQL. It stays open until a server
   * starts here.
   */
  look<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** Closes the database that was opened to look into it. */
  closeDatabase(): Promise<void>;
  /** Answers a question of an operator as another process is answered, line by line, while a server runs or not. */
  ask(question: Question): Promise<string[]>;
  submissions(): Promise<Submission[]>;
  /** Stops what was started here and removes the data. */
  remove(): Promise<void>;
}

export async function makePlace(kind: Kind): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'service-'));
  const server = inject('postgresUrl');
  const postgres = kind === 'PostgreSQL' && server ? await createDatabase(server) : undefined;
  if (!postgres) await copyDataDir(inject('newDataDir'), dataDir);
  const options = { dataDir, ...(postgres && { databaseUrl: postgres.url }) };
  const started: Service[] = [];
  let opened: Database | undefined;
  const closeDatabase = async () => {
    const closing = opened;
    opened = undefined;
    await closing?.close();
  };

  const place: Place = {
    options,
    async start(more = {}) {
      await closeDatabase();
      const service = await startService({
        port: 0,
        host: '127.0.0.1',
        limits: noLimits,
        ...options,
        ...more,
      });
      started.push(service);
      return service;
    },
    async look(work) {
      opened ??= await openDatabase({
        ...options,
        answer: (database, question) => answerQuestion(database, dataDir, question),
      });
      return work(opened);
    },
    closeDatabase,
    async ask(question) {
      const held = postgres ? undefined : await askHolder(dataDir, question);
      return collect(
        held ?? (await place.look(async (database) => answerQuestion(database, dataDir, question))),
      );
    },
    submissions: () => place.look((database) => collect(listSubmissions(database))),
    async remove() {
      await closeDatabase();
      for (const service of started) await service.close();
      await postgres?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return place;
}

/** The submissions as another process sees them while a server runs. */
export const linesOf = (place: Place): Promise<Submission[]> => answersOf(place, { do: 'list' });

/** The orders as another process sees them while a server runs, or those that somebody must act on. */
export const ordersOf = (place: Place, attention = false): Promise<OrderLine[]> =>
  answersOf(place, { do: 'listPayments', attention });

async function answersOf<T>(place: Place, question: Question): Promise<T[]> {
  const lines = await place.ask(question);
  return lines.map((line) => JSON.parse(line));
}

/** A service that takes payments at a fake provider. */
export interface PaidService {
  place: Place;
  provider: FakeProvider;
  service: Service;
  /** Stops both and removes the data. */
  remove(): Promise<void>;
}

export async function startPaidService(kind: Kind): Promise<PaidService> {
  const [place, provider] = await Promise.all([makePlace(kind), startFakeProvider()]);
  const remove = async () => {
    await place.remove();
    await provider.close();
  };
  return { place, provider, remove, service: await place.start({ payments: provider.options }) };
}

let counter = 0;

/** An e-mail address that no other test uses. */
export const newEmail = () => `student${process.pid}.${++counter}@example.org`;

/** A registration that is right in every field. */
export const registrationOf = (email: string, more: Record<string, unknown> = {}) => ({
  ...detailsOf(email),
  paymentStatus: 'paid',
  ...more,
});

export const orderRequest = (email: string) => ({ amount: 2000, currency: 'INR', receipt_email: email });

/** Waits until a condition holds, for a minute at most. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('It did not come to hold.');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
