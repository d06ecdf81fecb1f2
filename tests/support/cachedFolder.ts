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
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The age after which an unused folder is removed, in milliseconds. */
const MAX_AGE = 3 * 24 * 60 * 60 * 1000;

function filesBelow(path: string): string[] {
  const whole = join(root, path);
  if (!existsSync(whole)) return [];
  if (!statSync(whole).isDirectory()) return [path];
  return readdirSync(whole)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

/** A hash of files of the project and of the other inputs of a folder. */
function hashOf(sources: readonly string[], inputs: unknown): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesBelow))
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  hash.update(JSON.stringify([process.version, inputs]));
  return hash.digest('hex').slice(0, 16);
}

const folderOf = (kind: string, sources: readonly string[], inputs: unknown): string =>
  join(root, 'node_modules/.cache', kind, hashOf(sources, inputs));

export const hasCachedFolder = (kind: string, sources: readonly string[], inputs: unknown): boolean =>
  existsSync(folderOf(kind, sources, inputs));

function removeExpired(cache: string): void {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > MAX_AGE) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A read-only folder of a kind. `make` fills it, and runs again only when the sources (files and folders of the
 * project) or `inputs` have changed. Two processes that request the same one at once both make it; one of the two
 * stays.
 */
export async function cachedFolder(
  kind: string,
  sources: readonly string[],
  inputs: unknown,
  make: (folder: string) => void | Promise<void>,
): Promise<string> {
  const folder = folderOf(kind, sources, inputs);
  const cache = dirname(folder);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    removeExpired(cache);
    const unfinished = mkdtempSync(join(cache, 'unfinished-'));
    try {
      await make(unfinished);
      renameSync(unfinished, folder);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  utimesSync(folder, new Date(), new Date());
  return folder;
}
