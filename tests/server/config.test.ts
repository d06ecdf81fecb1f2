import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { placeholderOrigin, placeholderSite } from '../../machines/site.ts';
import { readConfig } from '../../server/config.ts';

const DETAILS = {
  VITE_PHONE: '+91 98765 43210',
  VITE_EMAIL: 'office@academy.example',
  SITE_ORIGIN: 'https://academy.example',
};

/** An environment, and the sentence with which it is refused. */
type Refusal = [env: NodeJS.ProcessEnv, sentence: string | RegExp];

describe('the configuration', () => {
  test('the configuration has a default for everything', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual({
      port: 3000,
      host: 'localhost',
      origin: 'http://localhost:3000',
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      siteDir: resolve('.site'),
      corsOrigin: undefined,
      trustProxy: undefined,
      rateLimits: { perAddress: 600, perPerson: 30, windowMs: 600_000 },
      payments: {
        keyId: undefined,
        keySecret: undefined,
        webhookSecret: undefined,
        apiUrl: undefined,
        scenario: undefined,
      },
      mail: {
        smtpUrl: undefined,
        from: placeholderSite.email,
        office: placeholderSite.email,
        site: placeholderSite,
      },
      isProduction: false,
      isSimulationMeant: false,
      isVisualiserMeant: undefined,
      placeholders: ['VITE_PHONE', 'VITE_EMAIL', 'VITE_CHAT_NUMBER', 'SITE_ORIGIN'],
      arePlaceholdersAllowed: false,
    });
  });

  test('the configuration is read from the environment', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '0.0.0.0',
      DATA_DIR: '/data',
      DATABASE_URL: 'postgres://x/y',
      SITE_DIR: '/site',
      CORS_ORIGIN: 'https://site.example/',
      TRUST_PROXY: 'loopback, 10.0.0.0/8, ::1',
      RATE_LIMIT_PER_ADDRESS: '0',
      RATE_LIMIT_PER_PERSON: '5',
      RAZORPAY_KEY_ID: 'id',
      RAZORPAY_KEY_SECRET: 'secret',
      RAZORPAY_WEBHOOK_SECRET: 'webhooks',
      RAZORPAY_API: 'http://127.0.0.1:1',
      PAYMENT_SCENARIO: 'vanish',
      SMTP_URL: 'smtps://user:secret@mail.example',
      MAIL_FROM: 'mail@academy.example',
      OFFICE_EMAIL: 'office@academy.example',
      VITE_SITE_NAME: 'Academy',
      VITE_PHONE: '+91 1',
      VITE_EMAIL: 'ask@academy.example',
      NODE_ENV: 'production',
      VISUALISER: '0',
      ALLOW_PLACEHOLDERS: '1',
    });
    expect(config).toEqual({
      port: 0,
      host: '0.0.0.0',
      origin: 'http://0.0.0.0:0',
      dataDir: '/data',
      databaseUrl: 'postgres://x/y',
      siteDir: '/site',
      corsOrigin: 'https://site.example',
      trustProxy: 'loopback, 10.0.0.0/8, ::1',
      rateLimits: { perAddress: 0, perPerson: 5, windowMs: 600_000 },
      payments: {
        keyId: 'id',
        keySecret: 'secret',
        webhookSecret: 'webhooks',
        apiUrl: 'http://127.0.0.1:1',
        scenario: 'vanish',
      },
      mail: {
        smtpUrl: 'smtps://user:secret@mail.example',
        from: 'mail@academy.example',
        office: 'office@academy.example',
        site: { name: 'Academy', phone: '+91 1', email: 'ask@academy.example' },
      },
      isProduction: true,
      isSimulationMeant: false,
      isVisualiserMeant: false,
      placeholders: ['SITE_ORIGIN'],
      arePlaceholdersAllowed: true,
    });
    expect(readConfig({ PAYMENTS: 'simulated', VISUALISER: '1' })).toMatchObject({
      isSimulationMeant: true,
      isVisualiserMeant: true,
    });
  });

  test.each([
    [{ PORT: '65535' }, { port: 65_535 }],
    [DETAILS, { placeholders: [] }],
    [{ ...DETAILS, VITE_PHONE: ' ' }, { placeholders: ['VITE_PHONE', 'VITE_CHAT_NUMBER'] }],
    [{ ...DETAILS, VITE_PHONE: ' ', VITE_CHAT_NUMBER: '919876543210' }, { placeholders: ['VITE_PHONE'] }],
    [{ ...DETAILS, VITE_CHAT_NUMBER: placeholderSite.phone }, { placeholders: ['VITE_CHAT_NUMBER'] }],
    [{ ...DETAILS, VITE_EMAIL: placeholderSite.email }, { placeholders: ['VITE_EMAIL'] }],
    [{ ...DETAILS, SITE_ORIGIN: `${placeholderOrigin}/` }, { placeholders: ['SITE_ORIGIN'] }],
    [{ METRICS_PORT: '9464' }, { metrics: { port: 9464, host: '127.0.0.1' } }],
    [{ METRICS_PORT: '9464', METRICS_HOST: '::1' }, { metrics: { port: 9464, host: '::1' } }],
    [{ METRICS_HOST: '::1' }, { metrics: undefined }],
    [{ HOST: '::1' }, { origin: 'http://[::1]:3000' }],
    [{ SITE_ORIGIN: 'https://academy.example/' }, { origin: 'https://academy.example' }],
    [{ TRUST_PROXY: 'linklocal, uniquelocal' }, { trustProxy: 'linklocal, uniquelocal' }],
    [{ TRUST_PROXY: '10.0.0.1/32,::1/128' }, { trustProxy: '10.0.0.1/32,::1/128' }],
    [{ RATE_LIMIT_PER_PERSON: '999999999' }, { rateLimits: { perPerson: 999_999_999 } }],
    [{ RAZORPAY_API: 'https://api.example' }, { payments: { apiUrl: 'https://api.example' } }],
    [{ DATABASE_URL: 'postgresql://x' }, { databaseUrl: 'postgresql://x' }],
    [{ CORS_ORIGIN: 'http://site.example/path' }, { corsOrigin: 'http://site.example' }],
    [
      { SMTP_URL: 'smtp://x', MAIL_FROM: 'a@b.example', OFFICE_EMAIL: 'c@b.example' },
      { mail: { smtpUrl: 'smtp://x', from: 'a@b.example', office: 'c@b.example' } },
    ],
  ])('the configuration takes %o', (env, config) => {
    expect(readConfig(env)).toMatchObject(config);
  });

  test('the configuration is that of this process unless an environment is given', () => {
    expect(readConfig()).toEqual(readConfig(process.env));
  });

  const refusals: Refusal[] = [
    [{ PORT: 'eighty' }, 'PORT must be a number from 0 to 65535, not "eighty".'],
    [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535, not "70000".'],
    [{ PORT: '-1' }, 'PORT must be a number from 0 to 65535, not "-1".'],
    ...['80x', 'x80', '65536'].map(
      (PORT): Refusal => [{ PORT }, `PORT must be a number from 0 to 65535, not "${PORT}".`],
    ),
    [{ METRICS_PORT: 'x' }, 'METRICS_PORT must be a number from 0 to 65535, not "x".'],
    [{ PAYMENT_SCENARIO: 'chaos' }, /^PAYMENT_SCENARIO must be one of success, .*; not "chaos"\.$/],
    [{ PAYMENTS: 'real' }, 'PAYMENTS must be simulated, or unset; not "real".'],
    [
      { PAYMENTS: 'simulated', RAZORPAY_KEY_ID: 'id', RAZORPAY_KEY_SECRET: 'secret' },
      'PAYMENTS=simulated contradicts RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET: unset it, or unset both keys.',
    ],
    [{ VISUALISER: 'yes' }, 'VISUALISER must be 0 or 1, not "yes".'],
    [{ ALLOW_PLACEHOLDERS: 'true' }, 'ALLOW_PLACEHOLDERS must be 0 or 1, not "true".'],
    [{ RAZORPAY_KEY_ID: 'id' }, 'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET must be set together, or neither.'],
    [
      { RAZORPAY_KEY_SECRET: 'secret' },
      'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET must be set together, or neither.',
    ],
    [
      { OFFICE_EMAIL: 'a@b.example, c@d.example' },
      'OFFICE_EMAIL must be one e-mail address without a name, with ASCII alone before the @, such as office@academy.example.',
    ],
    [
      { OFFICE_EMAIL: 'दफ़्तर@b.example' },
      'OFFICE_EMAIL must be one e-mail address without a name, with ASCII alone before the @, such as office@academy.example.',
    ],
    [{ RAZORPAY_API: 'razorpay' }, 'RAZORPAY_API must be an address that starts with http:// or https://.'],
    [
      { RATE_LIMIT_PER_ADDRESS: 'many' },
      'RATE_LIMIT_PER_ADDRESS must be a number, or 0 for no limit; not "many".',
    ],
    ...['1234567890', '1x', 'x1'].map(
      (text): Refusal => [
        { RATE_LIMIT_PER_PERSON: text },
        `RATE_LIMIT_PER_PERSON must be a number, or 0 for no limit; not "${text}".`,
      ],
    ),
    ...[
      ...['everybody', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/99', '::1/129', '10.0.0.0/255.0.0.0'],
      ...['10.0.0.0/8x', '10.0.0.0/x8', '10.0.0.0/08', '10.0.0.0/', '10.0.0.0/8/8', 'x/8', ' loopback/8', ''],
    ].map(
      (text): Refusal => [
        { TRUST_PROXY: `::1,${text}` },
        `TRUST_PROXY must list addresses, ranges such as 10.0.0.0/8 (from /1 to /32, with IPv6 to /128), or loopback, linklocal, uniquelocal; not "${text.trim()}".`,
      ],
    ),
    [{ CORS_ORIGIN: '*' }, 'CORS_ORIGIN must be an address that starts with http:// or https://.'],
    [
      { DATABASE_URL: 'mysql://x' },
      'DATABASE_URL must be an address that starts with postgres:// or postgresql://.',
    ],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be an address that starts with smtp:// or smtps://.'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM must be set together with SMTP_URL.'],
    [
      { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' },
      'OFFICE_EMAIL must be set together with SMTP_URL.',
    ],
    [
      { MAIL_FROM: 'Academy <a@b.example>' },
      'MAIL_FROM must be one e-mail address without a name, with ASCII alone before the @, such as office@academy.example.',
    ],
  ];

  test.each(refusals)('the configuration refuses %o', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence);
  });
});
