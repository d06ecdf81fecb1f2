import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { securityFilesPlugin, writeHostFiles } from '../../../server/http/hostFiles.ts';
import {
  noRequirements,
  type SiteRequirements,
  securityHeaders,
  widestSecurityHeaders,
} from '../../../server/http/securityHeaders.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';

vi.mock('node:fs/promises', { spy: true });

const RAZORPAY: SiteRequirements = {
  checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
  connectOrigins: ['https://service.example'],
  scriptHashes: [],
  visualiser: false,
};

/** Returns the directives of a policy. */
const directivesOf = (policy: string): Map<string, string[]> =>
  new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );

describe('the build', () => {
  const requirements = {
    checkoutScript: '/simulator/checkout.js',
    connectOrigins: ['https://service.example'],
    placeholders: ['SITE_ORIGIN' as const],
  };

  /** Builds pages of one script. */
  async function buildPages(
    kind: 'static' | 'served',
    pages: readonly string[] = ['index.html'],
    others: Plugin[] = [],
  ): Promise<string> {
    const root = await mkdtemp(join(tmpdir(), 'build-'));
    onTestFinished(() => rm(root, { recursive: true }));
    await mkdir(join(root, 'src'));
    await writeFile(join(root, 'src', 'main.js'), 'console.log(1);');
    const input = pages.map((page) => join(root, page));
    for (const page of nonEmpty(input)) {
      await mkdir(dirname(page), { recursive: true });
      await writeFile(page, '<script type="module" src="/src/main.js"></script>');
    }
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      build: { rolldownOptions: { input } },
      plugins: [securityFilesPlugin(kind, requirements), ...others],
    });
    return join(root, 'dist');
  }

  test('writes the requirements of its pages for the server', async () => {
    const read = async (folder: string) =>
      JSON.parse(await readFile(join(folder, 'site-requirements.json'), 'utf8'));
    expect(await read(await buildPages('served'))).toEqual({
      ...requirements,
      visualiser: false,
    });
    expect(await read(await buildPages('served', ['index.html', 'visualiser/index.html']))).toEqual({
      ...requirements,
      visualiser: true,
    });
  });

  test('gives static hosts their files and nothing else', async () => {
    const folder = await buildPages('static');
    expect((await readdir(folder)).sort()).toEqual(['_headers', 'assets', 'index.html', 'vercel.json']);
    expect(await readFile(join(folder, '_headers'), 'utf8')).toContain(
      "connect-src 'self' https://service.example",
    );
  });

  test('allows the scripts that another plugin writes into the page at the end', async () => {
    let page = '';
    const inline: Plugin = {
      name: 'inline',
      writeBundle({ dir = '' }) {
        page = join(dir, 'index.html');
      },
      closeBundle: () => writeFile(page, '<script type="module">one();</script>'),
    };
    const folder = await buildPages('static', ['index.html'], [inline]);
    expect(await readFile(join(folder, '_headers'), 'utf8')).toMatch(/script-src 'self' 'sha256-[^']+'/);
  });

  test('that fails writes nothing', async () => {
    const failing: Plugin = {
      name: 'failing',
      generateBundle() {
        throw new Error('Oh');
      },
    };
    const written = () => vi.mocked(writeFile).mock.calls.map(([file]) => String(file));
    await buildPages('served');
    expect(written().at(-1)).toMatch(/site-requirements\.json$/);
    vi.mocked(writeFile).mockClear();
    await expect(buildPages('served', ['index.html'], [failing])).rejects.toThrow('Oh');
    expect(nonEmpty(written()).filter((file) => !file.includes('/build-'))).toEqual([]);
    expect(written().at(-1)).toMatch(/index\.html$/);
  });

  test('runs after all other plugins, and only for a build', () => {
    expect(securityFilesPlugin('static', requirements)).toMatchObject({
      name: 'security-files',
      apply: 'build',
      enforce: 'post',
      closeBundle: { order: 'post', sequential: true },
    });
  });
});

describe('the header files for static hosts', () => {
  type Rule = {
    source: string;
    headers: { key: string; value: string }[];
  };

  let siteDir: string;
  const read = (name: string) => readFile(join(siteDir, name), 'utf8');

  async function readRules(): Promise<Rule[]> {
    const { headers }: { headers: Rule[] } = JSON.parse(await read('vercel.json'));
    return headers;
  }

  /** Returns the policies of a path on a host that applies every matching rule in turn. */
  async function policiesOf(path: string): Promise<string[]> {
    return (await readRules())
      .filter(({ source }) => new RegExp(`^${source}$`).test(path))
      .flatMap(({ headers }) => headers)
      .filter(({ key }) => key === 'Content-Security-Policy')
      .map(({ value }) => value);
  }

  const FILES = [
    ...['index.html', '404.html', 'about/index.html', 'blog/post.html', 'register-re/index.html'],
    ...['reindex.html', 'index.htmlx.html', 'x.htmlx.html', 'page.txt', 'folder.html/page.txt'],
  ];

  beforeAll(async () => {
    siteDir = await mkdtemp(join(tmpdir(), 'site-'));
    for (const file of FILES) {
      await mkdir(dirname(join(siteDir, file)), { recursive: true });
      await writeFile(join(siteDir, file), '');
    }
  });
  afterAll(() => rm(siteDir, { recursive: true }));
  beforeEach(() => writeHostFiles(siteDir, RAZORPAY));

  test('end with the page’s own policy whether a host replaces headers or adds them up', async () => {
    for (const path of ['/', '/about/', '/404', '/register-re/']) {
      const policies = await policiesOf(path);
      const own = securityHeaders(path, RAZORPAY)['Content-Security-Policy'] ?? '';
      expect(policies.at(-1)).toBe(own);
      for (const policy of nonEmpty(policies)) {
        const widest = directivesOf(policy);
        for (const [name, sources] of nonEmpty(directivesOf(own))) {
          const needed = sources.filter((source) => source !== "'none'");
          expect(widest.get(name) ?? [], `${path} ${name}`).toEqual(expect.arrayContaining(needed));
        }
      }
    }
    expect(await policiesOf('/somewhere')).toHaveLength(1);
  });

  test('have a rule for all paths, one for assets, and one for what differs with a page or file', async () => {
    const own = (path: string, ...names: string[]) => ({
      source: path.replace('*', '(.*)'),
      headers: names.map((key) => ({ key, value: securityHeaders(path, RAZORPAY)[key] })),
    });
    const POLICY = 'Content-Security-Policy';
    expect(await readRules()).toEqual([
      {
        source: '/(.*)',
        headers: Object.entries(widestSecurityHeaders(RAZORPAY)).map(([key, value]) => ({ key, value })),
      },
      {
        source: '/assets/(.*)',
        headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }],
      },
      own('/', POLICY),
      ...['/404', '/404/', '/about', '/about/', '/blog/post', '/blog/post/'].map((path) => own(path, POLICY)),
      ...['/index.htmlx', '/index.htmlx/'].map((path) => own(path, POLICY)),
      ...['/register-re', '/register-re/'].map((path) => own(path, 'Permissions-Policy')),
      ...['/reindex', '/reindex/', '/x.htmlx', '/x.htmlx/'].map((path) => own(path, POLICY)),
      ...['/icon.svg', '/social/*'].map((path) => own(path, POLICY, 'Cross-Origin-Resource-Policy')),
    ]);
  });

  test('have no rule for a page with the headers of all', async () => {
    await writeHostFiles(siteDir, noRequirements);
    const sources = (await readRules()).map(({ source }) => source);
    expect(sources).toEqual(['/(.*)', '/assets/(.*)', '/icon.svg', '/social/(.*)']);
  });

  test('say the same in both forms', async () => {
    const text = await read('_headers');
    const rules = await readRules();
    const blocks = rules.map(({ source, headers }) =>
      [source.replace('(.*)', '*'), ...headers.map(({ key, value }) => `  ${key}: ${value}`)].join('\n'),
    );
    expect(text).toBe(`${blocks.join('\n\n')}\n`);
    expect(await read('vercel.json')).toBe(`${JSON.stringify({ headers: rules }, null, 2)}\n`);
    // Cloudflare takes no longer lines and no more rules.
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThan(2000);
    expect(rules.length).toBeLessThan(100);
  });
});
