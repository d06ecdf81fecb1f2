import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeholderSite } from '../../machines/site.ts';
import { readConfig } from '../../server/config.ts';
import { createServiceFixture, type ServiceFixture } from './serviceFixture.ts';

describe('the configuration', () => {
  test('has a default for everything', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual({
      port: 3000,
      host: 'localhost',
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
    });
  });

  test('is read from the environment', () => {
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
    });
    expect(config).toEqual({
      port: 0,
      host: '0.0.0.0',
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
    });
  });

  test.each([
    [{ PORT: 'eighty' }, 'PORT must be a number from 0 to 65535, not "eighty".'],
    [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535, not "70000".'],
    [{ PORT: '-1' }, 'PORT must be a number from 0 to 65535, not "-1".'],
    [{ PAYMENT_SCENARIO: 'chaos' }, /^PAYMENT_SCENARIO must be one of success, .*; not "chaos"\.$/],
    [{ RAZORPAY_KEY_ID: 'id' }, 'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET must be set together, or neither.'],
    [{ RAZORPAY_API: 'razorpay' }, 'RAZORPAY_API must be an address that starts with http:// or https://.'],
    [
      { RATE_LIMIT_PER_ADDRESS: 'many' },
      'RATE_LIMIT_PER_ADDRESS must be a number, or 0 for no limit; not "many".',
    ],
    [
      { TRUST_PROXY: 'everybody' },
      'TRUST_PROXY must list addresses, ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal; not "everybody".',
    ],
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
      'MAIL_FROM must be one e-mail address without a name, such as office@academy.example.',
    ],
  ])('refuses %o', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence);
  });
});

describe('a service that cannot start', () => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await createServiceFixture('PGlite');
  });
  afterAll(() => fixture.remove());

  test.each([
    [{ host: '192.0.2.1' }, 'HOST is no address of this machine: 192.0.2.1.'],
    [{ siteDir: '/nowhere' }, 'There is no built site in /nowhere. Build it first, or set SITE_DIR.'],
    [{ dataDir: '/dev/null/data' }, 'DATA_DIR is not a directory: /dev/null/data. Set it to a directory.'],
    [
      { databaseUrl: 'postgres://127.0.0.1:9/x' },
      'The PostgreSQL server that DATABASE_URL names cannot be reached: connection refused (ECONNREFUSED) at 127.0.0.1:9.',
    ],
  ])('fails with a sentence and releases what it opened: %o', async (options, sentence) => {
    await expect(fixture.start(options)).rejects.toThrow(sentence);
  });

  test('says that the path of its data is too long for a socket', async () => {
    const dataDir = join(fixture.options.dataDir, 'x'.repeat(100));
    await expect(fixture.start({ dataDir })).rejects.toThrow(`The path of DATA_DIR is too long: ${dataDir}.`);
  });

  test('says that its port is in use, and can then take another', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    const sentence = `Port ${port} is in use. Stop what uses it, or set PORT to another one.`;
    await expect(fixture.start({ port })).rejects.toThrow(sentence);
    other.close();
    await fixture.start();
  });
});
