import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, resolveConfig } from 'vite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildInlineScript } from '../../../src/prerender/inlineScript.ts';
import { prerenderedPages } from '../../../src/prerender/prerenderPlugin.ts';
import { mayBeEmpty } from '../../support/nonEmpty.ts';
import { callHook } from './callHook.ts';

/** The documents of a small site, whose pages are prerendered when it is built. */

const INDEX = `<!doctype html><html><head><!--head--></head><body><div id="root"></div>
<script type="module" src="/src/main.tsx"></script></body></html>`;

const FILES: Readonly<Record<string, string>> = {
  'index.html': INDEX,
  'vite.config.js': 'throw new Error("This is not the configuration of the prerendering.");',
  'src/bootstrap.ts': 'document.title = eval("import.meta.env.MODE");',
  'src/main.tsx': `
    import { shared } from './shared.ts';
    export const pages = [() => import('./pages/one.ts'), () => import('./pages/two.tsx')];
    document.body.append(shared, String(pages.length));`,
  'src/shared.ts': `export const shared: string = 'shared';`,
  'src/common.ts': `export const common = 'common to both';`,
  'src/pages/one.ts': `
    import { common } from '../common.ts';
    export const text = \`one, \${common}\`;`,
  'src/pages/two.tsx': `
    import { common } from '../common.ts';
    import { shared } from '../shared.ts';
    export const text = \`two, \${common}, \${shared}\`;`,
  'node_modules/tiny/package.json': '{ "name": "tiny", "type": "module", "exports": "./index.js" }',
  'node_modules/tiny/index.js': `'use client';
    export const tiny = 'of a package';`,
  'content/words.js': `export const words = 'by an alias';`,
  'src/prerender/render.tsx': `
    import { words } from '@content/words.js';
    import { tiny } from 'tiny';
    const pages = { '/': () => import('../pages/one.ts'), '/about/us': () => import('../pages/two.tsx') };
    const { MODE, VITE_NAME } = import.meta.env;
    const given = [words, tiny, MODE, VITE_NAME].join(', ');
    export const NOT_FOUND_PATH = '/404';
    export const pagePaths = ['/', '/about/us'];
    export async function render(path: string) {
      const page = path in pages ? await pages[path]() : { text: \`nothing, \${given}\` };
      return \`<title>\${path}</title><div class="site">\${page.text}</div>\`;
    }
    export const headTagsFor = async (html: string) => [\`<meta name="length" content="\${html.length}">\`];
    export const rootFiles = (paths: string[]) => ({ 'robots.txt': \`Not \${paths.join(' or ')}\`, 'a.xml': '<a/>' });`,
};

let folder: string;
let root: string;
/** Where the site is rendered, which has no packages. */
let temporary: string;

/** Writes the site, some of whose files are others. */
async function writeSite(changed: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [name, text] of Object.entries({ ...FILES, ...changed })) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
}

const warnings: unknown[] = [];
const told: unknown[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prerender-'));
  [root, temporary] = [join(folder, 'site'), join(folder, 'temporary')];
  await mkdir(temporary);
  vi.stubEnv('TMPDIR', temporary);
  vi.spyOn(console, 'warn').mockImplementation((text) => void warnings.push(text));
  vi.spyOn(console, 'info').mockImplementation((text) => void told.push(text));
  vi.spyOn(console, 'log').mockImplementation((text) => void told.push(text));
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  warnings.length = 0;
  told.length = 0;
  await rm(folder, { recursive: true });
});

const config = () => ({
  ...({ root, configFile: false, mode: 'staging', logLevel: 'silent' } as const),
  define: { 'import.meta.env.VITE_NAME': '"Academy"' },
  resolve: { alias: { '@content': join(root, 'content') } },
});

/** Builds the site. Returns its files by their names, with the hashes of assets left out. */
async function buildSite(groups: { name: string; test: RegExp }[] = []): Promise<Map<string, string>> {
  const built = await build({
    ...config(),
    plugins: [prerenderedPages(['/visualiser', '/draft'])],
    build: {
      ...{ write: false, minify: false, modulePreload: false },
      rolldownOptions: { output: { codeSplitting: { groups, includeDependenciesRecursively: false } } },
    },
  });
  const withoutHashes = (text: string) => text.replace(/-[\w-]{8}\.js/g, '.js');
  return new Map(
    [built]
      .flat()
      .flatMap((each) => ('output' in each ? each.output : []))
      .map((file) => [
        withoutHashes(file.fileName),
        withoutHashes(String(file.type === 'chunk' ? file.code : file.source)),
      ]),
  );
}

const modulesIn = (document = '') => /data-modules="([^"]*)"/.exec(document)?.[1]?.split(' ');

describe('the build of a site', () => {
  test('has a document of each page, with its files, its tags and the bootstrap script', async () => {
    await writeSite();
    const files = await buildSite();
    expect([...files.keys()].toSorted()).toEqual([
      ...['404.html', 'a.xml', 'about/us/index.html'],
      ...['assets/common.js', 'assets/index.js', 'assets/one.js', 'assets/two.js'],
      ...['index.html', 'robots.txt'],
    ]);
    const page = (path: string, text: string) =>
      `<div id="root" data-page="${path}"><div class="site">${text}</div></div>`;
    expect(files.get('index.html')).toContain(page('/', 'one, common to both'));
    expect(files.get('about/us/index.html')).toContain(page('/about/us', 'two, common to both, shared'));
    expect(files.get('404.html')).toContain(
      page('/404', 'nothing, by an alias, of a package, staging, Academy'),
    );
    expect([files.get('robots.txt'), files.get('a.xml')]).toEqual(['Not /visualiser or /draft', '<a/>']);
    expect(files.get('404.html')).toContain('<title data-prerendered>/404</title>');
    expect(files.get('404.html')).toContain('<meta data-prerendered name="length" content="');
    expect(files.get('index.html')).toMatch(/"[^"]*">document\.title=eval\([^<]*\)[;}]*<\/script>/);
    expect(modulesIn(files.get('404.html'))).toEqual(['/assets/index.js']);
    expect(modulesIn(files.get('index.html'))).toEqual([
      ...['/assets/common.js', '/assets/one.js', '/assets/index.js'],
    ]);
    expect(modulesIn(files.get('about/us/index.html'))).toEqual([
      ...['/assets/common.js', '/assets/two.js', '/assets/index.js'],
    ]);
    expect(await readdir(temporary)).toEqual([]);
    expect(globalThis).not.toHaveProperty('prerenderedModules');
    expect(mayBeEmpty(warnings).filter((text) => !/eval/.test(String(text)))).toEqual([]);
    expect(told).toEqual([]);
  });

  test('names each file of pages that import each other once', async () => {
    await writeSite({
      'src/pages/one.ts': `
        import { two } from './two.tsx';
        export const one = () => document.title;
        export const text = String([one, two]);`,
      'src/pages/two.tsx': `
        import { one } from './one.ts';
        export const two = () => [document.title, one()];
        export const text = String([one, two]);`,
    });
    const files = await buildSite([
      { name: 'one', test: /one\.ts$/ },
      { name: 'two', test: /two\.tsx$/ },
    ]);
    const modules = modulesIn(files.get('index.html')) ?? [];
    expect(modules).toEqual(expect.arrayContaining(['/assets/one.js', '/assets/two.js']));
    expect(modules).toEqual([...new Set(modules)]);
  });

  test('fails where no file contains what a page imports', async () => {
    const render =
      FILES['src/prerender/render.tsx']?.replace(
        "() => import('../pages/one.ts')",
        "() => import('../pages/three.ts')",
      ) ?? '';
    await writeSite({
      'src/prerender/render.tsx': render,
      'src/pages/three.ts': `export const text = 'three';`,
    });
    await expect(buildSite()).rejects.toThrow(
      `No file of the site contains ${join(root, 'src/pages/three.ts')}.`,
    );
    expect(globalThis).not.toHaveProperty('prerenderedModules');
  });

  test('fails where the pages cannot be rendered, and leaves nothing', async () => {
    await writeSite({ 'src/prerender/render.tsx': 'throw new Error("There are no pages.");' });
    await expect(buildSite()).rejects.toThrow('There are no pages.');
    expect(await readdir(temporary)).toEqual([]);
  });
});

test('the plugin is one of builds, after all others; without an index.html it has no pages', async () => {
  const plugin = prerenderedPages([]);
  expect(plugin).toMatchObject({
    ...{ name: 'prerendered-pages', apply: 'build', enforce: 'post', generateBundle: { order: 'post' } },
  });
  const emitFile = vi.fn();
  for (const bundle of [{}, { 'index.html': { type: 'chunk', code: '' } }] as const)
    await callHook(plugin.generateBundle, { emitFile }, {}, bundle);
  expect(emitFile).not.toHaveBeenCalled();
});

describe('the bootstrap script', () => {
  const scriptOf = async (code: string) => {
    await writeSite({ 'src/bootstrap.ts': code });
    return buildInlineScript(
      await resolveConfig({ ...config(), build: { target: 'es2019' } }, 'build'),
      'src/bootstrap.ts',
    );
  };

  test('is one script for the browsers of the build, in its mode, and nothing is written', async () => {
    const script = await scriptOf(`
      import { shared } from './shared.ts';
      document.title = document.body?.dataset.name ?? import.meta.env.MODE + shared;`);
    expect(script).not.toMatch(/^\s|\s$|\?\?|import|modulepreload/);
    const page = { body: null, title: '' };
    new Function('document', script)(page);
    expect(page.title).toBe('stagingshared');
    expect(await readdir(root)).not.toContain('dist');
    expect([told, warnings]).toEqual([[], []]);
  });

  test('does not end the element that it stands in', async () => {
    const script = await scriptOf(`
      /*! </script> */
      document.title = '</SCRIPT>' + \`</script>\` + (1 < /script/.exec('script'));`);
    expect(script).toContain('SCRIPT');
    expect(script).not.toMatch(/<\/script/i);
  });

  test('says what the bundler warns of', async () => {
    expect(await scriptOf('eval("1");')).toContain('eval');
    expect(warnings.join('\n')).toMatch(/eval/);
  });

  test.each([
    ["import('./shared.ts').then(console.log);", 'src/bootstrap.ts is more than one file.'],
    ["document.title = '<!--';", 'src/bootstrap.ts cannot be inlined in a document.'],
  ])('that cannot be inlined is an error: %s', async (code, message) => {
    await expect(scriptOf(code)).rejects.toThrow(message);
  });
});
