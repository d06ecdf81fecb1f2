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
  scripts: v.array(v.string()),
  visualiser: v.boolean(),
});

/**
 * What a built site needs; one that does not say needs nothing.
 *
 * @throws StartError when what it says is not understood.
 */
export async function readNeeds(siteDir: string): Promise<SiteNeeds> {
  try {
    return v.parse(schema, JSON.parse(await readFile(join(siteDir, NEEDS_FILE), 'utf8')));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return needsNothing;
    throw new StartError(`${NEEDS_FILE} in ${siteDir} is not understood. Build the site again.`, {
      cause: error,
    });
  }
}
