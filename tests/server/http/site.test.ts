import { cp, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedServiceTest } from '../fixtures.ts';
import { createServiceFixture, fastestDatabase, orderBody, postJson } from '../serviceFixture.ts';

/** The files of the site: which one a path has, how long it is kept, and by what caches tell its forms apart. */

const PAGE = `<!doctype html><title>The site</title>${'<p>Words of the page.</p>'.repeat(200)}`;
const SCRIPT = `export const words = ${JSON.stringify('word '.repeat(2000))};`;
const ORIGIN = 'https://site.example';

/** The files, of which those that are listed first were compressed when the site was built. */
const FILES = {
  'index.html': PAGE,
  'assets/index-abc123.js': SCRIPT,
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'style.css': 'main {} '.repeat(500),
  'icon.png': PAGE,
  'assets/font-abc123.woff2': PAGE,
};
const COMPRESSED = 2;

const test = sharedServiceTest
  .extend('siteDir', { scope: 'file' }, async ({}, { onCleanup }) => {
    const siteDir = await mkdtemp(join(tmpdir(), 'site-'));
    onCleanup(() => rm(siteDir, { recursive: true }));
    await mkdir(join(siteDir, 'assets'));
    for (const [index, [name, content]] of Object.entries(FILES).entries()) {
      await writeFile(join(siteDir, name), content);
      if (index >= COMPRESSED) continue;
      await writeFile(join(siteDir, `${name}.br`), brotliCompressSync(content));
      await writeFile(join(siteDir, `${name}.gz`), gzipSync(content));
    }
    return siteDir;
  })
  .extend('service', { scope: 'file' }, async ({ data, siteDir }) => data.start({ siteDir }))
  .extend(
    'open',
    async ({ service }) =>
      (path: string, init?: RequestInit) =>
        fetch(`${service.url}${path}`, init),
  )
  /** Requests a path exactly as it is written. */
  .extend(
    'request',
    async ({ service }) =>
      (path: string, headers: Record<string, string> = {}, method = 'GET') =>
        new Promise<{ status: number; encoding: string | undefined; vary: string[]; etag: string }>(
          (resolve, reject) => {
            const { hostname, port } = new URL(service.url);
            const sent = request({ hostname, port, path, method, headers }, (response) => {
              response.resume();
              const { vary = '', etag = '', 'content-encoding': encoding } = response.headers;
              const fields = vary.split(', ').filter(Boolean);
              resolve({ status: response.statusCode ?? 0, encoding, vary: fields, etag });
            });
            sent.once('error', reject).end();
          },
        ),
  );

test.for(['/', '/register-re', '/blog/category/science', '/nothing/at/all', '/index.html'])(
  '%s is the page, checked again each time',
  async (path, { open }) => {
    const response = await open(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toBe(PAGE);
  },
);

test('an asset is kept for good, another file has its type, and a missing asset is 404, never the page', async ({
  open,
}) => {
  const asset = await open('/assets/index-abc123.js');
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-type')).toMatch(/javascript/);
  expect(await asset.text()).toBe(SCRIPT);
  expect((await open('/logo.svg')).headers.get('content-type')).toMatch(/^image\/svg\+xml/);
  const missing = await open('/assets/index-old999.js');
  expect(missing.status).toBe(404);
  expect(await missing.json()).toMatchObject({ success: false });
});

test('a compressed file has its content, and HEAD the headers alone', async ({ open }) => {
  for (const encoding of ['br', 'gzip'])
    for (const [path, content] of nonEmpty([
      ['/', PAGE],
      ['/style.css', FILES['style.css']],
    ] as const))
      expect(await (await open(path, { headers: { 'accept-encoding': encoding } })).text()).toBe(content);
  const head = await open('/', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

const encodings = ['br', 'gzip', 'identity', undefined];
const accepting = (encoding: string | undefined): Record<string, string> =>
  encoding ? { 'accept-encoding': encoding } : {};

test.for([
  ['a page that was compressed before', '/', 200],
  ['an asset that was compressed before', '/assets/index-abc123.js', 200],
  ['a file that is compressed when it is sent', '/style.css', 200],
  ['a script that the service writes', '/simulator/checkout.js', 200],
  ['a missing asset', '/assets/missing.js', 404],
] as const)('a cache stores %s by the encoding that is accepted', async ([, path, status], { request }) => {
  for (const encoding of nonEmpty(encodings)) {
    for (const method of ['GET', 'HEAD']) {
      const variant = await request(path, accepting(encoding), method);
      expect(variant.status).toBe(status);
      expect(variant.vary, `${method} ${encoding}`).toEqual(['accept-encoding']);
    }
    const { encoding: received } = await request(path, accepting(encoding));
    expect(received, encoding).toBe(status === 200 && encoding !== 'identity' ? encoding : undefined);
  }
});

test('a file that has not changed is not sent again, in whatever encoding', async ({ request }) => {
  for (const path of ['/', '/assets/index-abc123.js', '/style.css'])
    for (const encoding of nonEmpty(encodings)) {
      const { etag } = await request(path, accepting(encoding));
      const unchanged = await request(path, { ...accepting(encoding), 'if-none-match': etag });
      expect(unchanged).toMatchObject({ status: 304, vary: ['accept-encoding'] });
    }
});

test('a cache stores a picture and a font once', async ({ request }) => {
  for (const path of ['/icon.png', '/assets/font-abc123.woff2']) {
    const { etag, vary } = await request(path, accepting('br'));
    expect(vary).toEqual([]);
    expect((await request(path, { 'if-none-match': etag })).vary).toEqual([]);
  }
});

test.for([
  '/../package.json',
  '/..%2f..%2fetc%2fpasswd',
  '/assets/../../package.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/%00',
  '/%zz',
])('%s does not leave the directory of the site', async (path, { open, request }) => {
  expect([200, 400, 404]).toContain((await request(path)).status);
  const text = await (await open(path)).text();
  expect(text === PAGE || JSON.parse(text).success === false).toBe(true);
});

test('a site that is hosted elsewhere may make the calls, others may not', async ({ data, siteDir }) => {
  const { url } = await data.start({ siteDir, corsOrigin: ORIGIN });
  const preflight = await fetch(`${url}/create-order`, {
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
  const send = (origin: string) =>
    postJson(`${url}/create-order`, { ...orderBody('a@b.c'), amount: 1 }, { origin });
  expect((await send(ORIGIN)).headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect((await send('https://other.example')).headers.get('access-control-allow-origin')).toBe(ORIGIN);
});

test('another server with the same files gives them the same ETags, and keeps those with which it started', async ({
  open,
  siteDir,
}) => {
  const copy = `${siteDir}-copy`;
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
