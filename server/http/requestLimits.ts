import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { canonicalEmail } from '../../machines/canonicalEmail.ts';
import { normalizePhone } from '../../machines/phone.ts';
import { HttpError } from '../errors.ts';

/** Most calls in `windowMs`; 0 for no limit. */
export type RateLimits = {
  /** From one network address, which a whole school may share. IPv6 addresses count by their /64. */
  perAddress: number;
  /** To one route with the same phone number or e-mail address. */
  perPerson: number;
  windowMs: number;
};

export const defaultRateLimits: RateLimits = { perAddress: 600, perPerson: 30, windowMs: 10 * 60_000 };

export const noRateLimits: RateLimits = { perAddress: 0, perPerson: 0, windowMs: 1 };

/** Most addresses, and most people, that are counted at the same time. */
const MAX_COUNTERS = 50_000;

/**
 * Refuses calls that another site makes in a visitor's browser (403), and too many calls from one address or about one
 * person (429).
 *
 * A program that is no browser sends no origin and is accepted: there is no session that it could abuse.
 */
export async function limitRequests(
  scope: FastifyInstance,
  rateLimits: RateLimits,
  corsOrigin?: string,
): Promise<void> {
  scope.addHook('onRequest', async (request) => {
    if (!isSameOrigin(request, corsOrigin)) {
      throw new HttpError(403, 'This form can only be sent from our own site.');
    }
  });
  await scope.register(rateLimit, { global: false, cache: MAX_COUNTERS });
  limitRate(scope, 'onRequest', rateLimits.perAddress, rateLimits.windowMs, 'from your connection');
  limitRate(
    scope,
    'preHandler',
    rateLimits.perPerson,
    rateLimits.windowMs,
    'with this phone number',
    phoneKey,
  );
  limitRate(
    scope,
    'preHandler',
    rateLimits.perPerson,
    rateLimits.windowMs,
    'with this email address',
    emailKey,
  );
}

/** Returns whether a call comes from the site itself. Browsers send `Sec-Fetch-Site`; older ones `Origin` alone. */
function isSameOrigin({ headers }: FastifyRequest, corsOrigin: string | undefined): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && origin === corsOrigin) return true;
  if (site !== undefined) return site === 'same-origin';
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}

function limitRate(
  scope: FastifyInstance,
  hook: 'onRequest' | 'preHandler',
  max: number,
  timeWindow: number,
  description: string,
  keyOf?: (request: FastifyRequest) => string,
): void {
  if (max === 0) return;
  const check = scope.createRateLimit({ max, timeWindow, ...(keyOf && { keyGenerator: keyOf }) });
  scope.addHook(hook, async (request: FastifyRequest) => {
    if (keyOf?.(request) === '') return;
    const result = await check(request);
    if (result.isAllowed || !result.isExceeded) return;
    const minutes = Math.ceil(result.ttlInSeconds / 60);
    throw new HttpError(
      429,
      `We have received too many requests ${description}. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
      { retryAfter: result.ttlInSeconds },
    );
  });
}

/** Returns the declared path of a route, however the request wrote it. */
const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? '';

/** Returns the route and phone number of a call; empty when it has no phone number. */
function phoneKey(request: FastifyRequest): string {
  const digits = normalizePhone(bodyText(request, 'phone'));
  return digits && `${routeOf(request)} ${digits}`;
}

/** Returns the route and e-mail address of a call; empty when it has no e-mail address. */
function emailKey(request: FastifyRequest): string {
  const email = canonicalEmail(bodyText(request, 'email') || bodyText(request, 'receipt_email'));
  return email && `${routeOf(request)} ${email}`;
}

function bodyText({ body }: FastifyRequest, field: string): string {
  if (typeof body !== 'object' || body === null) return '';
  const value = new Map<string, unknown>(Object.entries(body)).get(field);
  return typeof value === 'string' ? value : '';
}
