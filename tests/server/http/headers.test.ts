import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedServiceTest } from '../fixtures.ts';
import { newEmail, orderBody, postJson } from '../serviceFixture.ts';

/** The headers with which everything is sent, and requests whose own headers or paths can be read in two ways. */

const REQUIREMENTS_FILE = 'site-requirements.json';
const RAZORPAY = {
  checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
  connectOrigins: ['https://service.example'],
  visualiser: false,
};

/** Returns the directives of a policy. */
function policyOf(headers: Headers): Map<string, string[]> {
  const text = headers.get('content-security-policy') ?? '';
  return new Map(
    text.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources];
    }),
  );
}

/** Starts services with sites of their own; `service` has one without a requirements file. */
const test = sharedServiceTest
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

  test.for(nonEmpty(Object.entries(requests)))(
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

  test('the service protects the response to a malformed request', async ({ answerTo }) => {
    const text = await answerTo('<script>\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(text).toContain('X-Content-Type-Options: nosniff');
    expect(text).toContain('Cache-Control: no-store');
    expect(text).not.toContain('<script>');
  });

  test('the service forbids caching of what a call returns and of errors, and sends calls as JSON', async ({
    service,
  }) => {
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
  });

  test('the service repeats nothing of what it was sent', async ({ service }) => {
    const markup = '<img src=x onerror=alert(1)>';
    const bodies = [{ name: markup, email: markup, message: markup }, { [markup]: markup }, markup];
    for (const body of nonEmpty(bodies)) {
      const response = await postJson(`${service.url}/api/contact`, body);
      expect(JSON.stringify(response.body)).not.toContain('<');
    }
    const unknown = await fetch(`${service.url}/api/${encodeURIComponent(markup)}`);
    expect(await unknown.text()).not.toContain('<');
  });

  test('the service lets other sites load only the files that they show', async ({ service }) => {
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

test('a site that is built for the provider allows it on the payment page and on no other', async ({
  serve,
}) => {
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
});

test('a site allows another checkout script from its own origin alone, and the visualiser what it needs', async ({
  serve,
}) => {
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
});

const get = (target: string, ...headers: string[]) =>
  `GET ${target} HTTP/1.1\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`;
const NEXT = get('/healthz', 'Host: site', 'Connection: close');
const inquiry = '{"name":"Asha","phone":"9876543210"}';

test.for([
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

test('a request without a host is refused, one with a NUL that is encoded twice or a host in a parameter is not', async ({
  answerTo,
}) => {
  expect(await answerTo(get('/healthz'))).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  for (const target of ['/%2500', '/?u=http://other/', '//other/'])
    expect(await answerTo(get(target, 'Host: site', 'Connection: close'))).toMatch(/^HTTP\/1\.1 (200|404) /);
});
