/// <reference types="vitest/config" />
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type UserConfig } from 'vite';
import { placeholderClause, placeholderVariables } from './machines/shared/site.ts';
import packageJson from './package.json' with { type: 'json' };
import { compressedFiles } from './src/prerender/compressedFiles.ts';
import { finalWarning } from './src/prerender/finalWarning.ts';
import { securityFilesPlugin } from './src/prerender/hostFiles.ts';
import { buildInlineScript } from './src/prerender/inlineScript.ts';
import { prerenderedPages } from './src/prerender/prerenderPlugin.ts';
import { stateDescriptions } from './src/prerender/stateDescriptions.ts';
import { printedGains, unusedPackageCode } from './src/prerender/unusedPackageCode.ts';
import { buildVersion, builtVisualiser, servedVisualiser } from './src/visualiser/index.ts';

const RAZORPAY_CHECKOUT = 'https://checkout.razorpay.com/v1/checkout.js';
const SIMULATED_CHECKOUT = '/simulator/checkout.js';

const REMEDY = 'Set each in the environment and build the site again.';

/** The packages that every page needs; of React DOM not what renders to a text. */
const VENDOR_MODULES =
  /node_modules\/(?!react-dom\/(server|cjs\/react-dom-server))(react|react-dom|scheduler|react-router(-dom)?|xstate|@xstate\/react|use-[a-z-]+)\/|rolldown\/runtime/;

/** Our own modules that many pages share, without those that only one kind of page needs. */
const COMMON_MODULES = /\/(src|machines)\/(?!.*([Pp]olic|Contents|visualiser|paths))/;

/**
 * Returns the origin of a URL; an empty string where none is given, so that the site takes its default.
 *
 * @throws Error where the text is no URL.
 */
function parseOrigin(given = ''): string {
  if (given === '') return '';
  if (!URL.canParse(given)) throw new Error(`SITE_ORIGIN is no address: ${given}`);
  return new URL(given).origin;
}

/** Returns the other origins that the site calls: those of the hosted service and of the metrics. */
const connectOrigins = (env: Readonly<Record<string, string>>): string[] =>
  [env.VITE_API_HOST, env.VITE_METRICS_URL]
    .filter((url) => url && URL.canParse(url))
    .map((url) => new URL(String(url)).origin);

/**
 * Two builds from one source: `vite build` makes the static site for any host in `dist/`;
 * `--mode start` makes the one that `npm start` serves, in `.site/`, with payments simulated and the visualiser
 * unless the keys or `PAYMENTS` are set. `VISUALISER` builds the visualiser in (1) or leaves it out (0) in both.
 */
function siteConfig(mode: string): UserConfig {
  const isLocal = mode !== 'production';
  const env = loadEnv(mode, process.cwd(), '');
  // Not from `env`: the server reads the keys from the environment alone, not from files.
  const isSimulated = isLocal && !(process.env.RAZORPAY_KEY_ID && process.env.RAZORPAY_KEY_SECRET);
  const hasVisualiser = process.env.VISUALISER
    ? process.env.VISUALISER === '1'
    : isSimulated && !process.env.PAYMENTS;
  const placeholders = placeholderVariables(env);
  const version = buildVersion(packageJson.version);
  const checkoutScript = env.VITE_CHECKOUT_SCRIPT || (isSimulated ? SIMULATED_CHECKOUT : RAZORPAY_CHECKOUT);
  return {
    plugins: [
      react(),
      unusedPackageCode(false),
      stateDescriptions(),
      hasVisualiser && [
        servedVisualiser(),
        builtVisualiser(version, () => [react(), unusedPackageCode(true)].flat(), buildInlineScript),
      ],
      prerenderedPages(hasVisualiser ? ['/visualiser'] : []),
      compressedFiles(),
      !isLocal && printedGains(() => [react()].flat()),
      securityFilesPlugin(isLocal ? 'served' : 'static', {
        checkoutScript,
        connectOrigins: connectOrigins(env),
        placeholders,
      }),
      !isLocal && placeholders.length > 0 && finalWarning(`${placeholderClause(placeholders)}. ${REMEDY}`),
    ],
    define: {
      ...(hasVisualiser && {
        'import.meta.env.VITE_BUILD_VERSION': JSON.stringify(version),
        // Only where it is built can an editor open its files.
        'import.meta.env.VITE_SOURCE_ROOT': JSON.stringify(isLocal ? process.cwd() : ''),
      }),
      'import.meta.env.VITE_CHECKOUT_SCRIPT': JSON.stringify(checkoutScript),
      'import.meta.env.VITE_SITE_ORIGIN': JSON.stringify(parseOrigin(env.SITE_ORIGIN)),
      'import.meta.env.VITE_METRICS_URL': JSON.stringify(env.VITE_METRICS_URL ?? ''),
    },
    build: {
      outDir: isLocal ? '.site' : 'dist',
      emptyOutDir: true,
      target: packageJson.browserslist.map((range) => range.replace('ios_saf', 'ios').replace(' >= ', '')),
      // Each document names its own modules.
      modulePreload: false,
      rolldownOptions: {
        input: { main: 'index.html' },
        // A slow plugin is no fault of a build.
        checks: { bundlerTimings: false },
        output: {
          // Chromium compiles every function while the script is loaded, and none when a visitor presses for the first time.
          postBanner: '//# allFunctionsCalledOnLoad',
          codeSplitting: {
            groups: [
              { name: 'vendor', test: VENDOR_MODULES, priority: 2 },
              { name: 'common', test: COMMON_MODULES, minShareCount: 4, priority: 1 },
            ],
          },
        },
      },
    },
  };
}

/** A level of the tests; `npm run test:more` adds what repeats for the sake of repetition. */
const level = (name: string, { setupFiles = [], expect = {}, ...test }: UserConfig['test'] = {}) => ({
  test: {
    name,
    include: ['tests', ...(process.env.TEST_MORE === '1' ? ['tests/more'] : [])].map(
      (folder) => `${folder}/${name}/**/*.test.{ts,tsx}`,
    ),
    setupFiles: ['tests/support/random.ts', ...[setupFiles].flat()],
    // A test that expects nothing fails.
    expect: { requireAssertions: true, ...expect },
    testTimeout: 60_000,
    ...test,
  },
});

/**
 * The tests, which take nothing from the configuration of the site: a level that extended it would load it again, with all
 * that it imports. What they load is named as a path alone.
 */
const testConfig: UserConfig = {
  test: {
    // Browser and server do much of the work, so that a worker waits half of its time.
    maxWorkers: 2,
    projects: [
      // Files of a worker share what they import, which takes a third of their time otherwise.
      level('machines', { isolate: false }),
      level('screens', { environment: 'happy-dom', setupFiles: ['tests/screens/setup.ts'] }),
      'tests/mutation/vite.config.ts',
      level('server', {
        isolate: false,
        globalSetup: ['tests/server/setup.ts'],
        // PGlite runs for seconds: to optimise its WebAssembly takes longer than it saves.
        execArgv: ['--liftoff-only'],
        testTimeout: 180_000,
        hookTimeout: 120_000,
      }),
      level('browser', {
        // The files of a worker share what they import (all plans are made once) and its warm browser contexts.
        isolate: false,
        expect: { poll: { interval: 20, timeout: 15_000 } },
        globalSetup: ['tests/browser/setup.ts'],
        testTimeout: 120_000,
        // A hook may build two sites while the other worker builds others.
        hookTimeout: 240_000,
      }),
      level('screenshots', {
        include: ['tests/tools/screenshots/*.test.ts'],
        globalSetup: ['tests/browser/setup.ts'],
        testTimeout: 600_000,
        hookTimeout: 120_000,
      }),
    ],
  },
};

export default defineConfig(({ mode }) => (mode === 'test' ? testConfig : siteConfig(mode)));
