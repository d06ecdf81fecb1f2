import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { canonicalEmail } from '../../machines/canonicalEmail.ts';
import { normalizePhone } from '../../machines/phone.ts';
import { HttpError } from '../errors.ts';

/** How many calls are let through in `windowMs`; 0 lets all through. */
export interface RateLimits {
  /** From one network address: a school shares one. IPv6 addresses count by their /64. */
  perAddress: number;
  /** To one call with the same phone number or e-mail address. */
  perPerson: number;
  windowMs: number;
}

export const defaultRateLimits: RateLimits = { perAddress: 600, perPerson: 30, windowMs: 10 * 60_000 };

export const noRateLimits: RateLimits = { perAddress: 0, perPerson: 0, windowMs: 1 };

/** How many addresses, and how many people, are remembered at most. */
const MAX_COUNTERS = 50_000;

/**
 * Lets through what a visitor of the site does and refuses the rest: calls that another site makes in a visitor's
 * browser, and too many from one place or about one person.
 *
 * A program that is no browser names no origin and is let through: there is no session that it could abuse.
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

/** Every browser in use names the site that a call comes from; older ones name its origin alone. */
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

/** The call as it is declared, in whatever way its address was written. */
const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? '';

/** Empty where the call names no phone. */
function phoneKey(request: FastifyRequest): string {
  const digits = normalizePhone(bodyText(request, 'phone'));
  return digits && `${routeOf(request)} ${digits}`;
}

/** Empty where the call names no e-mail address. */
function emailKey(request: FastifyRequest): string {
  const email = canonicalEmail(bodyText(request, 'email') || bodyText(request, 'receipt_email'));
  return email && `${routeOf(request)} ${email}`;
}

function bodyText({ body }: FastifyRequest, field: string): string {
  if (typeof body !== 'object' || body === null) return '';
  const value = new Map<string, unknown>(Object.entries(body)).get(field);
  return typeof value === 'string' ? value : '';
}
