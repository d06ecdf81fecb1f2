import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AwayError, CallError, codeOf } from '../errors.ts';
import { failure } from './answers.ts';
import { type Site, sendPage } from './site.ts';

/** For a request that no sentence of ours fits. */
export const NOT_UNDERSTOOD = 'The request could not be understood.';

/** Sentences for what the framework refuses before a call sees it. */
const refusals: Readonly<Record<string, CallError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new CallError(415, 'Please send JSON (Content-Type: application/json).'),
  FST_ERR_CTP_BODY_TOO_LARGE: new CallError(413, 'That is too much data for this form.'),
  FST_ERR_CTP_INVALID_JSON_BODY: new CallError(400, 'That is not valid JSON.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new CallError(400, 'Please send the fields of this form as JSON.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new CallError(
    400,
    'The data did not arrive completely. Please try again.',
  ),
  FST_ERR_HANDLER_TIMEOUT: new CallError(503, 'That took too long. Please try again in a moment.', {
    retryAfter: 5,
  }),
};

const away = new CallError(503, 'We cannot save anything at the moment. Please try again in a few minutes.', {
  retryAfter: 60,
});

/** Answers every error with one sentence; the log gets its kind and place, never its message, which may hold what was typed. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof AwayError) request.log.error(describe(error.cause), 'database away');
    const known = knownOf(error);
    if (known?.retryAfter) reply.header('retry-after', known.retryAfter);
    if (known) return reply.code(known.statusCode).send(failure(known.message, known.field));
    if (isClientError(error)) return reply.code(error.statusCode).send(failure(NOT_UNDERSTOOD));
    request.log.error(describe(error), 'call failed');
    return reply.code(500).send(failure('Something went wrong on our side. Please try again later.'));
  });
}

function knownOf(error: unknown): CallError | undefined {
  if (error instanceof AwayError) return away;
  return error instanceof CallError ? error : refusals[codeOf(error) ?? ''];
}

/** Whatever is no call: a wrong method is 405, a page is the site's, all else is 404. */
export function answerUnknown(
  app: FastifyInstance,
  calls: ReadonlySet<string>,
  site: Site | undefined,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request);
    if (calls.has(path)) {
      return reply.code(405).header('allow', 'POST').send(failure('Please send this call with POST.'));
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const page = isRead && !/^\/(api|simulator)(\/|$)/.test(path) ? site?.(path) : undefined;
    return page ? sendPage(reply, page) : reply.code(404).send(failure('There is nothing at this address.'));
  };
  app.get('/*', answer);
  app.setNotFoundHandler(answer);
}

/** Logs one line a request: method, route as it is declared, status, milliseconds. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method, route: routeOptions.url ?? 'other', status: reply.statusCode, ms }, 'request');
  });
}

/** The path of a request, decoded where it can be. */
export function pathOf(request: FastifyRequest): string {
  const [path = '/'] = request.url.split('?');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function isClientError(error: unknown): error is Error & { statusCode: number } {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return false;
  return error.statusCode >= 400 && error.statusCode < 500;
}

function describe(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = error.stack?.split('\n').filter((frame) => frame.startsWith('    at '));
  return { type: error.name, code: codeOf(error), at: frames?.map((frame) => frame.trim()) };
}
