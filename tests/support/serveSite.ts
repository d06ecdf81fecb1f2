import { createApp } from '../../server/http/app.ts';
import { registerNotFoundHandler } from '../../server/http/errorResponses.ts';
import type { SiteRequirements } from '../../server/http/securityHeaders.ts';
import { readSiteRequirements } from '../../server/http/siteRequirements.ts';
import { createFileResolver } from '../../server/http/staticFiles.ts';
import { registerStaticFiles } from '../../server/http/storedFiles.ts';

/**
 * Serves the files of a built site as the service does, without its calls and its database. `requirements` are those of
 * a site that another program built.
 */
export async function serveSite(
  directory: string,
  requirements?: SiteRequirements,
): Promise<{ url: string; close: () => Promise<void> }> {
  const app = await createApp({}, requirements ?? (await readSiteRequirements(directory)));
  await registerStaticFiles(app, directory);
  registerNotFoundHandler(app, new Set(), await createFileResolver(directory));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => app.close() };
}
