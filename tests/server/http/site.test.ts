import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedServiceTest } from '../fixtures.ts';
import { createServiceFixture, fastestDatabase, newEmail, orderBody, postJson } from '../serviceFixture.ts';

/** The files of the site, and the headers of every response. */

const PAGE = `<!doctype html><title>The site</title>${'<p>Words of the page.</p>'.repeat(200)}`;
const SCRIPT = `export const words = ${JSON.stringify('word '.repeat(2000))};`;
const ORIGIN = 'https://site.example';

/** The files. Those listed first were compressed when the site was built. */
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

test('assets are kept for good, files have their type, missing assets are 404', async ({ open }) => {
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

test('a page is found however its path is written', async ({ open, siteDir }) => {
  const copy = `${siteDir}-copy`;
  await cp(siteDir, copy, { recursive: true });
  await mkdir(join(copy, 'about'));
  await writeFile(join(copy, 'about', 'index.html'), 'About');
  await writeFile(join(copy, '404.html'), 'Nothing');
  const otherData = await createServiceFixture(fastestDatabase);
  const other = await otherData.start({ siteDir: copy });
  const openThere = (path: string) => fetch(`${other.url}${path}`);
  const here = await open('/');
  for (const path of ['/about', '/About/', '/about/index.html'])
    expect(await (await openThere(path)).text(), path).toBe('About');
  for (const path of ['/nothing', '/site-requirements.json', '/about/nothing']) {
    const missing = await openThere(path);
    expect([missing.status, await missing.text(), missing.headers.get('cache-control')], path).toEqual([
      404,
      'Nothing',
      'no-store',
    ]);
    const etag = missing.headers.get('etag') ?? '';
    expect((await fetch(`${other.url}${path}`, { headers: { 'if-none-match': etag } })).status).toBe(404);
  }
  expect(here.headers.get('keep-alive'), 'longer than a proxy keeps it').toBe('timeout=72');
  await otherData.remove();
  await rm(copy, { recursive: true });
});

const REQUIREMENTS_FILE = 'site-requirements.json';
const RAZORPAY = {
  checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
  connectOrigins: ['https://service.example'],
  visualiser: false,
};

/** The directives of the policy by their names. */
function policyOf(headers: Headers): Map<string, string[]> {
  const text = headers.get('content-security-policy') ?? '';
  return new Map(
    text.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources];
    }),
  );
}

/** Starts services with their own sites; `service` has one without a requirements file. */
const servedTest = sharedServiceTest
  .extend('serve', { scope: 'file' }, async ({ data }, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'sites-'));
    onCleanup(() => rm(folder, { recursive: true }));
    let count = 0;
    return async (requirements?: object) => {
      count += 1;
      const siteDir = join(folder, String(count));
      await mkdir(join(siteDir, 'assets'), { recursive: true });
      await writeFile(join(siteDir, 'index.html'), '<!doctype html><title>The site</title>');
      await writeFile(join(siteDir, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
      await writeFile(join(siteDir, 'assets', 'index-abc123.js'), 'export {};');
      if (requirements) await writeFile(join(siteDir, REQUIREMENTS_FILE), JSON.stringify(requirements));
      return data.start({ siteDir });
    };
  })
  .extend('service', { scope: 'file' }, async ({ serve }) => serve())
  /** Sends text to the service and returns everything that it answers. */
  .extend('answerTo', async ({ service }) => async (text: string): Promise<string> => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1').setEncoding('utf8');
    socket.write(text);
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    return answer;
  });

describe('the service', () => {
  const requests: Record<string, [path: string, init?: RequestInit]> = {
    'a page': ['/about'],
    'the page that pays': ['/register-re'],
    'an asset': ['/assets/index-abc123.js'],
    'a missing asset': ['/assets/missing.js'],
    'an address that cannot be read': ['/%zz'],
    'a wrong method': ['/api/contact', { method: 'DELETE' }],
    'a call that is refused': ['/api/contact', { method: 'POST' }],
    'a call of an unknown kind': ['/api/nothing', { method: 'POST' }],
    'the simulator': ['/simulator/checkout.js'],
    health: ['/healthz'],
  };

  servedTest.for(nonEmpty(Object.entries(requests)))(
    'the service protects the response to %s',
    async ([, [path, init]], { service }) => {
      const { headers, redirected } = await fetch(`${service.url}${path}`, init);
      expect(redirected).toBe(false);
      const policy = policyOf(headers);
      expect(Object.fromEntries(policy)).toMatchObject({
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
        'frame-ancestors': ["'none'"],
      });
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*|report/);
      expect(Object.fromEntries(headers)).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'cross-origin-opener-policy': 'same-origin',
      });
      expect([headers.has('server'), headers.has('x-powered-by')]).toEqual([false, false]);
    },
  );

  servedTest('the service protects the response to a malformed request', async ({ answerTo }) => {
    const text = await answerTo('<script>\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(text).toContain('X-Content-Type-Options: nosniff');
    expect(text).toContain('Cache-Control: no-store');
    expect(text).not.toContain('<script>');
  });

  servedTest(
    'the service forbids caching of what a call returns and of errors, and sends calls as JSON',
    async ({ service }) => {
      for (const body of [orderBody(newEmail()), { amount: '<script>alert(1)</script>' }]) {
        const { headers } = await postJson(`${service.url}/create-order`, body);
        expect(headers.get('cache-control')).toBe('no-store');
        expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      }
      for (const path of ['/%ff', '/%zz', '/%00', '/api/none', '/assets/none.js', '/api/contact']) {
        const response = await fetch(`${service.url}${path}`);
        expect(response.status, path).toBeGreaterThanOrEqual(400);
        expect(response.headers.get('cache-control'), path).toBe('no-store');
      }
    },
  );

  servedTest('the service repeats nothing of what it was sent', async ({ service }) => {
    const markup = '<img src=x onerror=alert(1)>';
    const bodies = [{ name: markup, email: markup, message: markup }, { [markup]: markup }, markup];
    for (const body of nonEmpty(bodies)) {
      const response = await postJson(`${service.url}/api/contact`, body);
      expect(JSON.stringify(response.body)).not.toContain('<');
    }
    const unknown = await fetch(`${service.url}/api/${encodeURIComponent(markup)}`);
    expect(await unknown.text()).not.toContain('<');
  });

  servedTest('the service lets other sites load only the files that they show', async ({ service }) => {
    for (const [path, policy] of nonEmpty([
      ['/icon.svg', 'cross-origin'],
      ['/social/home.png', 'cross-origin'],
      ['/simulator/checkout.js', 'cross-origin'],
      ['/', 'same-origin'],
      ['/assets/index-abc123.js', 'same-origin'],
    ] as const)) {
      const { headers } = await fetch(`${service.url}${path}`);
      expect(headers.get('cross-origin-resource-policy'), path).toBe(policy);
    }
  });
});

servedTest(
  'a site that is built for the provider allows it on the payment page and on no other',
  async ({ serve }) => {
    const { url } = await serve(RAZORPAY);
    const open = async (path: string) => (await fetch(`${url}${path}`)).headers;
    const paymentPage = await open('/register-re');
    expect(policyOf(paymentPage).get('script-src')).toEqual([
      "'self'",
      'https://checkout.razorpay.com',
      'https://cdn.razorpay.com',
    ]);
    expect(policyOf(paymentPage).get('frame-src')).toContain('https://api.razorpay.com');
    expect(policyOf(paymentPage).get('default-src')).toEqual(["'none'"]);
    expect(paymentPage.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(paymentPage.get('permissions-policy')).toContain('payment=(self "https://api.razorpay.com"');
    for (const path of ['/Register-Re', '/register-re/', '/register-re?scenario=x'])
      expect(policyOf(await open(path))).toEqual(policyOf(paymentPage));
    for (const path of ['/', '/about', '/register-rex', '/register-term', '/x/register-re']) {
      const other = await open(path);
      expect(other.get('content-security-policy')).not.toMatch(/unsafe|razorpay/);
      expect(policyOf(other).get('connect-src')).toEqual(["'self'", 'https://service.example']);
      expect(other.get('permissions-policy')).toContain('payment=()');
    }
    expect((await open(`/${REQUIREMENTS_FILE}`)).get('content-type')).toMatch(/^text\/html/);
  },
);

servedTest(
  'a site allows another checkout script from its own origin alone, and the visualiser what it needs',
  async ({ serve }) => {
    const { url } = await serve({
      ...RAZORPAY,
      checkoutScript: 'https://pay.example/checkout.js',
      visualiser: true,
    });
    const open = async (path: string) => policyOf((await fetch(`${url}${path}`)).headers);
    const [page, payment, visualiser] = await Promise.all(['/', '/register-re', '/visualiser/'].map(open));
    for (const name of ['script-src', 'connect-src', 'frame-src'])
      expect(payment?.get(name), name).toContain('https://pay.example');
    expect(payment?.get('style-src')).toEqual(["'self'"]);
    expect(page?.get('frame-ancestors'), 'the visualiser shows it in a frame').toEqual(["'self'"]);
    expect(page?.has('worker-src')).toBe(false);
    expect(visualiser?.get('worker-src')).toEqual(["'self'", 'blob:']);
  },
);

const get = (target: string, ...headers: string[]) =>
  `GET ${target} HTTP/1.1\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`;
const NEXT = get('/healthz', 'Host: site', 'Connection: close');
const inquiry = '{"name":"Asha","phone":"9876543210"}';

servedTest.for([
  ['two hosts', get('/healthz', 'Host: site', 'Host: other')],
  ['the same host twice', get('/healthz', 'Host: site', 'hOST: site')],
  [
    'two hosts of a call',
    `POST /api/inquiry HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: ${inquiry.length}\r\nHOST: other\r\n\r\n${inquiry}`,
  ],
  ['a host in its target', get('http://other/healthz', 'Host: site')],
  ['a NUL in its path', get('/%00', 'Host: site')],
  ['a NUL in the path of an asset', get('/assets/index-abc123.js%00.png', 'Host: site')],
  ['a NUL in the path of a call', get('/simulator/orders/%00/payments', 'Host: site')],
  ['a NUL in its query', get('/healthz?a=b%00', 'Host: site')],
  ['a NUL in the name of a parameter', get('/?%00=b', 'Host: site')],
] as const)('a request with %s is refused, and its connection closed', async ([, text], { answerTo }) => {
  const answer = await answerTo(text + NEXT);
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
  expect(answer).toContain('"message":"The request could not be understood."');
});

servedTest(
  'a request without a host is refused, one with a NUL that is encoded twice or a host in a parameter is not',
  async ({ answerTo }) => {
    expect(await answerTo(get('/healthz'))).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    for (const target of ['/%2500', '/?u=http://other/', '//other/'])
      expect(await answerTo(get(target, 'Host: site', 'Connection: close'))).toMatch(
        /^HTTP\/1\.1 (200|404) /,
      );
  },
);
