import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

const callbacksOf = new WeakMap<ServerResponse, (() => void)[]>();

/**
 * Calls a function when a response is sent or its connection is lost. All functions of a response share one listener,
 * because Node warns of a leak where there are more than ten.
 */
export function onReplyClosed({ raw }: FastifyReply, callback: () => void): void {
  const callbacks = callbacksOf.get(raw);
  if (callbacks) {
    callbacks.push(callback);
    return;
  }
  const all = [callback];
  callbacksOf.set(raw, all);
  raw.once('close', () => {
    for (const each of all) each();
  });
}
