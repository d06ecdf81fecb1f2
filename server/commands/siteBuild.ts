import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD_VARIABLES } from '../../machines/shared/site.ts';
import { StartError } from '../shared/errors.ts';

/** In the built site: the hash of its sources. */
const STAMP = '.site/.built-from';

/** The input of a build beside the `.env` files: the sources and the installed packages. */
const SOURCES = [
  ...['docs', 'machines', 'public', 'server', 'src', 'tests'],
  ...['index.html', 'package.json', 'tsconfig.json', 'vite.config.ts', 'node_modules/.package-lock.json'],
];

/** The paths of a file, or of all files below a folder. */
function filesBelow(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [path] : [];
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)));
}

function hashSources(): string {
  const envFiles = readdirSync('.').filter((name) => name.startsWith('.env'));
  const variables = Object.entries(process.env).filter(([name]) => BUILD_VARIABLES.test(name));
  // The visualiser names the commit that is built.
  const { stdout: commit } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  const hash = createHash('sha256').update(JSON.stringify([process.version, commit, variables.sort()]));
  for (const file of [...SOURCES, ...envFiles].flatMap(filesBelow).sort())
    hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * Builds the site into `.site`, unless it is built from the same sources and settings.
 *
 * @param check Refuses settings before the build.
 * @throws StartError where the site does not build, after the output of the build.
 */
export async function buildSiteIfChanged(check: () => Promise<void>): Promise<void> {
  const hash = hashSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  await check();
  console.log('Building the site …');
  rmSync(STAMP, { force: true });
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--mode', 'start', '--logLevel', 'warn'];
  const { status } = spawnSync(process.execPath, vite, { stdio: 'inherit' });
  if (status !== 0)
    throw new StartError('The site does not build. Mend what is named above, then start again.');
  writeFileSync(STAMP, hash);
}
