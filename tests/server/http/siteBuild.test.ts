import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, createLogger, type Plugin, type PluginOption } from 'vite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import viteConfig from '../../../vite.config.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { ALL_PLACEHOLDERS, DETAILS, KEYS } from '../fixtures.ts';
import { createServiceFixture, fastestDatabase } from '../serviceFixture.ts';

/** The files of the two builds of the site besides its pages, read off the configuration of Vite. */

type Environment = Readonly<Record<string, string>>;

const VARIABLES = [
  ...Object.keys({ ...KEYS, ...DETAILS }),
  'VISUALISER',
  'VITE_API_HOST',
  'VITE_METRICS_URL',
  'VITE_CHECKOUT_SCRIPT',
];

async function pluginsOf(mode: string, env: Environment): Promise<Plugin[]> {
  for (const name of VARIABLES) vi.stubEnv(name, env[name] ?? '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { plugins } = await viteConfig({ command: 'build', mode });
  return flatPlugins(plugins);
}

const flatPlugins = (plugins: PluginOption[] = []): Plugin[] =>
  plugins.flatMap((plugin) => {
    if (Array.isArray(plugin)) return flatPlugins(plugin);
    return plugin && 'name' in plugin ? [plugin] : [];
  });

/** Builds pages of one script with some plugins of a build, and others; returns the folder of the output. */
async function buildPages(
  mode: string,
  env: Environment,
  {
    pages = ['index.html'],
    names = ['security-files'],
    others = [] as Plugin[],
    logger = createLogger('silent'),
  },
): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'build-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'src', 'main.js'), 'console.log(1);');
  const input = pages.map((page) => join(root, page));
  for (const page of input) {
    await mkdir(dirname(page), { recursive: true });
    await writeFile(page, '<script type="module" src="/src/main.js"></script>');
  }
  const plugins = (await pluginsOf(mode, env)).filter(({ name }) => names.includes(name));
  expect(plugins.map(({ name }) => name)).toEqual(names);
  await build({
    root,
    configFile: false,
    customLogger: logger,
    logLevel: 'silent',
    build: { rolldownOptions: { input } },
    plugins: [...plugins, ...others],
  });
  return join(root, 'dist');
}

const readJson = async (folder: string, name: string) =>
  JSON.parse(await readFile(join(folder, name), 'utf8'));

test('placeholders are named when the site for static hosts is built', async () => {
  const logger = createLogger('silent');
  const warn = vi.spyOn(logger, 'warn').mockImplementation(() => {});
  await buildPages('production', {}, { names: ['final-warning'], logger });
  expect(warn.mock.calls.map(([text]) => text.trim())).toEqual([
    `${ALL_PLACEHOLDERS}. Set each in the environment and build the site again.`,
  ]);
  for (const [mode, env] of nonEmpty([['production', DETAILS] as const, ['start', {}] as const]))
    expect((await pluginsOf(mode, env)).map(({ name }) => name)).not.toContain('final-warning');
});

test.each([
  ['start', {}, true],
  ['start', KEYS, false],
  ['start', { VISUALISER: '0' }, false],
  ['start', { ...KEYS, VISUALISER: '1' }, true],
  ['production', {}, false],
  ['production', { VISUALISER: '1' }, true],
])('--mode %s with %o has the visualiser: %s', async (mode, env, hasVisualiser) => {
  const names = (await pluginsOf(mode, env)).map(({ name }) => name);
  expect(names.includes('built-visualiser')).toBe(hasVisualiser);
});

test('the site for the server has a file with what its pages need', async () => {
  const env = { ...DETAILS, SITE_ORIGIN: '', VITE_API_HOST: 'https://service.example' };
  const facts = {
    checkoutScript: '/simulator/checkout.js',
    connectOrigins: ['https://service.example'],
    placeholders: ['SITE_ORIGIN'],
    visualiser: false,
  };
  const folder = await buildPages('start', env, {});
  expect((await readdir(folder)).sort()).toEqual(['assets', 'index.html', 'site-requirements.json']);
  expect(await readJson(folder, 'site-requirements.json')).toEqual(facts);
  const pages = ['index.html', 'visualiser/index.html'];
  const withVisualiser = await buildPages('start', { ...env, ...KEYS }, { pages });
  expect(await readJson(withVisualiser, 'site-requirements.json')).toEqual({
    ...facts,
    checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
    visualiser: true,
  });
});

test('a build that fails writes nothing', async () => {
  let folder = '';
  const failing: Plugin = {
    name: 'failing',
    configResolved: ({ root, build: { outDir } }) => {
      folder = join(root, outDir);
    },
    generateBundle() {
      throw new Error('Oh');
    },
  };
  await expect(buildPages('start', {}, { others: [failing] })).rejects.toThrow('Oh');
  expect([folder !== '', existsSync(folder)]).toEqual([true, false]);
});

describe('the site for static hosts', () => {
  type Rule = { source: string; headers: { key: string; value: string }[] };

  const POLICY = 'Content-Security-Policy';
  const PAGES = [
    ...['index.html', '404.html', 'about/index.html', 'blog/post.html', 'register-re/index.html'],
    ...['reindex.html', 'index.htmlx.html', 'x.htmlx.html'],
  ];
  const env = { ...DETAILS, VITE_API_HOST: 'https://service.example' };

  const rulesIn = async (folder: string): Promise<Rule[]> => (await readJson(folder, 'vercel.json')).headers;

  /** The values of a header for a path on a host that applies every matching rule in turn. */
  const valuesOf = (rules: readonly Rule[], path: string, name: string) =>
    rules
      .filter(({ source }) => new RegExp(`^${source}$`).test(path))
      .flatMap(({ headers }) => headers)
      .filter(({ key }) => key === name)
      .map(({ value }) => value);

  const directivesOf = (policy: string) =>
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources] as const;
    });

  test('a static host sends each page with the headers of the server', async () => {
    const folder = await buildPages('production', env, { pages: PAGES });
    const rules = await rulesIn(folder);
    const served = join(folder, '..', 'served');
    await cp(folder, served, { recursive: true });
    const facts = {
      checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
      connectOrigins: ['https://service.example'],
      visualiser: false,
    };
    await writeFile(join(served, 'site-requirements.json'), JSON.stringify(facts));
    const data = await createServiceFixture(fastestDatabase);
    onTestFinished(data.remove);
    const { url } = await data.start({ siteDir: served });
    const paths = [
      '/',
      '/about/',
      '/about',
      '/404',
      '/register-re',
      '/register-re/',
      '/icon.svg',
      '/social/a',
    ];
    for (const path of nonEmpty(paths)) {
      const { headers } = await fetch(`${url}${path}`);
      for (const name of nonEmpty([POLICY, 'Permissions-Policy', 'Cross-Origin-Resource-Policy']))
        expect(valuesOf(rules, path, name).at(-1), `${path} ${name}`).toBe(headers.get(name));
      const own = directivesOf(headers.get(POLICY) ?? '');
      for (const policy of nonEmpty(valuesOf(rules, path, POLICY))) {
        const widest = new Map(directivesOf(policy));
        for (const [name, sources] of nonEmpty(own)) {
          const needed = sources.filter((source) => source !== "'none'");
          expect(widest.get(name) ?? [], `${path} ${name}`).toEqual(expect.arrayContaining(needed));
        }
      }
    }
  });

  test('the header files have a rule for all paths, for assets and for differences', async () => {
    const folder = await buildPages('production', env, { pages: PAGES });
    expect((await readdir(folder)).sort()).toEqual([
      ...['404.html', '_headers', 'about', 'assets', 'blog', 'index.html', 'index.htmlx.html'],
      ...['register-re', 'reindex.html', 'vercel.json', 'x.htmlx.html'],
    ]);
    const rules = await rulesIn(folder);
    expect(rules.map(({ source, headers }) => [source, ...headers.map(({ key }) => key)]).slice(1)).toEqual([
      ['/assets/(.*)', 'Cache-Control'],
      ...['/', '/404', '/404/', '/about', '/about/', '/blog/post', '/blog/post/'].map((path) => [
        path,
        POLICY,
      ]),
      ...['/index.htmlx', '/index.htmlx/'].map((path) => [path, POLICY]),
      ...['/register-re', '/register-re/'].map((path) => [path, 'Permissions-Policy']),
      ...['/reindex', '/reindex/', '/x.htmlx', '/x.htmlx/'].map((path) => [path, POLICY]),
      ...['/icon.svg', '/social/(.*)'].map((path) => [path, POLICY, 'Cross-Origin-Resource-Policy']),
    ]);
    expect(rules[0]?.source).toBe('/(.*)');
    expect(valuesOf(rules, '/assets/x', 'Cache-Control')).toEqual(['public, max-age=31536000, immutable']);

    const text = await readFile(join(folder, '_headers'), 'utf8');
    const blocks = rules.map(({ source, headers }) =>
      [source.replace('(.*)', '*'), ...headers.map(({ key, value }) => `  ${key}: ${value}`)].join('\n'),
    );
    expect(text).toBe(`${blocks.join('\n\n')}\n`);
    // Cloudflare takes no longer lines and no more rules.
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThan(2000);
    expect(rules.length).toBeLessThan(100);
  });

  test('a page’s rule leaves out the shared headers and allows late scripts', async () => {
    let page = '';
    const inline: Plugin = {
      name: 'inline',
      writeBundle({ dir = '' }) {
        page = join(dir, 'index.html');
      },
      closeBundle: () => writeFile(page, '<script type="module">one();</script>'),
    };
    const simulated = { ...DETAILS, VITE_CHECKOUT_SCRIPT: '/simulator/checkout.js' };
    const folder = await buildPages('production', simulated, { pages: PAGES, others: [inline] });
    const rules = await rulesIn(folder);
    expect(rules.map(({ source }) => source)).toEqual(['/(.*)', '/assets/(.*)', '/icon.svg', '/social/(.*)']);
    expect(valuesOf(rules, '/', POLICY).join()).toMatch(/script-src 'self' 'sha256-[^']+'/);
  });
});
