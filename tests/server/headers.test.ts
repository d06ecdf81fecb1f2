import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { securityFilesPlugin, writeHostFiles } from '../../server/http/hostFiles.ts';
import { noRequirements, type SiteRequirements, securityHeaders } from '../../server/http/securityHeaders.ts';
import { REQUIREMENTS_FILE } from '../../server/http/siteRequirements.ts';
import type { Service } from '../../server/service.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import {
  createServiceFixture,
  fastestDatabase,
  newEmail,
  orderBody,
  postJson,
  type ServiceFixture,
} from './serviceFixture.ts';

const RAZORPAY: SiteRequirements = {
  checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
  connectOrigins: ['https://service.example'],
  scriptHashes: [],
  visualiser: false,
};

/** Returns the directives of a policy. */
function policyOf(headers: Headers | Readonly<Record<string, string>>): Map<string, string[]> {
  const text = new Headers(headers).get('content-security-policy') ?? '';
  return new Map(
    text.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources];
    }),
  );
}

let fixture: ServiceFixture;
let siteDir: string;

async function makeSite(requirements?: SiteRequirements): Promise<void> {
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
    expect(text).not.toContain('<script>');
  });

  test('forbids caching of what a call returns, and sends it as JSON', async () => {
    for (const body of [orderBody(newEmail()), { amount: '<script>alert(1)</script>' }]) {
      const { headers } = await postJson(`${service.url}/create-order`, body);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

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

  test('may be shown in a frame of its own where the visualiser is built in', () => {
    const requirements = { ...noRequirements, visualiser: true };
    expect(policyOf(securityHeaders('/', requirements)).get('frame-ancestors')).toEqual(["'self'"]);
    const page = policyOf(securityHeaders('/visualiser', requirements));
    expect(page.get('worker-src')).toEqual(["'self'", 'blob:']);
    expect(page.get('frame-src')).toEqual(["'self'"]);
    expect(policyOf(securityHeaders('/visualiser', noRequirements)).has('worker-src')).toBe(false);
  });

  test('allows only the script of another checkout address', () => {
    const requirements = { ...noRequirements, checkoutScript: 'https://pay.example/simulator/checkout.js' };
    const page = policyOf(securityHeaders('/register-re/', requirements));
    expect(page.get('script-src')).toEqual(["'self'", 'https://pay.example']);
    expect(page.get('style-src')).toEqual(["'self'"]);
  });

  test('is refused when its requirements cannot be read', async () => {
    await writeFile(join(siteDir, REQUIREMENTS_FILE), '{"checkoutScript": 5}');
    await expect(fixture.start({ siteDir })).rejects.toThrow(
      /^site-requirements.json in .* is not understood\./,
    );
    await rm(join(siteDir, REQUIREMENTS_FILE));
  });
});

describe('the build', () => {
  const requirements = {
    checkoutScript: '/simulator/checkout.js',
    connectOrigins: ['https://service.example'],
    placeholders: ['SITE_ORIGIN' as const],
  };

  /** Builds a page of one script that imports another. */
  async function buildPage(kind: 'static' | 'served', imported: string): Promise<string> {
    const root = await mkdtemp(join(tmpdir(), 'build-'));
    onTestFinished(() => rm(root, { recursive: true }));
    await mkdir(join(root, 'src', 'visualiser'), { recursive: true });
    await writeFile(join(root, 'index.html'), '<script type="module" src="/src/main.js"></script>');
    await writeFile(
      join(root, 'src', 'main.js'),
      `import { unused } from './visualiser/unused.js'; if (false) unused(); import('${imported}');`,
    );
    await writeFile(join(root, 'src', 'other.js'), 'console.log(1);');
    await writeFile(join(root, 'src', 'visualiser', 'page.js'), 'console.log(2);');
    await writeFile(
      join(root, 'src', 'visualiser', 'unused.js'),
      "export const unused = () => import('./page.js');",
    );
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [securityFilesPlugin(kind, requirements)],
    });
    return join(root, 'dist');
  }

  test('writes the requirements of its pages for the server', async () => {
    const read = async (folder: string) =>
      JSON.parse(await readFile(join(folder, REQUIREMENTS_FILE), 'utf8'));
    expect(await read(await buildPage('served', './other.js'))).toEqual({
      ...requirements,
      visualiser: false,
    });
    expect(await read(await buildPage('served', './visualiser/page.js'))).toEqual({
      ...requirements,
      visualiser: true,
    });
  });

  test('gives static hosts their files and nothing else', async () => {
    const folder = await buildPage('static', './other.js');
    expect((await readdir(folder)).sort()).toEqual(['_headers', 'assets', 'index.html', 'vercel.json']);
    expect(await readFile(join(folder, '_headers'), 'utf8')).toContain(
      "connect-src 'self' https://service.example",
    );
  });
});

describe('the header files for static hosts', () => {
  type Rule = {
    source: string;
    headers: { key: string; value: string }[];
  };

  /** Returns the headers of a path on a host that applies every matching rule in turn. */
  async function policiesOf(path: string): Promise<string[]> {
    const { headers: rules }: { headers: Rule[] } = JSON.parse(
      await readFile(join(siteDir, 'vercel.json'), 'utf8'),
    );
    return rules
      .filter(({ source }) => new RegExp(`^${source}$`).test(path))
      .flatMap(({ headers }) => headers)
      .filter(({ key }) => key === 'Content-Security-Policy')
      .map(({ value }) => value);
  }

  beforeAll(async () => {
    await makeSite();
    for (const page of ['about', 'register-re']) {
      await mkdir(join(siteDir, page), { recursive: true });
      await writeFile(join(siteDir, page, 'index.html'), '');
    }
    await writeFile(join(siteDir, '404.html'), '');
    await writeHostFiles(siteDir, RAZORPAY);
  });

  test('end with the page’s own policy whether a host replaces headers or adds them up', async () => {
    for (const path of ['/', '/about/', '/404', '/register-re/']) {
      const policies = await policiesOf(path);
      const own = securityHeaders(path, RAZORPAY)['Content-Security-Policy'];
      expect(policies.at(-1)).toBe(own);
      for (const policy of nonEmpty(policies)) {
        const widest = policyOf({ 'content-security-policy': policy });
        for (const [name, sources] of nonEmpty(policyOf({ 'content-security-policy': own ?? '' }))) {
          const allowed = widest.get(name) ?? [];
          if (sources[0] !== "'none'")
            expect(allowed, `${path} ${name}`).toEqual(expect.arrayContaining(sources));
        }
      }
    }
    expect(await policiesOf('/somewhere')).toHaveLength(1);
  });

  test('say the same in both forms', async () => {
    const text = await readFile(join(siteDir, '_headers'), 'utf8');
    const { headers: rules }: { headers: Rule[] } = JSON.parse(
      await readFile(join(siteDir, 'vercel.json'), 'utf8'),
    );
    const blocks = rules.map(({ source, headers }) =>
      [source.replace('(.*)', '*'), ...headers.map(({ key, value }) => `  ${key}: ${value}`)].join('\n'),
    );
    expect(text).toBe(`${blocks.join('\n\n')}\n`);
    expect(text).toMatch(/^\/\*\n {2}Content-Security-Policy: .*\n {2}Strict-Transport-Security: /);
    expect(text).toMatch(/\n\/icon\.svg\n(.*\n)? {2}Cross-Origin-Resource-Policy: cross-origin\n/);
    expect(text).toContain('/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n');
    // Cloudflare takes no longer lines and no more rules.
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThan(2000);
    expect(rules.length).toBeLessThan(100);
  });
});
