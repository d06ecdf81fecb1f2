import { build } from 'vite';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { builtVisualiser, servedVisualiser } from '../../../src/visualiser/vitePlugins.ts';
import { callHook } from './callHook.ts';

vi.mock('vite', () => ({ build: vi.fn() }));
vi.mock('../../../src/visualiser/changes/buildModel.ts', () => ({
  buildFile: () => ({ fileName: 'build.json', source: 'flows' }),
}));
vi.mock('../../../src/visualiser/documents.ts', () => ({
  documentsOf: (document: string) => [{ fileName: 'visualiser/index.html', source: document }],
  layoutFiles: async () => [{ fileName: 'layouts/contact.json', source: 'layout' }],
}));

/** The visualiser beside the site: served in development, and built. */

const html = (module: string) =>
  `<head><!--head--></head>\n    <script type="module" src="${module}"></script>`;
const SITE = html('/src/main.tsx');
const VISUALISER = html('/src/visualiser/main.tsx');
const INSTRUMENTED = SITE.replace(
  '<script',
  '<script type="module" src="/src/visualiser/instrumentation/main.ts"></script><script',
);

const transformed = (plugin: { transformIndexHtml?: unknown }, context: object) =>
  callHook(plugin.transformIndexHtml, {}, SITE, context);

describe('in development', () => {
  test.each([
    ['/visualiser', VISUALISER],
    ['/visualiser/contact', VISUALISER],
    ['/visualiser?preview=tab', VISUALISER],
    ['/visualiser#contact', VISUALISER],
    ['/visualisers', INSTRUMENTED],
    ['/about/visualiser', INSTRUMENTED],
    ['/', INSTRUMENTED],
    [undefined, INSTRUMENTED],
  ])('the page at %s has its module', (originalUrl, page) => {
    expect(transformed(servedVisualiser(), originalUrl === undefined ? {} : { originalUrl })).toBe(page);
  });

  test('the modules are replaced before any other plugin reads the page', () => {
    expect(servedVisualiser()).toMatchObject({
      ...{ name: 'served-visualiser', apply: 'serve' },
      transformIndexHtml: { order: 'pre' },
    });
  });
});

const chunk = (name: string, change: object = {}) => ({
  ...{ type: 'chunk', name, isEntry: true, fileName: `assets/${name}.js`, code: `code of ${name}` },
  ...change,
});
const asset = (fileName: string, source: string) => ({ type: 'asset', fileName, source });

const config = {
  ...{ root: '/site', mode: 'start', define: { __BUILD__: '"1"' }, base: '/' },
  build: { target: 'es2022', cssTarget: 'safari15', outDir: 'dist' },
};

const sitePlugin = { name: 'react' };
const inlineScript = vi.fn(async () => '\n watch();\n');

/** Builds the visualiser beside a site with some files. Returns the files that it emits, and those of the site. */
async function buildBeside(bundle: Record<string, object>) {
  const plugin = builtVisualiser(() => [{ ...sitePlugin }], inlineScript);
  const emitted: object[] = [];
  callHook(plugin.configResolved, {}, config);
  const self = { emitFile: (file: object) => emitted.push(file) };
  await callHook(plugin.generateBundle, self, {}, bundle);
  return { emitted, bundle, plugin };
}

/** Lets the build of the visualiser have some files. */
const builds = (...output: object[]) => vi.mocked(build).mockResolvedValue(Object.assign([], [{ output }]));

const siteBundle = () => ({
  'index.html': asset('index.html', `${html('/a.js')}\n    ${html('/b.js')}`),
  'assets/shared.js': chunk('shared'),
});

const instrumentation = chunk('instrumentation', { fileName: 'assets/instrumentation-1.js' });

beforeEach(() => {
  vi.clearAllMocks();
  builds(
    chunk('instrumentation', { isEntry: false, fileName: 'assets/not-an-entry.js' }),
    asset('instrumentation', 'named so'),
    chunk('visualiser'),
    instrumentation,
    chunk('shared'),
    asset('index.html', html('/assets/visualiser.js')),
    asset('assets/visualiser.css', 'p {}'),
  );
});

describe('in a build', () => {
  test('its files are emitted beside those of the site, which are not emitted twice', async () => {
    const { emitted } = await buildBeside(siteBundle());
    expect(emitted).toEqual([
      asset(
        'visualiser/index.html',
        html('/assets/visualiser.js').replace('<!--head-->', '<title>State visualiser</title>'),
      ),
      asset('assets/not-an-entry.js', 'code of instrumentation'),
      asset('instrumentation', 'named so'),
      asset('assets/visualiser.js', 'code of visualiser'),
      asset('assets/instrumentation-1.js', 'code of instrumentation'),
      asset('assets/visualiser.css', 'p {}'),
      asset('layouts/contact.json', 'layout'),
      asset('build.json', 'flows'),
    ]);
  });

  test('the documents of the site get the script that watches for a visualiser, before their first module', async () => {
    const { bundle } = await buildBeside(siteBundle());
    const { source } = { source: '', ...bundle['index.html'] };
    expect(source).toBe(
      `${html('/a.js').replace('<script', '<script type="module">watch();</script>\n    <script')}\n    ${html('/b.js')}`,
    );
    expect(bundle['assets/shared.js']).toEqual(chunk('shared'));
    expect(inlineScript).toHaveBeenCalledExactlyOnceWith(config, 'src/visualiser/watch.ts', {
      'import.meta.env.VITE_INSTRUMENTATION': '"/assets/instrumentation-1.js"',
    });
  });

  test('it is built once, with the settings and plugins of the site, from its own modules', async () => {
    await buildBeside(siteBundle());
    expect(build).toHaveBeenCalledExactlyOnceWith({
      ...{ configFile: false, root: '/site', mode: 'start', logLevel: 'warn', define: { __BUILD__: '"1"' } },
      plugins: [sitePlugin, expect.objectContaining({ name: 'starts-visualiser' })],
      build: {
        ...{ write: false, target: 'es2022', cssTarget: 'safari15', modulePreload: false },
        rolldownOptions: {
          input: { visualiser: 'index.html', instrumentation: 'src/visualiser/instrumentation/main.ts' },
        },
      },
    });
    const [, own] = vi.mocked(build).mock.lastCall?.[0]?.plugins ?? [];
    expect(own).toMatchObject({ transformIndexHtml: { order: 'pre' } });
    expect(callHook(Reflect.get(Object(own), 'transformIndexHtml'), {}, SITE)).toBe(VISUALISER);
  });

  test('it comes after the other plugins', async () => {
    const { plugin } = await buildBeside({});
    expect(plugin).toMatchObject({
      ...{ name: 'built-visualiser', apply: 'build', enforce: 'post' },
      generateBundle: { order: 'post' },
    });
  });

  test.each([
    ['no document', {}],
    ['a document that is code', { 'index.html': chunk('index') }],
  ])('nothing is built beside %s', async (_, bundle) => {
    expect((await buildBeside(bundle)).emitted).toEqual([]);
    expect(build).not.toHaveBeenCalled();
  });

  test.each([
    ['its document', [instrumentation]],
    ['a document that is no code', [chunk('index', { fileName: 'index.html' }), instrumentation]],
    ['its instrumentation', [asset('index.html', SITE), chunk('visualiser')]],
  ])('it fails without %s', async (_, files) => {
    builds(...files);
    await expect(buildBeside(siteBundle())).rejects.toThrow('The visualiser is not built.');
  });

  test('a watcher has no files', async () => {
    vi.mocked(build).mockResolvedValue(Object.assign([], [{ close: () => {} }]));
    await expect(buildBeside(siteBundle())).rejects.toThrow('The visualiser is not built.');
  });
});
