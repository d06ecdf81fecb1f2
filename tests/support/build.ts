import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vite = join(root, 'node_modules/vite/bin/vite.js');
const cache = join(root, 'node_modules/.cache/sites');

/** What a build of the site reads, in the order of its hash. */
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
  ...readdirSync(root).filter((name) => name.startsWith('.env')),
];

/** The variables of the environment that a build reads. */
const VARIABLES = /^(VITE_|RAZORPAY_|SITE_ORIGIN$|VISUALISER$)/;

/** How long a build that nobody asks for is kept, in milliseconds. */
const KEPT = 3 * 24 * 60 * 60 * 1000;

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

function filesBelow(path: string): string[] {
  const whole = join(root, path);
  if (!existsSync(whole)) return [];
  if (!statSync(whole).isDirectory()) return [path];
  return readdirSync(whole)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

/** A hash of the sources of the site, of the environment that a build reads, and of what else a build depends on. */
function hashOf(inputs: unknown): string {
  const hash = createHash('sha256');
  for (const file of SITE_SOURCES.flatMap(filesBelow))
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  const variables = Object.entries(process.env).filter(([name]) => VARIABLES.test(name));
  hash.update(JSON.stringify([process.version, variables.sort(), inputs]));
  return hash.digest('hex').slice(0, 16);
}

function removeOld(): void {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > KEPT) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the folder of a build, which is to be read only. `build` fills it, and runs again only when the sources, the
 * environment or `inputs` have changed. Two processes that want the same build at once both make it; one of them is kept.
 */
export function cachedBuild(inputs: unknown, build: (folder: string) => void): string {
  const folder = join(cache, hashOf(inputs));
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    removeOld();
    const unfinished = mkdtempSync(join(cache, 'unfinished-'));
    try {
      build(unfinished);
      renameSync(unfinished, folder);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  utimesSync(folder, new Date(), new Date());
  return folder;
}

/** Whether the site as `npm start` builds it is built already. */
export const hasCachedSite = (): boolean => existsSync(join(cache, hashOf({ mode: 'start', settings: {} })));

/**
 * Returns the folder of the site as `npm start` builds it, with other settings where they are given; built once for the
 * same sources. What the last tests walked, which the visualiser shows, is that of the time of the build.
 */
export const cachedSite = (mode = 'start', settings: Settings = {}): string =>
  cachedBuild({ mode, settings }, (folder) => buildSite(folder, mode, settings));
