import type { FastifyReply } from 'fastify';

const callbacksOf = Symbol('callbacks of a response that is closed');

declare module 'node:http' {
  interface ServerResponse {
    [callbacksOf]?: (() => void)[];
  }
}

/**
 * Calls a function when a response is sent or its connection is lost. All functions of a response share one listener,
 * because Node warns of a leak where there are more than ten.
 */
export function onReplyClosed({ raw }: FastifyReply, callback: () => void): void {
  const callbacks = raw[callbacksOf];
  if (callbacks) {
    callbacks.push(callback);
    return;
  }
  const all = [callback];
  raw[callbacksOf] = all;
  raw.once('close', () => {
    for (const each of all) each();
  });
}
