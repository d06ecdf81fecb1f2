import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestPath } from './errorResponses.ts';

/** Media that are compressed as they are: they have one variant. */
const COMPRESSED_TYPE = /^(image\/(png|jpeg|gif|webp|avif)|font\/woff2?|audio\/|video\/)/;
const COMPRESSED_FILE = /\.(png|jpe?g|gif|webp|avif|woff2?|mp3|mp4|webm)$/i;

/**
 * Adds `Vary: Accept-Encoding` to whatever is sent compressed to those who accept it, whichever variant is sent: also to
 * an uncompressed one, to the headers alone, and to "304 Not Modified", which names no type.
 */
export function varyByEncoding(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') addVary(request, reply);
    next();
  });
}

function addVary(request: FastifyRequest, reply: FastifyReply): void {
  const type = reply.getHeader('content-type');
  const hasOneVariant =
    type === undefined ? COMPRESSED_FILE.test(requestPath(request)) : COMPRESSED_TYPE.test(String(type));
  if (hasOneVariant) return;
  const fields = [reply.getHeader('vary') ?? []].flat().map(String);
  // In lower case, as the compression looks for it before it adds its own.
  reply.header('vary', [...fields, 'accept-encoding'].join(', '));
}
