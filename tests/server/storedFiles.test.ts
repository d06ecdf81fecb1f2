import { cp, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readSite } from '../../server/http/staticFiles.ts';

const PAGE = '<!doctype html><p>Words of the page.';

let parent: string;
let siteDir: string;
let app: FastifyInstance;

/** Returns a server that sends every path as the file of that name. */
async function serve(directory: string): Promise<FastifyInstance> {
  const server = fastify();
  const site = await readSite(directory);
  server.get<{ Querystring: { status?: string } }>('/*', ({ url, query }, reply) => {
    const file = url.slice(1).replace(/\?.*/, '');
    site.send(reply, { file, status: Number(query.status ?? 200), cacheControl: 'max-age=1' });
  });
  return server;
}

const files = {
  'index.html': PAGE,
  'index.html.br': brotliCompressSync(PAGE),
  'both.html': PAGE,
  'both.html.br': brotliCompressSync(PAGE),
  'both.html.gz': gzipSync(PAGE),
  'plain.html': PAGE,
  'other.html': `${PAGE} More.`,
};

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'stored-'));
  siteDir = join(parent, 'site');
  await mkdir(join(siteDir, 'types'), { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(siteDir, name), content);
  for (const extension of Object.keys(types))
    await writeFile(join(siteDir, 'types', `file.${extension}`), '');
  app = await serve(siteDir);
});
afterAll(async () => {
  await app.close();
  await rm(parent, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test.each([
  ['br', 'br'],
  ['gzip, br;q=0.5', 'br'],
  ['br;q=0, gzip', undefined],
  ['gzip', undefined],
  ['', undefined],
])('a client that accepts "%s" gets the file with the encoding %s', async (accepted, encoding) => {
  const { headers, rawPayload } = await get('/index.html', { 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
  expect(String(encoding === 'br' ? brotliDecompressSync(rawPayload) : rawPayload)).toBe(PAGE);
});

const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

test.each([
  ['gzip, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
] as const)('of two encodings a client that accepts "%s" gets %s', async (accepted, encoding) => {
  const { headers, rawPayload } = await get('/both.html', { 'accept-encoding': accepted });
  expect(headers).toMatchObject({ 'content-encoding': encoding, 'content-type': 'text/html; charset=utf-8' });
  expect(String(decoders[encoding](rawPayload))).toBe(PAGE);
});

const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json',
  xml: 'application/xml',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  ico: 'image/vnd.microsoft.icon',
  woff2: 'font/woff2',
  unheard: 'application/octet-stream',
};

test.each(Object.entries(types))('a file with the extension %s has the type %s', async (extension, type) => {
  const { headers } = await get(`/types/file.${extension}`);
  expect(headers['content-type']).toBe(type);
});

test('a file that the client has is not sent again, unless it is the page of what was not found', async () => {
  const etag = String((await get('/plain.html')).headers.etag);
  const list = { 'if-none-match': `"other", ${etag}` };
  const known = await get('/plain.html', list);
  expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag]);
  expect(known.headers['cache-control']).toBe('max-age=1');
  expect((await get('/other.html', list)).statusCode).toBe(200);
  expect((await get('/plain.html?status=404', list)).statusCode).toBe(404);
});

test('two machines with the same files give them the same ETags, whenever they were written', async () => {
  const copy = join(parent, 'copy');
  await cp(siteDir, copy, { recursive: true });
  await utimes(join(copy, 'index.html'), 1, 1);
  const other = await serve(copy);
  onTestFinished(() => other.close());
  const { headers } = await other.inject('/index.html');
  expect(headers.etag).toMatch(/^W\/".{22}"$/);
  expect(headers.etag).toBe((await get('/index.html')).headers.etag);
});

test('a server sends the site with which it started, also when another one is built in its place', async () => {
  const replaced = join(parent, 'replaced');
  await cp(siteDir, replaced, { recursive: true });
  const server = await serve(replaced);
  onTestFinished(() => server.close());
  await rm(replaced, { recursive: true });
  expect((await server.inject('/index.html')).body).toBe(PAGE);
});

test.each(['/none.html', '/../stored.html'])('%s, which is no file of the site, is an error', async (url) => {
  const response = await get(url);
  expect([response.statusCode, response.json().message]).toEqual([500, 'A file of the site was not read.']);
});
