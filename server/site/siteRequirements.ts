import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import {
  type BuiltRequirements,
  inlineScriptsIn,
  noRequirements,
  REQUIREMENTS_FILE,
  type SiteRequirements,
  scriptSource,
} from '../../machines/shared/securityHeaders.ts';
import { isSiteVariable, type SiteVariable } from '../../machines/shared/site.ts';
import { StartError } from '../shared/errors.ts';
import { isMissing, systemReason } from '../shared/systemErrors.ts';

const schema = v.object({
  checkoutScript: v.string(),
  connectOrigins: v.array(v.string()),
  visualiser: v.boolean(),
  /** The variables that left a placeholder in the site. */
  placeholders: v.optional(v.array(v.custom<SiteVariable>(isSiteVariable))),
});

/** Null when the file does not exist. */
async function readOptionalFile(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export const unreadableSite = (directory: string, cause: unknown) =>
  new StartError(
    `The site in ${directory} cannot be read: ${systemReason(cause)}. Let the user of the server read it, or set SITE_DIR.`,
    { cause },
  );

/** The hashes of the inline scripts of a built site, as sources of a policy. */
async function inlineScriptHashes(siteDir: string): Promise<string[]> {
  const document = (await readOptionalFile(join(siteDir, 'index.html'))) ?? '';
  return inlineScriptsIn(document).map((code) =>
    scriptSource(createHash('sha256').update(code).digest('base64')),
  );
}

/**
 * Reads the requirements file of a built site; returns null when it has none.
 *
 * @throws StartError when the file cannot be read or has the wrong format.
 */
export async function readBuiltRequirements(siteDir: string): Promise<BuiltRequirements | null> {
  const text = await readOptionalFile(join(siteDir, REQUIREMENTS_FILE)).catch((error) => {
    throw unreadableSite(siteDir, error);
  });
  try {
    return text === null ? null : v.parse(schema, JSON.parse(text));
  } catch (error) {
    throw new StartError(`${REQUIREMENTS_FILE} in ${siteDir} is not understood. Build the site again.`, {
      cause: error,
    });
  }
}

/**
 * Reads the requirements of a built site; without a requirements file it uses its own origin and inline scripts alone.
 *
 * @throws StartError when the file has the wrong format.
 */
export async function readSiteRequirements(siteDir: string): Promise<SiteRequirements> {
  const built = await readBuiltRequirements(siteDir);
  return { ...(built ?? noRequirements), scriptHashes: await inlineScriptHashes(siteDir) };
}
