import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { codeOf, StartError } from '../errors.ts';
import { needsNothing, type SiteNeeds } from './policy.ts';

/** In a built site, what its pages need; it is for the server and not sent. */
export const NEEDS_FILE = 'site-needs.json';

const schema = v.object({
  checkoutScript: v.string(),
  calls: v.array(v.string()),
  visualiser: v.boolean(),
});

/** The script that the build puts into the documents; data and files are none. */
const SCRIPT = /<script type="module"(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** The text of a file; null where there is none. */
async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return null;
    throw error;
  }
}

/** Hashes of the scripts that stand in the documents of a built site, as a policy names them. */
export async function scriptsIn(siteDir: string): Promise<string[]> {
  const document = (await textOf(join(siteDir, 'index.html'))) ?? '';
  return [...document.matchAll(SCRIPT)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
}

/**
 * What a built site needs; one that does not say needs nothing but its own scripts.
 *
 * @throws StartError when what it says is not understood.
 */
export async function readNeeds(siteDir: string): Promise<SiteNeeds> {
  const scripts = await scriptsIn(siteDir);
  try {
    const said = await textOf(join(siteDir, NEEDS_FILE));
    return said === null ? { ...needsNothing, scripts } : { ...v.parse(schema, JSON.parse(said)), scripts };
  } catch (error) {
    throw new StartError(`${NEEDS_FILE} in ${siteDir} is not understood. Build the site again.`, {
      cause: error,
    });
  }
}
