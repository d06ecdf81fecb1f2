import type { FastifyInstance } from 'fastify';
import { serviceMessages } from '../../machines/shared/serviceMessages.ts';
import { HttpError } from '../shared/errors.ts';
import { SITE_ROUTE } from './errorResponses.ts';
import { onReplyClosed } from './onReplyClosed.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * Responds 503 to a call that is not responded to a time after its body has arrived. Fastify's own `handlerTimeout` ends
 * when the body has arrived.
 *
 * @param timeout In milliseconds.
 */
export function limitHandlers(app: FastifyInstance, timeout: number): void {
  app.addHook('preValidation', ({ routeOptions }, reply, next) => {
    if (routeOptions.url !== SITE_ROUTE) {
      const timer = setTimeout(() => {
        if (!reply.raw.headersSent)
          reply.send(new HttpError(503, serviceMessages.tooSlow, { retryAfter: RETRY_AFTER_SECONDS }));
      }, timeout);
      onReplyClosed(reply, () => clearTimeout(timer));
    }
    next();
  });
}
