import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodePath } from '../../machines/shared/address.ts';
import { serviceMessages } from '../../machines/shared/serviceMessages.ts';
import { SchemaVersionError } from '../database/migrate.ts';
import { errorCode, HttpError, UnavailableError } from '../shared/errors.ts';
import type { Site } from '../site/readSite.ts';
import { errorBody, NO_FIELDS_MESSAGE } from './responseBodies.ts';

/** Errors for requests that the framework refuses before a route handles them. */
const frameworkErrors: Readonly<Record<string, HttpError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new HttpError(415, 'Please send JSON (Content-Type: application/json).'),
  FST_ERR_CTP_BODY_TOO_LARGE: new HttpError(413, 'That is too much data for this form.'),
  FST_ERR_CTP_INVALID_JSON_BODY: new HttpError(400, 'That is not valid JSON.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new HttpError(400, NO_FIELDS_MESSAGE),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new HttpError(400, serviceMessages.cutOff),
};

const unavailable = new HttpError(503, serviceMessages.notSaved, { retryAfter: 60 });

/**
 * Responds to every error with one sentence. The log gets its type and stack, and its message only where it is the
 * sentence of an UnavailableError: others may contain a visitor's input.
 */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof UnavailableError)
      request.log.error(
        { ...toLogFields(error.cause ?? error), reason: error.message },
        error instanceof SchemaVersionError ? 'another schema version' : 'database unavailable',
      );
    const httpError = toHttpError(error);
    if (httpError?.retryAfter) reply.header('retry-after', httpError.retryAfter);
    if (httpError)
      return reply.code(httpError.statusCode).send(errorBody(httpError.message, httpError.field));
    if (isClientError(error))
      return reply.code(error.statusCode).send(errorBody(serviceMessages.notUnderstood));
    request.log.error(toLogFields(error), 'call failed');
    return reply.code(500).send(errorBody(serviceMessages.failed));
  });
}

function toHttpError(error: unknown): HttpError | undefined {
  if (error instanceof UnavailableError) return unavailable;
  return error instanceof HttpError ? error : frameworkErrors[errorCode(error) ?? ''];
}

/** The route of all pages and files of the site. */
export const SITE_ROUTE = '/*';

/**
 * Handles requests without a route: 405 for a wrong method, a page or file of the site, 404 for all else. A file
 * keeps the compression of the build for clients that accept it.
 */
export async function registerNotFoundHandler(
  app: FastifyInstance,
  postPaths: ReadonlySet<string>,
  site: Site | undefined,
): Promise<void> {
  if (site)
    await app.register(fastifyStatic, {
      root: site.directory,
      serve: false,
      preCompressed: true,
      cacheControl: false,
    });
  // Not asynchronous: a reply that is returned is waited for, with a dozen listeners.
  const handleUnknown = (request: FastifyRequest, reply: FastifyReply): void => {
    const path = requestPath(request);
    if (postPaths.has(path)) {
      reply.code(405).header('allow', 'POST').send(errorBody('Please send this call with POST.'));
      return;
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const siteOfPath = isRead && !/^\/(api|simulator)(\/|$)/.test(path) ? site : undefined;
    const [requested = '', ...query] = request.originalUrl.split(/(?=\?)/);
    const redirected = siteOfPath?.redirect(requested);
    if (redirected !== undefined) {
      reply.redirect(redirected + query.join(''), 308);
      return;
    }
    const page = siteOfPath?.resolve(requested);
    if (page) reply.code(page.status).header('cache-control', page.cacheControl).sendFile(page.file);
    else reply.code(404).send(errorBody('There is nothing at this address.'));
  };
  app.get(SITE_ROUTE, handleUnknown);
  app.setNotFoundHandler(handleUnknown);
}

/** Logs one line for each request that is not shed: method, declared route, status, milliseconds. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, next) => {
    if (request.isShed) return next();
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method, route: routeOptions.url ?? 'other', status: reply.statusCode, ms }, 'request');
    next();
  });
}

/** The path of a request, decoded where possible. */
export function requestPath({ url }: FastifyRequest): string {
  const [path = ''] = url.split('?', 1);
  return path.includes('%') ? (decodePath(path) ?? path) : path;
}

function isClientError(error: unknown): error is Error & { statusCode: number } {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return false;
  return error.statusCode >= 400 && error.statusCode < 500;
}

function toLogFields(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = error.stack?.split('\n').filter((frame) => frame.startsWith('    at '));
  return { type: error.name, code: errorCode(error), at: frames?.map((frame) => frame.trim()) };
}
