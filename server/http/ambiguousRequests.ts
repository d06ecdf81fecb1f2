import type { FastifyInstance } from 'fastify';
import { serviceMessages } from '../../machines/shared/serviceMessages.ts';
import { HttpError } from '../shared/errors.ts';

const NUL = /%00/;
const PATH = /^\/|^\*$/;

/**
 * Refuses a request that a proxy in front may read differently (400): with more than one host, with an address
 * that contains a host, or with a NUL anywhere in its address. Its connection is closed.
 */
export function refuseAmbiguousRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, originalUrl }, reply, next) => {
    if ((raw.headersDistinct.host?.length ?? 0) < 2 && PATH.test(originalUrl) && !NUL.test(originalUrl))
      return next();
    reply.header('connection', 'close');
    next(new HttpError(400, serviceMessages.notUnderstood));
  });
}
