import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../server/http/app.ts';
import type { Service } from '../../../server/service.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { createServiceFixture, fastestDatabase, type ServiceFixture } from '../serviceFixture.ts';

const TEXT = 'Words of the page. '.repeat(200);

let fixture: ServiceFixture;
let service: Service;
let siteDir: string;

beforeAll(async () => {
  siteDir = await mkdtemp(join(tmpdir(), 'site-'));
  await mkdir(join(siteDir, 'assets'));
  for (const name of ['index.html', '404.html', 'assets/main-abc123.js']) {
    await writeFile(join(siteDir, name), TEXT);
    await writeFile(join(siteDir, `${name}.br`), brotliCompressSync(TEXT));
    await writeFile(join(siteDir, `${name}.gz`), gzipSync(TEXT));
  }
  await writeFile(join(siteDir, 'style.css'), TEXT);
  await writeFile(join(siteDir, 'icon.png'), TEXT);
  await writeFile(join(siteDir, 'assets', 'font-abc123.woff2'), TEXT);
  fixture = await createServiceFixture(fastestDatabase);
  service = await fixture.start({ siteDir });
});
afterAll(async () => {
  await fixture.remove();
  await rm(siteDir, { recursive: true });
});

describe('caches', () => {
  type Variant = { status: number; encoding: string | undefined; vary: string[]; etag: string };

  /** Requests a path as a client that accepts an encoding, or none. */
  const variantOf = (path: string, headers: Record<string, string>, method = 'GET') =>
    new Promise<Variant>((resolve, reject) => {
      const { hostname, port } = new URL(service.url);
      const sent = request({ hostname, port, path, method, headers }, (response) => {
        response.resume();
        const { vary = '', etag = '', 'content-encoding': encoding } = response.headers;
        const fields = vary.split(', ').filter(Boolean);
        resolve({ status: response.statusCode ?? 0, encoding, vary: fields, etag });
      });
      sent.once('error', reject).end();
    });
  const encodings = ['br', 'gzip', 'identity', undefined];
  const accepting = (encoding: string | undefined): Record<string, string> =>
    encoding ? { 'accept-encoding': encoding } : {};

  test.each([
    ['a page that was compressed before', '/', 200],
    ['an asset that was compressed before', '/assets/main-abc123.js', 200],
    ['a file that is compressed when it is sent', '/style.css', 200],
    ['the not-found page', '/nothing.png', 404],
    ['a script that the service writes', '/simulator/checkout.js', 200],
    ['a missing asset', '/assets/missing.js', 404],
  ])('store %s by the encoding that is accepted', async (_name, path, status) => {
    for (const encoding of nonEmpty(encodings)) {
      for (const method of ['GET', 'HEAD']) {
        const variant = await variantOf(path, accepting(encoding), method);
        expect(variant.status).toBe(status);
        expect(variant.vary, `${method} ${encoding}`).toEqual(['accept-encoding']);
      }
      const isCompressed = path !== '/assets/missing.js' && encoding !== 'identity';
      const { encoding: received } = await variantOf(path, accepting(encoding));
      expect(received, encoding).toBe(isCompressed ? encoding : undefined);
    }
  });

  test.each(['/', '/assets/main-abc123.js', '/style.css'])(
    'learn it again when %s has not changed',
    async (path) => {
      for (const encoding of nonEmpty(encodings)) {
        const { etag } = await variantOf(path, accepting(encoding));
        const unchanged = await variantOf(path, { ...accepting(encoding), 'if-none-match': etag });
        expect(unchanged.status).toBe(304);
        expect(unchanged.vary).toEqual(['accept-encoding']);
      }
    },
  );

  test('store a picture and a font once', async () => {
    for (const path of ['/icon.png', '/assets/font-abc123.woff2']) {
      const { etag, vary } = await variantOf(path, accepting('br'));
      expect(vary).toEqual([]);
      expect((await variantOf(path, { 'if-none-match': etag })).vary).toEqual([]);
    }
  });

  test('also keep apart what differs in another way', async () => {
    const app = await createApp({});
    app.get('/x', async (_request, reply) => reply.header('vary', 'Origin').send({ text: TEXT }));
    for (const encoding of ['br', 'identity']) {
      const { headers } = await app.inject({ url: '/x', headers: { 'accept-encoding': encoding } });
      expect(headers.vary).toBe('Origin, accept-encoding');
    }
    await app.close();
  });
});

describe('a request that can be read in two ways', () => {
  /** Sends text to the server and returns everything that it answers. */
  async function answerTo(text: string): Promise<string> {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1').setEncoding('utf8');
    socket.write(text);
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    return answer;
  }
  const NEXT = 'GET /healthz HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n';
  const get = (target: string, ...headers: string[]) =>
    `GET ${target} HTTP/1.1\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`;
  const body = '{"name":"Asha","phone":"9876543210"}';

  test.each([
    ['two hosts', get('/healthz', 'Host: site', 'Host: other')],
    ['the same host twice', get('/healthz', 'Host: site', 'hOST: site')],
    [
      'two hosts of a call',
      `POST /api/inquiry HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nHOST: other\r\n\r\n${body}`,
    ],
    ['a host in its target', get('http://other/healthz', 'Host: site')],
    ['a NUL in its path', get('/%00', 'Host: site')],
    ['a NUL in the path of an asset', get('/assets/main-abc123.js%00.png', 'Host: site')],
    ['a NUL in the path of a call', get('/simulator/orders/%00/payments', 'Host: site')],
    ['a NUL in its query', get('/healthz?a=b%00', 'Host: site')],
    ['a NUL in the name of a parameter', get('/?%00=b', 'Host: site')],
  ])('is refused, and its connection closed: %s', async (_name, text) => {
    const answer = await answerTo(text + NEXT);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
    expect(answer).toContain('"message":"The request could not be understood."');
  });

  test('is refused without a host', async () => {
    expect(await answerTo(get('/healthz'))).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });

  test('is none where a NUL is encoded twice, or a host is a parameter', async () => {
    for (const target of ['/%2500', '/?u=http://other/', '//other/'])
      expect(await answerTo(get(target, 'Host: site', 'Connection: close'))).toMatch(
        /^HTTP\/1\.1 (200|404) /,
      );
  });
});
