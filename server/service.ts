import type { FastifyInstance } from 'fastify';
import { enrolmentCalls } from './calls/enrolment.ts';
import { formCalls } from './calls/forms.ts';
import { answerQuestion } from './calls/questions.ts';
import { openDatabase } from './database/database.ts';
import { listenProblem } from './errors.ts';
import { type AppOptions, createApp } from './http/app.ts';
import { answerUnknown } from './http/errors.ts';
import { defaultLimits, guard, type Limits } from './http/guard.ts';
import { healthCalls } from './http/health.ts';
import { readNeeds } from './http/needs.ts';
import { openSite, serveFiles } from './http/site.ts';
import type { MailOptions } from './mail/options.ts';
import { queueForOrder } from './mail/outbox.ts';
import { type MailWorker, startMailWorker } from './mail/worker.ts';
import type { PaymentContext } from './payments/context.ts';
import { openGateway } from './payments/gateway.ts';
import type { PaymentOptions } from './payments/options.ts';
import { reconcileEvery } from './payments/reconcile.ts';
import { WEBHOOK_PATH, webhookCall } from './payments/webhook.ts';

export interface ServiceOptions extends AppOptions {
  /** 0 takes any free port. */
  port: number;
  host: string;
  /** Directory of the embedded database; made when missing. */
  dataDir: string;
  /** PostgreSQL to use in its place. */
  databaseUrl?: string | undefined;
  /** Directory of the built site; without it only the calls are served. */
  siteDir?: string | undefined;
  payments?: PaymentOptions;
  /** How mail is sent; without it mails stay in the outbox. */
  mail?: MailOptions | undefined;
  /** How many calls are let through; `defaultLimits` unless given. */
  limits?: Limits | undefined;
}

export interface Service {
  /** Address without a trailing slash. */
  url: string;
  /** Whether payments are simulated rather than real. */
  simulated: boolean;
  /** Finishes the requests that are under way and closes the database. */
  close(): Promise<void>;
}

const CALLS = ['/api/contact', '/api/inquiry', '/api/apply', '/create-order', '/api/register', WEBHOOK_PATH];
const RECONCILE_EVERY_MS = 60_000;

/**
 * Starts the service: the five calls of spec §7, the provider's webhook, the site, and the payment simulator unless the
 * provider's keys are given.
 *
 * @throws StartError with one sentence when the port, the directory, the database or the site is not to be had.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { siteDir, payments = {} } = options;
  const opened: (() => Promise<void>)[] = [];
  const close = async () => {
    for (let last = opened.pop(); last; last = opened.pop()) await last();
  };

  try {
    const site = siteDir ? await openSite(siteDir) : undefined;
    const database = await openDatabase({
      ...options,
      answer: (each, question) => answerQuestion(each, options.dataDir, question),
    });
    opened.push(() => database.close());
    const app = await createApp(options, siteDir ? await readNeeds(siteDir) : undefined);
    const mail = options.mail && startMailWorker(database, options.dataDir, options.mail, app.log);
    if (mail) {
      opened.push(() => mail.close());
      pokeAfterCalls(app, mail);
    }
    const gateway = await openGateway(database, payments, () => `${addressOf(app)}${WEBHOOK_PATH}`);
    opened.push(() => gateway.close());
    opened.push(() => app.close());
    const context: PaymentContext = {
      database,
      provider: gateway.provider,
      onOrderEvent: queueForOrder,
    };

    healthCalls(app, database);
    await app.register(async (scope) => {
      await guard(scope, options.limits ?? defaultLimits, options.corsOrigin);
      formCalls(scope, database);
      enrolmentCalls(scope, context);
    });
    webhookCall(app, context, gateway.webhookSecret);
    await gateway.serve(app);
    if (siteDir) await serveFiles(app, siteDir);
    answerUnknown(app, new Set(CALLS), site);

    await listen(app, options);
    opened.push(reconcileEvery(context, payments.reconcileEveryMs ?? RECONCILE_EVERY_MS, app.log));
    mail?.poke();
    return { url: addressOf(app), simulated: gateway.simulated, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What a call has queued is sent when the call is answered. */
function pokeAfterCalls(app: FastifyInstance, mail: MailWorker): void {
  app.addHook('onResponse', async ({ method }) => {
    if (method === 'POST') mail.poke();
  });
}

async function listen(app: FastifyInstance, { host, port }: ServiceOptions): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenProblem(error, host, port);
  }
}

/** An address at which this machine reaches the server, whatever it listens on. */
function addressOf(app: FastifyInstance): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const host = everywhere[address.address] ?? address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
