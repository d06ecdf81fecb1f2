import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors.ts';
import { BAD_REQUEST_MESSAGE } from './responseBodies.ts';

const NUL = /%00/;
const PATH = /^\/|^\*$/;

/**
 * Refuses a request that a proxy in front may read as another one (400): with more than one host, with an address that
 * names a host of its own, or with a NUL anywhere in its address. Its connection is closed.
 */
export function refuseAmbiguousRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, url }, reply) => {
    const hosts = raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
    if (hosts.length < 2 && PATH.test(url) && !NUL.test(url)) return;
    reply.header('connection', 'close');
    throw new HttpError(400, BAD_REQUEST_MESSAGE);
  });
}
