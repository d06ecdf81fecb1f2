import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServiceFixture, type ServiceFixture } from './serviceFixture.ts';

describe('a service that cannot start', () => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await createServiceFixture('PGlite');
  });
  afterAll(() => fixture.remove());

  test.each([
    [{ host: '192.0.2.1' }, 'HOST is no address of this machine: 192.0.2.1.'],
    [{ siteDir: '/nowhere' }, 'There is no built site in /nowhere. Build it first, or set SITE_DIR.'],
    [
      { metrics: { host: '192.0.2.1', port: 0 } },
      'The metrics cannot be served on METRICS_HOST 192.0.2.1 and METRICS_PORT 0 (EADDRNOTAVAIL). Set others, or none.',
    ],
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
