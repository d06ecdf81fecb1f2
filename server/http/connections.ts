import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { serviceMessages } from '../../machines/shared/serviceMessages.ts';
import { HttpError } from '../shared/errors.ts';
import { endWithError } from './clientErrors.ts';
import { SITE_ROUTE } from './errorResponses.ts';
import { RETRY_AFTER_SECONDS } from './responseBodies.ts';

/** Why a connection is closed: its client sends requests and reads no response, or sends bodies slowly or in tiny chunks. */
export type ClosingReason = 'pipelining' | 'slowBody';

/** Most requests of a connection that may wait for the response to an earlier one. */
const MAX_PIPELINED = 100;

/**
 * Handles the requests of a connection one after the other, so that a client that sends many and reads no response
 * takes the memory of one response. A connection on which more than 100 requests wait is closed. Waiting requests,
 * and those on a closed connection, have not reached Fastify, whose objects are several times as large as Node's.
 */
export function handlePipelinedInOrder({ server }: FastifyInstance, onClosed?: () => void): void {
  const queues = new WeakMap<Socket, (() => void)[]>();
  const listeners = server.listeners('request');
  server.removeAllListeners('request');

  server.on('request', (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    // Node warns of a leak where there are more than ten.
    response.setMaxListeners(20);
    const handle = () => {
      response.once('close', () => {
        const next = queues.get(socket)?.shift();
        if (next && !socket.destroyed) next();
        else queues.delete(socket);
      });
      for (const listener of listeners) listener.call(server, request, response);
    };
    const queue = queues.get(socket);
    if (!queue) {
      queues.set(socket, []);
      handle();
    } else if (queue.push(handle) > MAX_PIPELINED) {
      queues.delete(socket);
      socket.destroy();
      onClosed?.();
    }
  });
}

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
      reply.raw.once('close', () => clearTimeout(timer));
    }
    next();
  });
}

/** In milliseconds. */
export type DrainTimeouts = {
  /** For open requests to complete; then they get a response that asks to try again. */
  complete: number;
  /** For these responses to be sent; then all connections are closed. */
  send: number;
};

/**
 * Ends connections while the server closes, also those that would delay it: of a client that sends half a request, sends
 * nothing, or waits for a call that takes too long (503).
 */
export function drainOnClose(app: FastifyInstance, { complete, send }: DrainTimeouts): void {
  const sockets = new Set<Socket>();
  const openReplies = new Set<FastifyReply>();
  /** The bytes that a connection had received when its last response was sent. */
  const receivedBefore = new WeakMap<Socket, number>();
  let closing = false;

  const busySockets = () => new Set([...openReplies].map(({ request }) => request.raw.socket));

  // Node counts a response as sent as soon as all of it waits for a slow client.
  app.server.closeIdleConnections = () => {
    const busy = busySockets();
    for (const socket of sockets)
      if (!busy.has(socket) && socket.bytesRead === receivedBefore.get(socket)) socket.destroy();
  };

  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('onRequest', ({ raw: { socket } }, reply, next) => {
    openReplies.add(reply);
    reply.raw.once('close', () => {
      openReplies.delete(reply);
      receivedBefore.set(socket, socket.bytesRead);
    });
    next();
  });
  app.addHook('onSend', (_request, reply, _payload, next) => {
    if (closing) reply.header('connection', 'close');
    next();
  });
  app.addHook('onResponse', (request, _reply, next) => {
    if (closing) request.raw.socket.end();
    next();
  });

  function endOpenRequests(): void {
    const busy = busySockets();
    for (const socket of sockets) if (!busy.has(socket)) endWithError(socket, 408);
    for (const reply of openReplies) {
      if (!reply.raw.headersSent)
        reply.send(new HttpError(503, serviceMessages.restarting, { retryAfter: RETRY_AFTER_SECONDS }));
    }
  }

  app.addHook('preClose', async () => {
    closing = true;
    const timers = [
      setTimeout(endOpenRequests, complete),
      setTimeout(() => app.server.closeAllConnections(), complete + send),
    ];
    app.server.once('close', () => timers.forEach(clearTimeout));
  });
}
