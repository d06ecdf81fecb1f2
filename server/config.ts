import { resolve } from 'node:path';
import { isEmail } from '../machines/shared/email.ts';
import { placeholderSite, placeholderVariables, type SiteVariable } from '../machines/shared/site.ts';
import { trustedProxies } from './http/networkAddress.ts';
import { defaultRateLimits, type RateLimits } from './http/requestLimits.ts';
import type { MailOptions } from './mail/options.ts';
import { needsSmtpUtf8 } from './mail/transport.ts';
import type { MetricsAddress } from './metrics/metricsServer.ts';
import type { RazorpayOptions } from './payments/gateway.ts';
import type { PaymentMode } from './payments/paymentMode.ts';
import { StartError } from './shared/errors.ts';
import { urlHost } from './shared/listeningAddress.ts';
import type { SimulatedGatewayOptions } from './simulator/gateway.ts';
import { isScenario, scenarios } from './simulator/scenarios.ts';

/** How payments are taken: by the provider when both keys are given, otherwise by the simulator. */
export type PaymentOptions = Partial<RazorpayOptions> &
  SimulatedGatewayOptions & {
    /** Pause between two comparisons of the orders with the provider's records, in milliseconds. */
    reconcileEveryMs?: number;
  };

/** The configuration from the environment. */
export type Config = {
  port: number;
  host: string;
  /** The origin of the site: that of its configuration, else of this server. */
  origin: string;
  /** Absolute path of the directory that holds the embedded database. */
  dataDir: string;
  /** PostgreSQL to use in place of the embedded database. */
  databaseUrl: string | undefined;
  /** Absolute path of the built site. */
  siteDir: string;
  /** Origin of a site that is hosted elsewhere and may call this service. */
  corsOrigin: string | undefined;
  /** Addresses of the proxies in front of the service, separated by commas. */
  trustProxy: string | undefined;
  rateLimits: RateLimits;
  payments: PaymentOptions;
  mail: MailOptions;
  /** The mode of payments; undefined where it is not set. */
  paymentMode: PaymentMode | undefined;
  /** A variable that says that others reach the service, or that it is in use; none where it is tried out. */
  realSetting: string | undefined;
  /** Whether the visualiser is to be served; undefined where it is not set. */
  isVisualiserMeant: boolean | undefined;
  /** The variables that are placeholders in the environment. */
  placeholders: readonly SiteVariable[];
  /** Whether a site for real payments may have placeholders. */
  arePlaceholdersAllowed: boolean;
  /** Where the metrics are served, if they are. */
  metrics: MetricsAddress | undefined;
};

/**
 * Reads the configuration from environment variables; an empty one counts as unset.
 *
 * @throws StartError with one sentence for an invalid value.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const read = (name: string) => env[name]?.trim() || undefined;
  const port = readPort(read('PORT') ?? '3000');
  const host = read('HOST') ?? 'localhost';
  return {
    port,
    host,
    origin: readOrigin('SITE_ORIGIN', read('SITE_ORIGIN')) ?? `http://${urlHost(host)}:${port}`,
    dataDir: resolve(read('DATA_DIR') ?? '.data'),
    databaseUrl: readUrl('DATABASE_URL', read('DATABASE_URL'), ['postgres:', 'postgresql:']),
    siteDir: resolve(read('SITE_DIR') ?? '.site'),
    corsOrigin: readOrigin('CORS_ORIGIN', read('CORS_ORIGIN')),
    trustProxy: readProxies(read('TRUST_PROXY')),
    rateLimits: {
      ...defaultRateLimits,
      perAddress: readCount('RATE_LIMIT_PER_ADDRESS', read, defaultRateLimits.perAddress),
      perPerson: readCount('RATE_LIMIT_PER_PERSON', read, defaultRateLimits.perPerson),
    },
    payments: readPayments(read),
    mail: readMail(read),
    paymentMode: readPaymentMode(read('PAYMENTS')),
    realSetting:
      realSettings.find(read) ??
      (env.NODE_ENV === 'production' ? 'NODE_ENV' : undefined) ??
      (LOOPBACK.test(host) ? undefined : 'HOST'),
    isVisualiserMeant: readSwitch('VISUALISER', read('VISUALISER')),
    placeholders: placeholderVariables(env),
    arePlaceholdersAllowed: readSwitch('ALLOW_PLACEHOLDERS', read('ALLOW_PLACEHOLDERS')) ?? false,
    metrics: readMetrics(read('METRICS_PORT'), read('METRICS_HOST') ?? '127.0.0.1'),
  };
}

function readMetrics(port: string | undefined, host: string): MetricsAddress | undefined {
  return port === undefined ? undefined : { port: readPort(port, 'METRICS_PORT'), host };
}

function readPort(text: string, name = 'PORT'): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) {
    throw new StartError(`${name} must be a number from 0 to 65535, not "${text}".`);
  }
  return port;
}

function readCount(name: string, read: (name: string) => string | undefined, defaultCount: number): number {
  const text = read(name) ?? String(defaultCount);
  if (!/^\d{1,9}$/.test(text))
    throw new StartError(`${name} must be a number, or 0 for no limit; not "${text}".`);
  return Number(text);
}

function readProxies(text: string | undefined): string | undefined {
  if (text) trustedProxies(text);
  return text;
}

function readUrl(name: string, text: string | undefined, protocols: string[]): string | undefined {
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new StartError(`${name} must be an address that starts with ${protocols.join('// or ')}//.`);
  }
  return text;
}

function readOrigin(name: string, text: string | undefined): string | undefined {
  const url = readUrl(name, text, ['http:', 'https:']);
  return url && new URL(url).origin;
}

function readPayments(read: (name: string) => string | undefined): PaymentOptions {
  const keyId = read('RAZORPAY_KEY_ID');
  const keySecret = read('RAZORPAY_KEY_SECRET');
  const scenario = read('PAYMENT_SCENARIO');
  if (Boolean(keyId) !== Boolean(keySecret)) {
    throw new StartError('RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET must be set together, or neither.');
  }
  if (scenario !== undefined && !isScenario(scenario)) {
    throw new StartError(
      `PAYMENT_SCENARIO must be one of ${Object.keys(scenarios).join(', ')}; not "${scenario}".`,
    );
  }
  return {
    keyId,
    keySecret,
    webhookSecret: read('RAZORPAY_WEBHOOK_SECRET'),
    apiUrl: readUrl('RAZORPAY_API', read('RAZORPAY_API'), ['http:', 'https:']),
    scenario,
  };
}

/** Settings that nobody needs who tries out the service on this machine. */
const realSettings = 'RAZORPAY_KEY_ID SITE_ORIGIN CORS_ORIGIN TRUST_PROXY SMTP_URL DATABASE_URL'.split(' ');

const LOOPBACK = /^(localhost|127\..*|::1)$/;

function readPaymentMode(text: string | undefined): PaymentMode | undefined {
  if (text === undefined || text === 'live' || text === 'test' || text === 'simulated') return text;
  throw new StartError(`PAYMENTS must be live, test or simulated; not "${text}".`);
}

function readSwitch(name: string, text: string | undefined): boolean | undefined {
  if (text !== undefined && text !== '0' && text !== '1')
    throw new StartError(`${name} must be 0 or 1, not "${text}".`);
  return text === undefined ? undefined : text === '1';
}

function readMail(read: (name: string) => string | undefined): MailOptions {
  const smtpUrl = readUrl('SMTP_URL', read('SMTP_URL'), ['smtp:', 'smtps:']);
  const addresses = { MAIL_FROM: read('MAIL_FROM'), OFFICE_EMAIL: read('OFFICE_EMAIL') };
  for (const [name, address] of Object.entries(addresses)) {
    if (smtpUrl && !address) throw new StartError(`${name} must be set together with SMTP_URL.`);
    if (address && (!isEmail(address) || needsSmtpUtf8(address))) {
      throw new StartError(
        `${name} must be one e-mail address without a name, with ASCII alone before the @, such as office@academy.example.`,
      );
    }
  }
  const site = {
    name: read('VITE_SITE_NAME') ?? placeholderSite.name,
    phone: read('VITE_PHONE') ?? placeholderSite.phone,
    email: read('VITE_EMAIL') ?? placeholderSite.email,
    founder: read('VITE_FOUNDER'),
    postalAddress: read('VITE_POSTAL_ADDRESS'),
    registrationNumber: read('VITE_REGISTRATION_NUMBER'),
  };
  return {
    smtpUrl,
    from: addresses.MAIL_FROM ?? placeholderSite.email,
    office: addresses.OFFICE_EMAIL ?? placeholderSite.email,
    site,
  };
}
