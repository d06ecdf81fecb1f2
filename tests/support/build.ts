import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainModule } from '../../machines/paths/command/usageError.ts';
import { BUILD_VARIABLES } from '../../machines/shared/site.ts';
import { TEST_RESULTS_FILE, type TestResults } from '../../machines/visualiser/testResults.ts';
import { cachedFolder, hasCachedFolder } from './cachedFolder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vite = join(root, 'node_modules/vite/bin/vite.js');

/** The sources of a build of the site, in the order of its hash. */
export const SITE_SOURCES = [
  'machines',
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'tests/support/build.ts',
  'tests/support/cachedFolder.ts',
  ...readdirSync(root).filter((name) => name.startsWith('.env')),
];

type Settings = Record<string, string>;

/**
 * Builds the site as `npm start` does, into a folder, with other settings if they are given. Throws an error with the output of the build if it fails.
 */
export function buildSite(outDir: string, mode = 'start', settings: Settings = {}): void {
  const { NODE_ENV: _, ...env } = process.env;
  const args = [vite, 'build', '--mode', mode, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...env, ...settings },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the site does not build:\n${stdout}${stderr}`);
}

/**
 * The steps of the first path of the contact flow that the site of the tests shows as covered on the React screen.
 */
export const COVERED_STEPS = 10;

/**
 * Builds the site as `npm start` does, with a known coverage beside its visualiser in place of that of the last tests:
 * all of the contact flow on the bare machine, and its first steps on the React screen.
 */
async function buildSiteOfTests(outDir: string, settings: Settings): Promise<void> {
  buildSite(outDir, 'start', settings);
  if (process.env.VISUALISER === '0') return;
  const { observedCoverage } = await import('../../machines/paths/index.ts');
  const { writtenWalksOf } = await import('./writtenPlans.ts');
  const { contactFlow } = await import('../../machines/contact/contact.flow.ts');
  const paths = writtenWalksOf(contactFlow).map(({ path }) => path());
  const results: TestResults = {
    coverage: [
      observedCoverage(contactFlow, 'machines', paths),
      observedCoverage(contactFlow, 'screens', [paths[0]?.slice(0, COVERED_STEPS) ?? []]),
    ],
    results: [],
  };
  writeFileSync(join(outDir, TEST_RESULTS_FILE), JSON.stringify(results));
}

/** The inputs of a build in addition to its sources. */
const inputsOf = (inputs: unknown) => [
  Object.entries(process.env)
    .filter(([name]) => BUILD_VARIABLES.test(name))
    .sort(),
  inputs,
];

/** The address under which the sites of the tests are built. */
export const ORIGIN = 'https://academy.example';

const inputsOfSite = (mode: string, settings: Settings) => ({
  mode,
  settings: { SITE_ORIGIN: ORIGIN, ...settings },
});

/** Whether the site as `npm start` builds it is already built. */
export const hasCachedSite = (): boolean =>
  hasCachedFolder('sites', SITE_SOURCES, inputsOf(inputsOfSite('start', {})));

/** The read-only folder of a site, built once for the same sources, environment, mode and settings. */
function builtOnce(
  mode: string,
  settings: Settings,
  build: (folder: string, settings: Settings) => void | Promise<void>,
): Promise<string> {
  const inputs = inputsOfSite(mode, settings);
  return cachedFolder('sites', SITE_SOURCES, inputsOf(inputs), (folder) => build(folder, inputs.settings));
}

/** The folder of the site as `npm start` builds it. It takes four times as long as one without the visualiser. */
export const cachedSite = (): Promise<string> => builtOnce('start', {}, buildSiteOfTests);

/** The folder of the site as it is built for static hosts. */
export const deployedSite = (settings: Settings = {}): Promise<string> =>
  builtOnce('production', { VISUALISER: '', ...settings }, (folder, all) =>
    buildSite(folder, 'production', all),
  );

if (isMainModule(import.meta.url)) await cachedSite();
