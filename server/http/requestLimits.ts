import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { canonicalEmail } from '../../machines/shared/canonicalEmail.ts';
import { normalizePhone } from '../../machines/shared/phone.ts';
import { callSources, serviceMessages } from '../../machines/shared/serviceMessages.ts';
import { HttpError } from '../shared/errors.ts';
import { createCallCounter } from './callCounters.ts';
import { networkAddressOf } from './networkAddress.ts';

/** Most calls in `windowMs`; 0 for no limit. */
export type RateLimits = {
  /** From one network address, which a whole school may share. IPv6 addresses count by their /64. */
  perAddress: number;
  /** To one route from one network address with the same phone number or e-mail address. */
  perPerson: number;
  windowMs: number;
};

export const defaultRateLimits: RateLimits = { perAddress: 600, perPerson: 30, windowMs: 10 * 60_000 };

/** The proof that a call completes a payment that was made. */
export type CompletionEvidence =
  | { kind: 'none' }
  /** Its e-mail address has a paid order, and it names another student or phone number. */
  | { kind: 'other payer' }
  /** It is for an order, and its e-mail address has a paid order that belongs to no registration. */
  | { kind: 'unregistered order' }
  /** It names the student and the phone number of a paid order. */
  | { kind: 'named'; orderId: string }
  /** It has the provider's signature of the payment of an order. */
  | { kind: 'proven'; orderId: string };

/** Finds the calls that complete a payment. */
export type PaymentCompletion = {
  /** Whether calls to a route may exceed the limit of their network address; others may exceed that of a person alone. */
  mayExceedAddressLimit(route: string): boolean;
  /** Expects a valid body. */
  evidenceOf(request: FastifyRequest): Promise<CompletionEvidence>;
};

export type LimitOptions = {
  rateLimits: RateLimits;
  /** Origin of a site that is hosted elsewhere and may make the calls. */
  corsOrigin?: string | undefined;
  completion: PaymentCompletion;
};

/** The limit of comparisons with the payer of an address, as a multiple of the limit of a person. */
const COMPARISONS_PER_PERSON = 10;

/**
 * Refuses calls that another site makes in a visitor's browser (403), and too many calls from one network address, in all
 * or about one person (429). Calls about a person from other network addresses do not count, nor does a call whose body
 * does not arrive.
 *
 * A call that completes a payment is let through when a limit is exceeded; for each order as often as the limit of a
 * person says.
 *
 * A program that is no browser sends no origin and is accepted: there is no session that it could abuse.
 */
export async function limitRequests(
  scope: FastifyInstance,
  { rateLimits, corsOrigin, completion }: LimitOptions,
): Promise<void> {
  scope.addHook('onRequest', async (request) => {
    if (!isSameOrigin(request, corsOrigin)) throw new HttpError(403, serviceMessages.foreignSite);
  });
  await scope.register(rateLimit, { global: false });

  const { perAddress, perPerson, windowMs } = rateLimits;
  const counter = (max: number, description: string) =>
    createCallCounter(scope, { max, windowMs, description });
  const addresses = counter(perAddress, callSources.address);
  const phones = counter(perPerson, callSources.phone);
  const counterOfEmails = (max: number) => counter(max, callSources.email);
  const emails = counterOfEmails(perPerson);
  const completions = counterOfEmails(perPerson);
  const comparisons = counterOfEmails(perPerson * COMPARISONS_PER_PERSON);

  async function completesPayment(request: FastifyRequest): Promise<boolean> {
    const evidence = await completion.evidenceOf(request);
    const emailKey = personKey(request, emailOf(request));
    switch (evidence.kind) {
      case 'none':
        return false;
      case 'unregistered order':
        return true;
      case 'proven':
        return !(await completions.count(request, `proven ${evidence.orderId}`));
      case 'named':
        if (await comparisons.isFull(request, emailKey)) return false;
        return !(await completions.count(request, `named ${evidence.orderId}`));
      case 'other payer':
        await comparisons.count(request, emailKey);
        return false;
    }
  }

  const addressRefusals = new WeakMap<FastifyRequest, HttpError>();
  scope.addHook('preValidation', async (request) => {
    const refusal = await addresses.count(request, networkAddressOf(request));
    if (!refusal) return;
    if (!completion.mayExceedAddressLimit(routeOf(request))) throw refusal;
    addressRefusals.set(request, refusal);
  });
  scope.addHook('preHandler', async (request) => {
    const refusal =
      addressRefusals.get(request) ??
      (await phones.count(request, personKey(request, normalizePhone(bodyText(request, 'phone'))))) ??
      (await emails.count(request, personKey(request, emailOf(request))));
    if (refusal && !(await completesPayment(request))) throw refusal;
  });
}

/** Whether a call comes from the site itself. Browsers send `Sec-Fetch-Site`; older ones `Origin` alone. */
function isSameOrigin({ headers }: FastifyRequest, corsOrigin: string | undefined): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && origin === corsOrigin) return true;
  if (site !== undefined) return site === 'same-origin';
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}

/** The declared path of a route, however the request wrote it. */
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? '';

/** The key of the calls about a person to one route from one network address; empty without a person. */
const personKey = (request: FastifyRequest, person: string) =>
  person && `${networkAddressOf(request)} ${routeOf(request)} ${person}`;

/** The canonical e-mail address of a call; empty when it has none. */
export const emailOf = (request: FastifyRequest): string =>
  canonicalEmail(bodyText(request, 'email') || bodyText(request, 'receipt_email'));

/** A text in the body of a call; empty when it has none. */
export function bodyText({ body }: FastifyRequest, field: string): string {
  if (typeof body !== 'object' || body === null) return '';
  const value = new Map<string, unknown>(Object.entries(body)).get(field);
  return typeof value === 'string' ? value : '';
}
