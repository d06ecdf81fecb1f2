import { once } from 'node:events';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { describe, expect, inject } from 'vitest';
import { placeholderOrigin, placeholderSite } from '../../machines/shared/site.ts';
import { readConfig } from '../../server/config.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { runMainInThread } from '../support/serverPrograms.ts';
import { ALL_PLACEHOLDERS, DETAILS, KEYS, programTest } from './fixtures.ts';
import { createProgramFixture } from './programFixture.ts';
import { type DatabaseKind, fastestDatabase } from './serviceFixture.ts';

/** The configuration of a server: its message where it refuses to start, and its output when it serves. */

const LIVE = { ...KEYS, ...DETAILS };
const NOT_SAID = { PAYMENTS: '', DATABASE_URL: '' };
type Environment = Record<string, string>;

/** Stands in for PostgreSQL where it is not installed: earlier refusals never reach it. */
const NOT_REACHED = 'postgres://127.0.0.1:9/none';

/** The files of a built site besides its first page: the facts of its build, where it says them, and others. */
type Site = { facts?: object; files?: string[] };

const built = (facts: object = {}): Site => ({
  facts: {
    checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
    connectOrigins: [],
    visualiser: false,
    placeholders: [],
    ...facts,
  },
});

const withVisualiser = built({ visualiser: true });
const simulated = built({ checkoutScript: '/simulator/checkout.js' });
const ofAnEarlierBuild = { files: ['visualiser/index.html'] };

async function writeSite(siteDir: string, { facts, files = [] }: Site): Promise<void> {
  if (facts) await writeFile(join(siteDir, 'site-requirements.json'), JSON.stringify(facts));
  for (const file of files) {
    await mkdir(join(siteDir, file, '..'), { recursive: true });
    await writeFile(join(siteDir, file), '<!doctype html>');
  }
}

const test = programTest
  /** Programs and a database for all starts that are refused. */
  .extend('refusing', { scope: 'file' }, async ({}, { onCleanup }) => {
    const programs = await createProgramFixture(fastestDatabase);
    onCleanup(programs.remove);
    return programs;
  })
  /** Starts the server, which must refuse the environment; returns its output besides its log. */
  .extend('refusalOf', async ({ refusing }) => async (environment: Environment, site: Site = {}) => {
    const siteDir = await mkdtemp(join(refusing.directory, 'site-'));
    await writeSite(siteDir, { ...site, files: ['index.html', ...(site.files ?? [])] });
    const env = { DATABASE_URL: NOT_REACHED, ...refusing.environment, SITE_DIR: siteDir, ...environment };
    const { out, err, code } = await runMainInThread(env);
    expect({ out, code }).toEqual({ out: '', code: 1 });
    const sentences = err.split('\n').filter((line) => !line.startsWith('{'));
    return sentences.join('\n').replaceAll(siteDir, '%');
  })
  /** Starts the server on a database and stops it; returns the lines that it printed. */
  .extend(
    'startOn',
    async ({}, { onCleanup }) =>
      async (kind: DatabaseKind, environment: Environment, site: Site) => {
        const programs = await createProgramFixture(kind);
        onCleanup(programs.remove);
        await writeSite(join(programs.directory, 'site'), site);
        const server = await programs.startServer(environment);
        server.child.kill('SIGTERM');
        await server.exited;
        return server.out.replaceAll(programs.directory, '%').trimEnd().split('\n');
      },
  );

/** A setting or a site, and the sentence with which it is refused; % stands for the directory of the site. */
type Refusal = [environment: Environment, sentence: string, site?: Site];

/** Settings that a trial of the service on this machine does not need. */
const realSettings: Environment[] = [
  { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'secret' },
  { SITE_ORIGIN: 'https://a.example' },
  { CORS_ORIGIN: 'https://a.example' },
  { TRUST_PROXY: 'loopback' },
  { SMTP_URL: 'smtp://x', MAIL_FROM: 'a@b.example', OFFICE_EMAIL: 'c@d.example' },
  { DATABASE_URL: 'postgres://x' },
  { NODE_ENV: 'production' },
  { HOST: '0.0.0.0' },
];
const notSaid = (name: string | undefined) =>
  `PAYMENTS must say whether payments are live, test or simulated, because ${name} is set.`;
const contradicts = (mode: string, keyMode: string) =>
  `PAYMENTS=${mode} contradicts RAZORPAY_KEY_ID, which is a key for ${keyMode} payments.`;
const REMEDY = 'Set each in the environment and build the site again, or set ALLOW_PLACEHOLDERS=1.';
const VISUALISER =
  'The site in % was built with the visualiser. Build it again, or set VISUALISER=1 to serve it to everybody.';
const LIVE_NEEDS_POSTGRES =
  'PAYMENTS=live needs DATABASE_URL: what is paid is stored in PostgreSQL alone. On Debian: ' +
  '"apt install postgresql", "sudo -u postgres createuser --pwprompt academy", ' +
  '"sudo -u postgres createdb --owner=academy academy"; then DATABASE_URL=postgres://academy:<password>@localhost/academy.';
const unreachable = (reason: string) =>
  `The PostgreSQL server that DATABASE_URL names cannot be reached: ${reason}.`;

/** With a database that opens: the embedded one where PostgreSQL is not installed. */
const OPENED: Environment = inject('postgresUrl') ? {} : { DATABASE_URL: '' };

/** With the embedded database in the directory DATA_DIR. */
const inDirectory = (DATA_DIR: string) => ({ DATABASE_URL: '', DATA_DIR });

const refusals: Refusal[] = [
  [{ PORT: 'eighty' }, 'PORT must be a number from 0 to 65535, not "eighty".'],
  ...realSettings.map((setting): Refusal => [{ ...NOT_SAID, ...setting }, notSaid(Object.keys(setting)[0])]),
  [{ PAYMENTS: 'live' }, 'PAYMENTS=live needs RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET.'],
  [
    { ...KEYS, RAZORPAY_WEBHOOK_SECRET: '' },
    'PAYMENTS=live needs RAZORPAY_WEBHOOK_SECRET: without it payments and refunds are noticed late.',
  ],
  [{ ...KEYS, PAYMENTS: 'test' }, contradicts('test', 'live')],
  [{ ...KEYS, RAZORPAY_KEY_ID: 'rzp_test_1' }, contradicts('live', 'test')],
  [{ ...KEYS, PAYMENTS: 'simulated' }, contradicts('simulated', 'live')],
  [KEYS, `${ALL_PLACEHOLDERS}. ${REMEDY}`],
  [
    LIVE,
    `Still a placeholder: SITE_ORIGIN (address of the site). ${REMEDY}`,
    built({ placeholders: ['SITE_ORIGIN'] }),
  ],
  [KEYS, `Still a placeholder: VITE_PHONE (phone number), VITE_EMAIL (e-mail address). ${REMEDY}`, built()],
  [LIVE, VISUALISER, withVisualiser],
  [{}, VISUALISER, withVisualiser],
  [{ ...NOT_SAID, VISUALISER: '0' }, VISUALISER, withVisualiser],
  [LIVE, VISUALISER, ofAnEarlierBuild],
  [LIVE, 'The site in % was built for simulated payments. Build it again with the keys set.', simulated],
  [
    {},
    'site-requirements.json in % is not understood. Build the site again.',
    { facts: { checkoutScript: 5 } },
  ],
  [{ SITE_DIR: '/nowhere' }, 'There is no built site in /nowhere. Build it first, or set SITE_DIR.'],
  ...['192.0.2.1', 'nowhere.invalid', 'not a host', '999.1.1.1'].map(
    (HOST): Refusal => [{ ...OPENED, HOST }, `HOST is no address of this machine: ${HOST}.`],
  ),
  [
    { ...OPENED, METRICS_HOST: '192.0.2.1', METRICS_PORT: '0' },
    'The metrics cannot be served on METRICS_HOST 192.0.2.1 and METRICS_PORT 0 (EADDRNOTAVAIL). Set others, or none.',
  ],
  [inDirectory('/dev/null'), 'DATA_DIR is not a directory: /dev/null. Set it to a directory.'],
  [inDirectory('/dev/null/data'), 'DATA_DIR is not a directory: /dev/null/data. Set it to a directory.'],
  [{ ...LIVE, DATABASE_URL: '' }, LIVE_NEEDS_POSTGRES],
  [
    { DATABASE_URL: 'postgres://127.0.0.1:9/x' },
    unreachable('connection refused (ECONNREFUSED) at 127.0.0.1:9'),
  ],
  [
    { DATABASE_URL: 'postgres://asha:secret@nowhere.invalid/a' },
    unreachable('there is no host of that name (ENOTFOUND)'),
  ],
  [
    { DATABASE_URL: 'postgres://asha:secret@h/a?host=/nowhere' },
    unreachable('there is no such file or directory (ENOENT) at /nowhere/.s.PGSQL.5432'),
  ],
];

test.for(nonEmpty(refusals))(
  'the start with %o is refused: %s',
  async ([environment, sentence, site], { refusalOf }) => {
    expect(await refusalOf(environment, site)).toBe(`${sentence}\n`);
  },
);

test('a port that is in use is refused', async ({ refusalOf }) => {
  const other = createServer();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const sentence = `Port ${port} is in use. Stop what uses it, or set PORT to another one.\n`;
  expect(await refusalOf({ ...OPENED, PORT: String(port) })).toBe(sentence);
  other.close();
});

const serverUrl = inject('postgresUrl');

test.runIf(serverUrl).for([
  [{ pathname: '/nothing' }, 'refuses the connection: database "nothing" does not exist.'],
  [{ username: 'nobody_of_that_name' }, 'refuses the connection: role "nobody_of_that_name" does not exist.'],
  [{ search: '?ssl=true' }, 'cannot be reached: The server does not support SSL connections.'],
] as const)('a PostgreSQL server is refused that %o: %s', async ([change, sentence], { refusalOf }) => {
  const url = new URL(serverUrl ?? '');
  const search = 'search' in change ? `${url.search}&ssl=true` : url.search;
  Object.assign(url, { ...change, search });
  expect(await refusalOf({ DATABASE_URL: url.href })).toBe(
    `The PostgreSQL server that DATABASE_URL names ${sentence}\n`,
  );
});

/** The environments with which a server goes on to the database, whose directory is none. */
const accepted: [Environment, Site?][] = [
  [{ NODE_ENV: 'production' }],
  [{ ...NOT_SAID, NODE_ENV: 'development' }],
  [NOT_SAID, withVisualiser],
  [{ VISUALISER: '1' }, withVisualiser],
  [{}, simulated],
  [{}, built({ placeholders: ['SITE_ORIGIN'] })],
];

test.for(nonEmpty(accepted))(
  'the start with %o is not refused for its site %o',
  async ([environment, site], { refusalOf }) => {
    const directory = inDirectory('/dev/null');
    expect(await refusalOf({ ...environment, ...directory }, site)).toMatch(/^DATA_DIR is not /);
  },
);

describe('a server says at its start where it is, and where data, mail and money go', () => {
  const SITE = expect.stringMatching(/^The site is at http:\/\/localhost:\d+$/);
  const VISUALISER = expect.stringMatching(/^The visualiser is at http:\/\/localhost:\d+\/visualiser$/);
  const WITHOUT_SECRET =
    'Without RAZORPAY_WEBHOOK_SECRET webhooks are refused: payments and refunds are noticed late.';
  const SIMULATED = 'Payments are simulated: no money moves.';
  const SMTP = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@b.example', OFFICE_EMAIL: 'c@d.example' };
  const DATA = 'Data lie in PostgreSQL (DATABASE_URL).';
  const EMBEDDED =
    'Data lie in %/data, in the embedded database: for trying out, and not for a power cut. Set DATABASE_URL for PostgreSQL.';
  const MAIL = 'Mail is written to %/data/mail (no SMTP_URL).';

  test.for([
    ['PGlite', {}, [SITE, EMBEDDED, MAIL, SIMULATED]],
    [
      'PostgreSQL',
      { NODE_ENV: 'production', ...LIVE, ...SMTP },
      [SITE, DATA, 'Mail goes out over SMTP.', 'Payments are real.'],
    ],
    [
      'PostgreSQL',
      { ...LIVE, RAZORPAY_KEY_SECRET: 'of another account' },
      [
        ...[SITE, DATA, MAIL],
        'Payments are real, but the provider refuses the keys: compare RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET with its own.',
      ],
    ],
    [
      'PostgreSQL',
      {
        ...KEYS,
        PAYMENTS: 'test',
        RAZORPAY_KEY_ID: 'rzp_test_1',
        RAZORPAY_WEBHOOK_SECRET: '',
        ALLOW_PLACEHOLDERS: '1',
        VISUALISER: '1',
      },
      [
        'The visualiser is served to everybody (VISUALISER=1).',
        `${ALL_PLACEHOLDERS} (ALLOW_PLACEHOLDERS=1).`,
        SITE,
        VISUALISER,
        DATA,
        MAIL,
        WITHOUT_SECRET,
        'Payments are in test mode: no money moves.',
      ],
    ],
  ] as const)(
    'a server on %s with %o says at its start where it is, where data and mail go, and whether money moves',
    async ([kind, environment, lines], { provider, skip, startOn }) => {
      skip(kind === 'PostgreSQL' && !serverUrl, 'There is no PostgreSQL.');
      const site = 'VISUALISER' in environment ? ofAnEarlierBuild : {};
      for (const keyId of ['rzp_live_1', 'rzp_test_1']) provider.optionsWithKey(keyId);
      const RAZORPAY_API = provider.options.apiUrl;
      expect(await startOn(kind, { RAZORPAY_API, ...environment }, site)).toEqual(lines);
    },
  );
});

test('npm start refuses before the site is built', async ({ programs }) => {
  const rows = [
    [{ ...NOT_SAID, NODE_ENV: 'production' }, notSaid('NODE_ENV')],
    [
      { DATABASE_URL: NOT_REACHED, ...LIVE, SITE_ORIGIN: '' },
      `Still a placeholder: SITE_ORIGIN (address of the site). ${REMEDY}`,
    ],
  ] as const;
  await Promise.all(
    rows.map(async ([environment, sentence]) => {
      const program = programs.startScript('start', { SITE_DIR: '', ...environment });
      expect(await program.exited).toMatchObject({ code: 1 });
      expect([program.out, program.err]).toEqual(['', `${sentence}\n`]);
    }),
  );
});

/** An environment, and the sentence with which it is refused. */
type ConfigRefusal = [env: NodeJS.ProcessEnv, sentence: string | RegExp];

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
      paymentMode: undefined,
      realSetting: undefined,
      isVisualiserMeant: undefined,
      placeholders: ['VITE_PHONE', 'VITE_EMAIL', 'VITE_CHAT_NUMBER', 'SITE_ORIGIN'],
      arePlaceholdersAllowed: false,
    });
  });

  test.each([
    [{ PORT: '65535' }, { port: 65_535 }],
    [
      { PORT: '0', HOST: '0.0.0.0' },
      { port: 0, host: '0.0.0.0', origin: 'http://0.0.0.0:0' },
    ],
    [
      { DATA_DIR: '/data', SITE_DIR: '/site' },
      { dataDir: '/data', siteDir: '/site' },
    ],
    [{ CORS_ORIGIN: 'https://site.example/' }, { corsOrigin: 'https://site.example' }],
    [{ TRUST_PROXY: 'loopback, 10.0.0.0/8, ::1' }, { trustProxy: 'loopback, 10.0.0.0/8, ::1' }],
    [
      { RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_PER_PERSON: '5' },
      { rateLimits: { perAddress: 0, perPerson: 5, windowMs: 600_000 } },
    ],
    [
      { ...KEYS, RAZORPAY_WEBHOOK_SECRET: 'webhooks', RAZORPAY_API: 'http://127.0.0.1:1' },
      {
        payments: {
          keyId: KEYS.RAZORPAY_KEY_ID,
          keySecret: KEYS.RAZORPAY_KEY_SECRET,
          webhookSecret: 'webhooks',
          apiUrl: 'http://127.0.0.1:1',
        },
      },
    ],
    [
      { PAYMENTS: 'simulated', PAYMENT_SCENARIO: 'vanish' },
      { paymentMode: 'simulated', payments: { scenario: 'vanish' } },
    ],
    [
      { VITE_SITE_NAME: 'Academy', VITE_PHONE: '+91 1', VITE_EMAIL: 'ask@academy.example' },
      { mail: { site: { name: 'Academy', phone: '+91 1', email: 'ask@academy.example' } } },
    ],
    [
      { VITE_FOUNDER: 'Asha Rao', VITE_POSTAL_ADDRESS: 'Jaipur', VITE_REGISTRATION_NUMBER: 'U1' },
      { mail: { site: { founder: 'Asha Rao', postalAddress: 'Jaipur', registrationNumber: 'U1' } } },
    ],
    [
      { NODE_ENV: 'production', VISUALISER: '0', ALLOW_PLACEHOLDERS: '1' },
      { realSetting: 'NODE_ENV', isVisualiserMeant: false, arePlaceholdersAllowed: true },
    ],
    [{ VISUALISER: '1' }, { isVisualiserMeant: true }],
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

  const refusals: ConfigRefusal[] = [
    ...['eighty', '70000', '-1', '80x', 'x80', '65536'].map(
      (PORT): ConfigRefusal => [{ PORT }, `PORT must be a number from 0 to 65535, not "${PORT}".`],
    ),
    [{ METRICS_PORT: 'x' }, 'METRICS_PORT must be a number from 0 to 65535, not "x".'],
    [{ PAYMENT_SCENARIO: 'chaos' }, /^PAYMENT_SCENARIO must be one of success, .*; not "chaos"\.$/],
    [{ PAYMENTS: 'real' }, 'PAYMENTS must be live, test or simulated; not "real".'],
    [{ VISUALISER: 'yes' }, 'VISUALISER must be 0 or 1, not "yes".'],
    [{ ALLOW_PLACEHOLDERS: 'true' }, 'ALLOW_PLACEHOLDERS must be 0 or 1, not "true".'],
    [{ RAZORPAY_KEY_ID: 'id' }, 'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET must be set together, or neither.'],
    [
      { RAZORPAY_KEY_SECRET: 'secret' },
      'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET must be set together, or neither.',
    ],
    ...[
      ['OFFICE_EMAIL', 'a@b.example, c@d.example'],
      ['OFFICE_EMAIL', 'दफ़्तर@b.example'],
      ['MAIL_FROM', 'Academy <a@b.example>'],
    ].map(
      ([name = '', value]): ConfigRefusal => [
        { [name]: value },
        `${name} must be one e-mail address without a name, with ASCII alone before the @, such as office@academy.example.`,
      ],
    ),
    [{ RAZORPAY_API: 'razorpay' }, 'RAZORPAY_API must be an address that starts with http:// or https://.'],
    [
      { RATE_LIMIT_PER_ADDRESS: 'many' },
      'RATE_LIMIT_PER_ADDRESS must be a number, or 0 for no limit; not "many".',
    ],
    ...['1234567890', '1x', 'x1'].map(
      (text): ConfigRefusal => [
        { RATE_LIMIT_PER_PERSON: text },
        `RATE_LIMIT_PER_PERSON must be a number, or 0 for no limit; not "${text}".`,
      ],
    ),
    ...[
      ...['everybody', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/99', '::1/129', '10.0.0.0/255.0.0.0'],
      ...[
        '1',
        '010.0.0.1',
        '10.0.0.0/8x',
        '10.0.0.0/x8',
        '10.0.0.0/08',
        '10.0.0.0/',
        '10.0.0.0/8/8',
        'x/8',
        ' loopback/8',
        '',
      ],
    ].map(
      (text): ConfigRefusal => [
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
  ];

  test.each(refusals)('the configuration refuses %o', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence);
  });
});
