import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endWithError } from './clientErrors.ts';
import { networkAddressOf } from './networkAddress.ts';

/** How long the body of a request takes at most until it counts as slow, in milliseconds. */
const SLOW_MS = 2_000;

/** Most slow bodies of one network address, which a whole school may share. */
const MAX_SLOW_BODIES = 50;

/** A chunk is kept with up to a kilobyte beside its bytes until the body is complete; packets carry some 500 bytes. */
const MIN_MEAN_CHUNK_BYTES = 128;

/**
 * Limits the cost of clients that send the body of a request slowly, never or in tiny chunks, on every path. Of
 * more than 50 slow bodies from one network address the oldest is ended (408). A client that gets its response
 * before the body is complete, such as an error, loses the connection when the body is slow. So does a client
 * whose body has more chunks than one for each 128 bytes of its limit. To be called before other hooks are added.
 *
 * @param onEnded Is called for each request that is ended because of a limit.
 */
export function limitSlowBodies(app: FastifyInstance, onEnded?: () => void): void {
  const socketsOfAddress = new Map<string, Set<Socket>>();

  app.addHook('onRequest', (request, reply, next) => {
    const { raw } = request;
    if (!hasBody(request)) return next();
    const timer = setTimeout(() => {
      if (raw.complete) return;
      if (reply.raw.headersSent) raw.destroy();
      else addSlow(networkAddressOf(request), raw);
    }, SLOW_MS);
    raw.once('close', () => clearTimeout(timer));
    next();
  });

  // Listening begins the flow of the body: hooks after this one must not wait.
  app.addHook('preParsing', (request, _reply, payload, next) => {
    const { raw, routeOptions } = request;
    let chunksLeft = (routeOptions.bodyLimit ?? 0) / MIN_MEAN_CHUNK_BYTES;
    const countChunk = () => {
      chunksLeft -= 1;
      if (chunksLeft >= 0) return;
      raw.off('data', countChunk).destroy();
      onEnded?.();
    };
    if (hasBody(request)) raw.on('data', countChunk);
    next(null, payload);
  });

  function addSlow(address: string, raw: IncomingMessage): void {
    const sockets = socketsOfAddress.get(address) ?? new Set<Socket>();
    socketsOfAddress.set(address, sockets.add(raw.socket));
    raw.once('close', () => {
      sockets.delete(raw.socket);
      if (sockets.size === 0) socketsOfAddress.delete(address);
    });
    const [oldest] = sockets;
    if (!oldest || sockets.size <= MAX_SLOW_BODIES) return;
    sockets.delete(oldest);
    endWithError(oldest, 408);
    onEnded?.();
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
