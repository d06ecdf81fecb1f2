import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../../../server/service.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import {
  createServiceFixture,
  fastestDatabase,
  newEmail,
  orderBody,
  postJson,
  type ServiceFixture,
} from '../serviceFixture.ts';

const REQUIREMENTS_FILE = 'site-requirements.json';
const RAZORPAY = {
  checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
  connectOrigins: ['https://service.example'],
  scriptHashes: [],
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

let fixture: ServiceFixture;
let siteDir: string;

async function makeSite(requirements?: typeof RAZORPAY): Promise<void> {
  await mkdir(join(siteDir, 'assets'), { recursive: true });
  await writeFile(join(siteDir, 'index.html'), '<!doctype html><title>The site</title>');
  await writeFile(join(siteDir, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(siteDir, 'assets', 'index-abc123.js'), 'export {};');
  if (requirements) await writeFile(join(siteDir, REQUIREMENTS_FILE), JSON.stringify(requirements));
}

beforeAll(async () => {
  siteDir = await mkdtemp(join(tmpdir(), 'site-'));
  fixture = await createServiceFixture(fastestDatabase);
});
afterAll(async () => {
  await fixture.remove();
  await rm(siteDir, { recursive: true });
});

describe('the service', () => {
  let service: Service;
  beforeAll(async () => {
    await makeSite();
    service = await fixture.start({ siteDir });
  });
  afterAll(() => service.close());

  const responses: readonly (readonly [string, (url: string) => Promise<Response>])[] = [
    ['a page', (url) => fetch(`${url}/about`)],
    ['the page that pays', (url) => fetch(`${url}/register-re`)],
    ['an asset', (url) => fetch(`${url}/assets/index-abc123.js`)],
    ['a missing asset', (url) => fetch(`${url}/assets/missing.js`)],
    ['an address that cannot be read', (url) => fetch(`${url}/%zz`)],
    ['a wrong method', (url) => fetch(`${url}/api/contact`, { method: 'DELETE' })],
    ['a call that is refused', (url) => fetch(`${url}/api/contact`, { method: 'POST' })],
    ['a call of an unknown kind', (url) => fetch(`${url}/api/nothing`, { method: 'POST' })],
    ['the simulator', (url) => fetch(`${url}/simulator/checkout.js`)],
    ['health', (url) => fetch(`${url}/healthz`)],
  ];

  test.each(responses)('protects %s', async (_name, sendRequest) => {
    const { headers, redirected } = await sendRequest(service.url);
    expect(redirected).toBe(false);
    const policy = policyOf(headers);
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual(["'self'"]);
    expect(policy.get('style-src')).toEqual(["'self'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('object-src')).toEqual(["'none'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*|report/);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect([headers.has('server'), headers.has('x-powered-by')]).toEqual([false, false]);
  });

  test('protects the response to a malformed request', async () => {
    const { port } = new URL(service.url);
    const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
    socket.write('<script>\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(text).toContain('X-Content-Type-Options: nosniff');
    expect(text).toContain('Cache-Control: no-store');
    expect(text).not.toContain('<script>');
  });

  test('forbids caching of what a call returns, and sends it as JSON', async () => {
    for (const body of [orderBody(newEmail()), { amount: '<script>alert(1)</script>' }]) {
      const { headers } = await postJson(`${service.url}/create-order`, body);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  test.each(['/%ff', '/%zz', '/%00', '/api/none', '/assets/none.js', '/api/contact'])(
    'forbids caching of the error at %s',
    async (path) => {
      const response = await fetch(`${service.url}${path}`);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );

  test('repeats nothing of what it was sent', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    const bodies = [{ name: markup, email: markup, message: markup }, { [markup]: markup }, markup];
    for (const body of nonEmpty(bodies)) {
      const response = await postJson(`${service.url}/api/contact`, body);
      expect(JSON.stringify(response.body)).not.toContain('<');
    }
    const unknown = await fetch(`${service.url}/api/${encodeURIComponent(markup)}`);
    expect(await unknown.text()).not.toContain('<');
  });

  test('lets other sites load only the files that they show', async () => {
    const policy = async (path: string) =>
      (await fetch(`${service.url}${path}`)).headers.get('cross-origin-resource-policy');
    expect(await policy('/icon.svg')).toBe('cross-origin');
    expect(await policy('/social/home.png')).toBe('cross-origin');
    expect(await policy('/simulator/checkout.js')).toBe('cross-origin');
    expect(await policy('/')).toBe('same-origin');
    expect(await policy('/assets/index-abc123.js')).toBe('same-origin');
  });
});

describe('a build with requirements', () => {
  test('allows the provider on the payment page and on no other', async () => {
    await makeSite(RAZORPAY);
    const service = await fixture.start({ siteDir });
    const open = async (path: string) => (await fetch(`${service.url}${path}`)).headers;
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
    await service.close();
  });

  test('allows another checkout script from its own origin alone, and the visualiser what it needs', async () => {
    await makeSite({ ...RAZORPAY, checkoutScript: 'https://pay.example/checkout.js', visualiser: true });
    const service = await fixture.start({ siteDir });
    const open = async (path: string) => policyOf((await fetch(`${service.url}${path}`)).headers);
    const [page, payment, visualiser] = await Promise.all(['/', '/register-re', '/visualiser/'].map(open));
    for (const name of ['script-src', 'connect-src', 'frame-src'])
      expect(payment?.get(name), name).toContain('https://pay.example');
    expect(payment?.get('style-src')).toEqual(["'self'"]);
    expect(page?.get('frame-ancestors'), 'the visualiser shows it in a frame').toEqual(["'self'"]);
    expect(page?.has('worker-src')).toBe(false);
    expect(visualiser?.get('worker-src')).toEqual(["'self'", 'blob:']);
    await service.close();
  });

  test('is refused when its requirements cannot be read', async () => {
    await writeFile(join(siteDir, REQUIREMENTS_FILE), '{"checkoutScript": 5}');
    await expect(fixture.start({ siteDir })).rejects.toThrow(
      /^site-requirements.json in .* is not understood\./,
    );
    await rm(join(siteDir, REQUIREMENTS_FILE));
  });
});
