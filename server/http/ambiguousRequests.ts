import type { FastifyInstance } from 'fastify';
import { serviceMessages } from '../../machines/shared/serviceMessages.ts';
import { HttpError } from '../shared/errors.ts';

const NUL = /%00/;
const PATH = /^\/|^\*$/;

/**
 * Refuses a request that a proxy in front may read as another one (400): with more than one host, with an address that
 * names a host of its own, or with a NUL anywhere in its address. Its connection is closed.
 */
export function refuseAmbiguousRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, originalUrl }, reply, next) => {
    if (countHosts(raw.rawHeaders) < 2 && PATH.test(originalUrl) && !NUL.test(originalUrl)) return next();
    reply.header('connection', 'close');
    next(new HttpError(400, serviceMessages.notUnderstood));
  });
}

/** Returns the number of `Host` headers among headers, whose names and values alternate. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  return count;
}
