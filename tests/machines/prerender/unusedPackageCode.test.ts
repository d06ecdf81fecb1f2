import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { unusedPackageCode } from '../../../src/prerender/unusedPackageCode.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { callHook } from './callHook.ts';

/** What is removed of packages, because the site does not use it. */

const CHUNK = '/node_modules/react-router/dist/production/chunk-ABC.mjs';
const HELPER = '\0vite/preload-helper.js';

const transformed = (code: string, id: string, hasChunkStyles = false) =>
  callHook(unusedPackageCode(hasChunkStyles).transform, {}, code, id);

test('it is a plugin of builds, for the chunks of the router, the preload helper and what registers actors with developer tools', () => {
  const { transform, ...plugin } = unusedPackageCode(false);
  expect(plugin).toMatchObject({ name: 'unused-package-code', apply: 'build' });
  const filter = typeof transform === 'object' ? transform.filter : undefined;
  const patterns = JSON.stringify(filter, (_, value) => (value instanceof RegExp ? value.source : value));
  expect(JSON.parse(patterns)).toEqual({
    id: [
      'react-router\\/dist\\/production\\/chunk-',
      'vite\\/preload-helper\\.js$',
      'xstate\\/dist\\/xstate-dev\\.',
    ],
  });
});

type Alias = { find: RegExp; replacement: string };

const isAlias = (value: unknown): value is Alias =>
  typeof value === 'object' && value !== null && 'find' in value && value.find instanceof RegExp;

/** Returns what a package is replaced by. */
function aliasOf(name: string): string | undefined {
  const config = Object(callHook(unusedPackageCode(false).config, {}));
  const aliases: unknown[] = config.resolve.alias;
  return nonEmpty(aliases)
    .filter(isAlias)
    .find(({ find }) => find.test(name))?.replacement;
}

test('the router is its production build, which is there', () => {
  for (const name of ['react-router', 'react-router/dom'] as const) {
    const file = aliasOf(name);
    expect(file).toMatch(/node_modules\/react-router\/dist\/production\/(index|dom-export)\.mjs$/);
    expect(existsSync(file ?? '')).toBe(true);
  }
  expect(aliasOf('react-router')).toMatch(/index\.mjs$/);
  expect(aliasOf('react-router/dom')).toMatch(/dom-export\.mjs$/);
});

test('React takes the place of the shims', () => {
  const [shim, selector] = ['use-sync-external-store/shim', 'use-sync-external-store/shim/with-selector'].map(
    aliasOf,
  );
  expect([shim, selector]).toEqual(['react', 'use-sync-external-store/with-selector']);
  const { resolve } = createRequire(import.meta.url);
  expect(resolve(selector ?? '')).toBeDefined();
});

test.each([
  ...['react', 'react-router-dom', 'my-react-router', 'react-router/dom/server', 'my-react-router/dom'],
  ...['use-sync-external-store', 'a/use-sync-external-store/shim', 'use-sync-external-store/shim/index'],
  ...['a/use-sync-external-store/shim/with-selector', 'use-sync-external-store/shim/with-selector/a'],
])('%s stays what it is', (name) => {
  expect(aliasOf(name)).toBeUndefined();
});

test('names that are displayed are removed, and components that nobody renders can be', () => {
  const code = [
    'Await.displayName = "Await";',
    'var Link = React.forwardRef(function Link() {});',
    'var Context10 = React10.createContext(null);',
    'var Memo = React3.memo(Link);',
    'RenderErrorBoundary.contextType = RSCRouterContext;',
    'Form.displayName = "Form";',
  ].join('\n');
  expect(transformed(code, CHUNK)).toBe(
    [
      '',
      'var Link = /* @__PURE__ */ React.forwardRef(function Link() {});',
      'var Context10 = /* @__PURE__ */ React10.createContext(null);',
      'var Memo = /* @__PURE__ */ React3.memo(Link);',
      '',
      '',
    ].join('\n'),
  );
});

test.each([
  '  Await.displayName = "Await";',
  'Await.displayName = "Await"; await();',
  'Await.displayName = name;',
  'Await.displayName = "";',
  'Await.contextType = a.b;',
  '.displayName = "Await";',
  'let Link = React.forwardRef(a);',
  '  var Link = React.forwardRef(a);',
  'var Link = Preact.forwardRef(a);',
  'var Link = React.forwardRef;',
  'var Link = Reactive.memo(a);',
  'var = React.memo(a);',
  'var page = React.useMemo(a);',
])('other code stays as it is: %s', (code) => {
  expect(transformed(code, CHUNK)).toBe(code);
});

test('how one navigates with a data router is removed', () => {
  expect(transformed('return isDataRoute ? useNavigateStable() : useNavigateUnstable();', CHUNK)).toBe(
    'return useNavigateUnstable();',
  );
});

test('without styles of its own, code that is loaded later needs no helper', () => {
  expect(transformed('export const __vitePreload = (load, deps) => 1;', HELPER)).toBe(
    'export const __vitePreload = (load) => load();',
  );
  expect(transformed('export const __vitePreload = (load, deps) => 1;', HELPER, true)).toBeNull();
  expect(transformed('Await.displayName = "Await";', CHUNK, true)).toBe('');
});

test('actors register with no developer tools', () => {
  expect(transformed('export const devToolsAdapter = (service) => 1;', 'xstate/dist/xstate-dev.esm.js')).toBe(
    'export const devToolsAdapter = () => {};',
  );
});
