import type { FastifyRequest } from 'fastify';
import type { SiteRequirements } from '../../machines/shared/securityHeaders.ts';
import {
  createApp,
  readSite,
  readSiteRequirements,
  registerNotFoundHandler,
} from '../../server/http/index.ts';

type Options = {
  onRequest?: (request: FastifyRequest) => Promise<void>;
  requirements?: SiteRequirements;
};

/**
 * Serves the files of a built site as the service does, without its calls and its database.
 *
 * @param options.onRequest Is called with each request, which is responded to once it resolves.
 * @param options.requirements The requirements of a site that another program built.
 */
export async function serveSite(
  directory: string,
  { onRequest = async () => {}, requirements }: Options = {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const app = await createApp({}, requirements ?? (await readSiteRequirements(directory)));
  app.addHook('onRequest', onRequest);
  await registerNotFoundHandler(app, new Set(), await readSite(directory));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => app.close() };
}
