import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedFolder } from './cachedFolder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vite = join(root, 'node_modules/vite/bin/vite.js');

/** What a build reads, in the order of its hash. */
const SOURCES = [
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
 * Builds the site as `npm start` does, into a folder, with other settings where they are given.
 * Throws with what the build said when it fails.
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

/** Returns the folder of a build, which is to be read only; `build` fills it where the sources, the environment or `inputs` have changed. */
export function cachedBuild(inputs: unknown, build: (folder: string) => void): Promise<string> {
  const variables = Object.entries(process.env).filter(([name]) => VARIABLES.test(name));
  return cachedFolder('sites', SOURCES, [variables.sort(), inputs], build);
}

/**
 * Returns the folder of the site as `npm start` builds it, with other settings where they are given; built once for the
 * same sources. What the last tests walked, which the visualiser shows, is that of the time of the build.
 */
export const cachedSite = (mode = 'start', settings: Settings = {}): Promise<string> =>
  cachedBuild({ mode, settings }, (folder) => buildSite(folder, mode, settings));
