import type { FastifyInstance } from 'fastify';
import { requestPath } from './errorResponses.ts';

/** Files that are compressed as they are: they have one variant. */
const COMPRESSED_FILE = /\.(png|jpe?g|gif|webp|avif|woff2?|mp3|mp4|webm)$/i;

/**
 * Adds `Vary: Accept-Encoding` to whatever is sent compressed to those who accept it, whichever variant is sent: also to
 * an uncompressed one, to the headers alone, and to "304 Not Modified".
 */
export function varyByEncoding(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && !COMPRESSED_FILE.test(requestPath(request))) {
      const fields = [reply.getHeader('vary') ?? []].flat().map(String);
      // In lower case, as the compression looks for it before it adds its own.
      reply.header('vary', [...fields, 'accept-encoding'].join(', '));
    }
    next();
  });
}
