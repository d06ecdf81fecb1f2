import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { errorCode, StartError } from '../errors.ts';
import { noRequirements, type SiteRequirements } from './securityHeaders.ts';

/** The file of a built site with the requirements of its pages; for the server, never sent to a browser. */
export const REQUIREMENTS_FILE = 'site-requirements.json';

const schema = v.object({
  checkoutScript: v.string(),
  connectOrigins: v.array(v.string()),
  visualiser: v.boolean(),
});

/** The script that the build puts into the documents; data and files are none. */
const INLINE_SCRIPT = /<script type="module"(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** The text of a file; null where there is none. */
async function readOptionalFile(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return null;
    throw error;
  }
}

/** Hashes of the scripts that stand in the documents of a built site, as a policy names them. */
export async function inlineScriptHashes(siteDir: string): Promise<string[]> {
  const document = (await readOptionalFile(join(siteDir, 'index.html'))) ?? '';
  return [...document.matchAll(INLINE_SCRIPT)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
}

/**
 * What a built site needs; one that does not say needs nothing but its own scripts.
 *
 * @throws StartError when what it says is not understood.
 */
export async function readSiteRequirements(siteDir: string): Promise<SiteRequirements> {
  const scripts = await inlineScriptHashes(siteDir);
  try {
    const text = await readOptionalFile(join(siteDir, REQUIREMENTS_FILE));
    return text === null
      ? { ...noRequirements, scriptHashes: scripts }
      : { ...v.parse(schema, JSON.parse(text)), scriptHashes: scripts };
  } catch (error) {
    throw new StartError(`${REQUIREMENTS_FILE} in ${siteDir} is not understood. Build the site again.`, {
      cause: error,
    });
  }
}
