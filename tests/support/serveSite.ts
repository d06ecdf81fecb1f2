import { createApp } from '../../server/http/app.ts';
import { answerUnknown } from '../../server/http/errors.ts';
import { readNeeds } from '../../server/http/needs.ts';
import { openSite, serveFiles } from '../../server/http/site.ts';

/** Serves the files of a built site as the service does, without its calls and its database. */
export async function serveSite(directory: string): Promise<{ url: string; close: () => Promise<void> }> {
  const app = await createApp({}, await readNeeds(directory));
  await serveFiles(app, directory);
  answerUnknown(app, new Set(), await openSite(directory));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => app.close() };
}
