import { cp, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Service } from '../../../server/service.ts';
import {
  createServiceFixture,
  fastestDatabase,
  orderBody,
  postJson,
  type ServiceFixture,
} from '../serviceFixture.ts';

const PAGE = `<!doctype html><title>The site</title>${'<p>Words of the page.</p>'.repeat(200)}`;
const SCRIPT = `export const words = ${JSON.stringify('word '.repeat(2000))};`;
const ORIGIN = 'https://site.example';

let fixture: ServiceFixture;
let service: Service;
let siteDir: string;

beforeAll(async () => {
  siteDir = await mkdtemp(join(tmpdir(), 'site-'));
  await mkdir(join(siteDir, 'assets'));
  await writeFile(join(siteDir, 'index.html'), PAGE);
  await writeFile(join(siteDir, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(siteDir, 'assets', 'index-abc123.js'), SCRIPT);
  fixture = await createServiceFixture(fastestDatabase);
  service = await fixture.start({ siteDir, corsOrigin: ORIGIN });
});
afterAll(async () => {
  await fixture.remove();
  await rm(siteDir, { recursive: true });
});

const open = (path: string, init?: RequestInit) => fetch(`${service.url}${path}`, init);

/** Requests a path exactly as it is written; returns the status. */
const rawStatus = (path: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    get({ hostname, port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).once('error', reject);
  });

test.each(['/', '/register-re', '/blog/category/science', '/nothing/at/all', '/index.html'])(
  '%s is the page, checked again each time',
  async (path) => {
    const response = await open(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toBe(PAGE);
  },
);

test('a page that has not changed is not sent again', async () => {
  const etag = (await open('/')).headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  expect(await rawStatus('/', { 'if-none-match': etag })).toBe(304);
});

test('assets are cached for good', async () => {
  const response = await open('/assets/index-abc123.js');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('content-type')).toMatch(/javascript/);
  expect(await response.text()).toBe(SCRIPT);
});

test('other files are served under their names', async () => {
  expect((await open('/logo.svg')).headers.get('content-type')).toMatch(/^image\/svg\+xml/);
});

test('a missing asset is 404, never the page', async () => {
  const response = await open('/assets/index-old999.js');
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ success: false });
});

test.each(['br', 'gzip'])('text is compressed with %s', async (encoding) => {
  for (const path of ['/', '/assets/index-abc123.js']) {
    const response = await open(path, { headers: { 'accept-encoding': encoding } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
    expect((await response.text()).length).toBeGreaterThan(1000);
  }
});

test('HEAD has the headers alone', async () => {
  const response = await open('/', { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('');
});

test.each([
  '/../package.json',
  '/..%2f..%2fetc%2fpasswd',
  '/assets/../../package.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/%00',
  '/%zz',
])('%s does not leave the directory of the site', async (path) => {
  const status = await rawStatus(path);
  expect([200, 400, 404]).toContain(status);
  const text = await (await open(path)).text();
  expect(text === PAGE || JSON.parse(text).success === false).toBe(true);
});

test('a site that is hosted elsewhere may make the calls, others may not', async () => {
  const preflight = await open('/create-order', {
    method: 'OPTIONS',
    headers: {
      origin: ORIGIN,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(preflight.headers.get('access-control-allow-methods')).toBe('POST');
  const wrong = await postJson(
    `${service.url}/create-order`,
    { ...orderBody('a@b.c'), amount: 1 },
    { origin: ORIGIN },
  );
  expect(wrong.headers.get('access-control-allow-origin')).toBe(ORIGIN);

  const foreign = await postJson(`${service.url}/create-order`, orderBody('a@b.c'), {
    origin: 'https://other.example',
  });
  expect(foreign.headers.get('access-control-allow-origin')).not.toBe('https://other.example');
});

test('a directory without a site is refused', async () => {
  await expect(fixture.start({ siteDir: join(siteDir, 'assets') })).rejects.toThrow(
    /^There is no built site in .*\.$/,
  );
});

test('another server with the same files gives them the same ETags, and keeps those with which it started', async () => {
  const copy = join(siteDir, '..', `${basename(siteDir)}-copy`);
  await cp(siteDir, copy, { recursive: true });
  await utimes(join(copy, 'index.html'), 1, 1);
  await mkdir(join(copy, 'about'));
  await writeFile(join(copy, 'about', 'index.html'), 'About');
  await writeFile(join(copy, '404.html'), 'Nothing');
  const otherData = await createServiceFixture(fastestDatabase);
  const other = await otherData.start({ siteDir: copy });
  await rm(copy, { recursive: true });
  const openThere = (path: string) => fetch(`${other.url}${path}`);
  const [here, there] = await Promise.all([open('/'), openThere('/')]);
  expect(there.headers.get('etag')).toMatch(/^W\/".{22}"$/);
  expect(there.headers.get('etag')).toBe(here.headers.get('etag'));
  for (const path of ['/about', '/About/', '/about/index.html'])
    expect(await (await openThere(path)).text(), path).toBe('About');
  for (const path of ['/nothing', '/site-requirements.json', '/about/nothing']) {
    const missing = await openThere(path);
    expect([missing.status, await missing.text(), missing.headers.get('cache-control')], path).toEqual([
      404,
      'Nothing',
      'no-store',
    ]);
  }
  await otherData.remove();
});
