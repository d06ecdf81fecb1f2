import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedFolder, hasCachedFolder } from './cachedFolder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vite = join(root, 'node_modules/vite/bin/vite.js');

/** The sources of a build of the site, in the order of its hash. */
export const SITE_SOURCES = [
  'machines',
  'src',
  'server/http',
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

/** The variables of the environment that a build reads. */
const VARIABLES = /^(VITE_|RAZORPAY_|SITE_ORIGIN$|VISUALISER$)/;

export type Settings = Record<string, string>;

/**
 * Builds the site as `npm start` does, into a folder, with other settings if they are given.
 * Throws an error with the output of the build if it fails.
 */
export function buildSite(outDir: string, mode = 'start', settings: Settings = {}): void {
  const { NODE_ENV: _, ...env } = process.env;
  const args = [vite, 'build', '--mode', mode, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: { ...env, ...settings },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the site does not build:\n${stdout}${stderr}`);
}

/** Returns what a build depends on in addition to its sources. */
const inputsOf = (inputs: unknown) => [
  Object.entries(process.env)
    .filter(([name]) => VARIABLES.test(name))
    .sort(),
  inputs,
];

/** Returns the read-only folder of a build. `build` fills it when the sources, the environment or `inputs` have changed. */
export function cachedBuild(inputs: unknown, build: (folder: string) => void): Promise<string> {
  return cachedFolder('sites', SITE_SOURCES, inputsOf(inputs), build);
}

/** The address under which the sites of the tests are built. */
export const ORIGIN = 'https://academy.example';

const inputsOfSite = (mode: string, settings: Settings) => ({
  mode,
  settings: { SITE_ORIGIN: ORIGIN, ...settings },
});

/** Returns whether the site as `npm start` builds it is already built. */
export const hasCachedSite = (): boolean =>
  hasCachedFolder('sites', SITE_SOURCES, inputsOf(inputsOfSite('start', {})));

/**
 * Returns the folder of the site as `npm start` builds it, or in another mode and with other settings; built once for the
 * same sources. Each takes seconds, and one with the visualiser four times as long: use `cachedSite()` or `deployedSite()`.
 */
export function cachedSite(mode = 'start', settings: Settings = {}): Promise<string> {
  const inputs = inputsOfSite(mode, settings);
  return cachedBuild(inputs, (folder) => buildSite(folder, inputs.mode, inputs.settings));
}

/** Returns the folder of the site as it is built for static hosts. */
export const deployedSite = (settings: Settings = {}): Promise<string> =>
  cachedSite('production', { VISUALISER: '', ...settings });
