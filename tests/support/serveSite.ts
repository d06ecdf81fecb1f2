import type { FastifyRequest } from 'fastify';
import { createApp } from '../../server/http/app.ts';
import { registerNotFoundHandler } from '../../server/http/errorResponses.ts';
import { readSiteRequirements } from '../../server/http/siteRequirements.ts';
import { readSite } from '../../server/http/staticFiles.ts';

/**
 * Serves the files of a built site as the service does, without its calls and its database.
 *
 * @param onRequest Is called with each request, which is responded to once it resolves.
 */
export async function serveSite(
  directory: string,
  onRequest: (request: FastifyRequest) => Promise<void> = async () => {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const app = await createApp({}, await readSiteRequirements(directory));
  app.addHook('onRequest', onRequest);
  registerNotFoundHandler(app, new Set(), await readSite(directory));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => app.close() };
}
