import type { FastifyInstance } from 'fastify';
import type { PaymentOptions } from './config.ts';
import { openDatabase } from './database/database.ts';
import type { Database } from './database/database.types.ts';
import { type AppOptions, createApp } from './http/app.ts';
import { registerNotFoundHandler } from './http/errorResponses.ts';
import { healthRoutes } from './http/health.ts';
import { defaultRateLimits, limitRequests, type RateLimits } from './http/requestLimits.ts';
import { removeUnknownMailFiles } from './mail/fileTransport.ts';
import type { MailOptions } from './mail/options.ts';
import { queueAndPoll } from './mail/queueAndPoll.ts';
import { startMailWorker } from './mail/worker.ts';
import { collectMetrics } from './metrics/collectedMetrics.ts';
import { measureDatabase } from './metrics/measuredDatabase.ts';
import { createMetrics, measureRequests } from './metrics/metrics.ts';
import { type MetricsAddress, serveMetrics } from './metrics/metricsServer.ts';
import { createPaymentMetrics } from './metrics/paymentMetrics.ts';
import { createRazorpayGateway, type Gateway } from './payments/gateway.ts';
import { recordKeysOfAll } from './payments/keys.ts';
import type { ProviderFailure } from './payments/provider.ts';
import { startReconciling } from './payments/reconcile.ts';
import { WEBHOOK_PATH, webhookRoute } from './payments/webhook.ts';
import { StartError, toListenError, UnavailableError } from './shared/errors.ts';
import { listeningAddress, urlHost } from './shared/listeningAddress.ts';
import { startSimulatedGateway } from './simulator/gateway.ts';
import { readSite } from './site/readSite.ts';
import { readSiteRequirements } from './site/siteRequirements.ts';
import type { SubmissionContext } from './submissions/context.ts';
import { formRoutes } from './submissions/formRoutes.ts';
import { NEW_ORDER_PATH, RECEIPT_PATH, REGISTRATION_PATH } from './submissions/paths.ts';
import { createPaymentCompletion } from './submissions/paymentCompletion.ts';
import { registrationRoutes } from './submissions/registrationRoutes.ts';

export type ServiceOptions = Omit<AppOptions, 'metrics' | 'databaseLoad'> & {
  /** 0 takes any free port. */
  port: number;
  host: string;
  /** Directory of the embedded database; created when missing. */
  dataDir: string;
  /** PostgreSQL to use in its place. */
  databaseUrl?: string | undefined;
  /** Directory of the built site; without it only the calls are served. */
  siteDir?: string | undefined;
  payments?: PaymentOptions;
  /** How mail is sent; without it mails stay in the outbox. */
  mail?: MailOptions | undefined;
  /** Most calls from one address or about one person; `defaultRateLimits` unless given. */
  rateLimits?: RateLimits | undefined;
  /** Where the metrics are served; nowhere unless given. */
  metrics?: MetricsAddress | undefined;
};

export type Service = {
  /** Address without a trailing slash. */
  url: string;
  /** Whether payments are simulated rather than real. */
  simulated: boolean;
  /** Address of the metrics, where they are served. */
  metricsUrl: string | undefined;
  /** The failure of calls to the payment provider, if any. */
  checkProvider(): Promise<ProviderFailure | undefined>;
  /** Waits for running requests and closes the database. */
  close(): Promise<void>;
};

const POST_PATHS = [
  '/api/contact',
  '/api/inquiry',
  '/api/apply',
  NEW_ORDER_PATH,
  REGISTRATION_PATH,
  RECEIPT_PATH,
  WEBHOOK_PATH,
];
const RECONCILE_EVERY_MS = 60_000;

/** Connections that wait to be accepted; the kernel drops further ones, and their clients try again after seconds. */
const BACKLOG = 4096;

/**
 * Starts the service: the five calls of spec §7, that of the receipt, the provider's webhook, the site, and the payment
 * simulator unless the provider's keys are given.
 *
 * @throws StartError with one sentence when the port, the directory, the database or the site cannot be used.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { siteDir, payments = {} } = options;
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (let closeLast = closers.pop(); closeLast; closeLast = closers.pop()) await closeLast();
  };

  try {
    const site = siteDir ? await readSite(siteDir) : undefined;
    const metrics = createMetrics();
    const paymentMetrics = createPaymentMetrics(metrics.registry);
    const unmeasured = await openDatabase(options);
    const { database, load } = measureDatabase(unmeasured, metrics);
    closers.push(() => database.close());
    await removeUnknownMailFiles(database, options.dataDir);
    const app = await createApp(
      { ...options, ...metrics, databaseLoad: load },
      siteDir ? await readSiteRequirements(siteDir) : undefined,
    );
    measureRequests(app, metrics);
    const mail = options.mail && startMailWorker(database, options.dataDir, options.mail, app.log);
    if (mail) closers.push(() => mail.close());
    const gateway = await openGateway(
      database,
      { ...payments, onFailure: paymentMetrics.onProviderFailure },
      () => `${localUrlOf(app)}${WEBHOOK_PATH}`,
    );
    closers.push(() => gateway.close());
    let stopReconciling = async () => {};
    closers.push(async () => {
      await Promise.all([stopReconciling(), app.close()]);
    });
    const context: SubmissionContext = {
      ...queueAndPoll(database, () => mail?.pollNow()),
      provider: gateway.provider,
    };
    await recordKeysOfAll(context).catch(throwStartError);

    healthRoutes(app, unmeasured, load);
    const { rateLimits = defaultRateLimits } = options;
    await app.register(async (scope) => {
      await limitRequests(scope, {
        rateLimits,
        corsOrigin: options.corsOrigin,
        completion: createPaymentCompletion(context),
      });
      formRoutes(scope, context);
      registrationRoutes(scope, context, rateLimits);
    });
    webhookRoute(app, context, gateway.webhookSecrets, paymentMetrics.onWebhook);
    await gateway.registerRoutes(app);
    await registerNotFoundHandler(app, new Set(POST_PATHS), site);

    await listen(app, options);
    stopReconciling = startReconciling(
      context,
      payments.reconcileEveryMs ?? RECONCILE_EVERY_MS,
      app.log,
      paymentMetrics.onReconciled,
    );
    mail?.pollNow();
    if (options.metrics) collectMetrics(metrics.registry, { database, databaseLoad: load, log: options.log });
    const metricsServer = options.metrics && (await serveMetrics(metrics.registry, options.metrics));
    if (metricsServer) closers.push(() => metricsServer.close());
    return {
      url: localUrlOf(app),
      simulated: gateway.simulated,
      metricsUrl: metricsServer?.url,
      checkProvider: gateway.provider.checkKeys,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the real provider's gateway when its keys are given, otherwise the simulator's. */
async function openGateway(
  database: Database,
  payments: PaymentOptions,
  webhookUrl: () => string,
): Promise<Gateway> {
  const { keyId, keySecret } = payments;
  return keyId && keySecret
    ? createRazorpayGateway({ ...payments, keyId, keySecret })
    : startSimulatedGateway(database, payments, webhookUrl);
}

function throwStartError(error: unknown): never {
  if (!(error instanceof UnavailableError)) throw error;
  throw new StartError('The database cannot be written at the moment: start the server again when it can.', {
    cause: error,
  });
}

async function listen(app: FastifyInstance, { host, port }: ServiceOptions): Promise<void> {
  const { level } = app.log;
  // The program says where it listens.
  app.log.level = 'warn';
  try {
    await app.listen({ host, port, backlog: BACKLOG });
  } catch (error) {
    throw toListenError(error, host, port);
  }
  app.log.level = level;
}

/** The URL at which this machine reaches the server, whatever address it listens on. */
function localUrlOf(app: FastifyInstance): string {
  const { address, port } = listeningAddress(app.server);
  const loopbackOf: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  return `http://${urlHost(loopbackOf[address] ?? address)}:${port}`;
}
