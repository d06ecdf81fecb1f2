import type { RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serviceMessages } from '../../machines/shared/serviceMessages.ts';
import { HttpError } from '../shared/errors.ts';

/** Most keys that one counter counts at the same time; the one that was not used for longest is forgotten first. */
const MAX_KEYS = 50_000;

/** Counts calls by a key. */
export type CallCounter = {
  /** Counts a call; returns its refusal when it exceeds the limit. An empty key is not counted. */
  count(request: FastifyRequest, key: string): Promise<HttpError | undefined>;
  /** Whether the next call with a key would exceed the limit. */
  isFull(request: FastifyRequest, key: string): Promise<boolean>;
};

export type CallLimit = {
  /** Most calls with the same key in `windowMs`; 0 for no limit. */
  max: number;
  windowMs: number;
  /** The origin of the calls, as the refusal says it: `from your connection`. */
  description: string;
};

const unlimited: CallCounter = { count: async () => undefined, isFull: async () => false };

/** `@fastify/rate-limit` must be registered in the scope. */
export function createCallCounter(
  scope: FastifyInstance,
  { max, windowMs, description }: CallLimit,
): CallCounter {
  if (max === 0) return unlimited;
  const keys = new WeakMap<FastifyRequest, string>();
  const options: RateLimitOptions = {
    max,
    timeWindow: windowMs,
    cache: MAX_KEYS,
    keyGenerator: (request) => keys.get(request) ?? '',
  };
  const check = scope.createRateLimit(options);
  return {
    async count(request, key) {
      if (key === '') return undefined;
      keys.set(request, key);
      const result = await check(request);
      if (result.isAllowed || !result.isExceeded) return undefined;
      const seconds = result.ttlInSeconds;
      const message = serviceMessages.tooManyCalls(description, Math.ceil(seconds / 60));
      return new HttpError(429, message, { retryAfter: seconds });
    },
    async isFull(request, key) {
      keys.set(request, key);
      const result = await check(request, { increment: false });
      return !result.isAllowed && result.remaining === 0;
    },
  };
}
