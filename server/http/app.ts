import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { decodePath } from '../../machines/shared/address.ts';
import {
  cachedSecurityHeaders,
  noRequirements,
  type SiteRequirements,
} from '../../machines/shared/securityHeaders.ts';
import { serviceMessages } from '../../machines/shared/serviceMessages.ts';
import type { Log } from '../shared/log.ts';
import { refuseAmbiguousRequests } from './ambiguousRequests.ts';
import { handleClientError } from './clientErrors.ts';
import {
  type ClosingReason,
  type DrainTimeouts,
  drainOnClose,
  handlePipelinedInOrder,
  limitHandlers,
} from './connections.ts';
import { logRequests, registerErrorHandler, requestPath } from './errorResponses.ts';
import { type LoadSheddingOptions, shedLoad } from './loadShedding.ts';
import { trustedProxies } from './networkAddress.ts';
import { errorBody } from './responseBodies.ts';
import { limitSlowBodies } from './slowBodies.ts';
import { varyByEncoding } from './varyHeader.ts';

export type AppOptions = LoadSheddingOptions & {
  /** Receives structured log lines; without it nothing is logged. */
  log?: Log | undefined;
  /** Addresses of the proxies in front of the server, whose X-Forwarded-For is trusted; nobody's unless given. */
  trustProxy?: string | undefined;
  timeouts?: Partial<Timeouts> | undefined;
  /** Is called for each connection that is closed because of a limit. */
  onConnectionClosed?: ((reason: ClosingReason) => void) | undefined;
};

/** In milliseconds. */
export type Timeouts = {
  /** For a complete request, and for its headers. */
  request: number;
  /** For an idle connection; longer than the usual time-out of proxies. */
  keepAlive: number;
  /** For the handler of a call: longer than two calls to the provider and a wait for a lock. */
  handler: number;
  /** For a connection on which no byte moves, such as one whose client does not read; longer than `handler`. */
  noProgress: number;
  /** For open requests when the server closes. */
  drain: DrainTimeouts;
};

const defaultTimeouts: Timeouts = {
  request: 30_000,
  keepAlive: 72_000,
  handler: 45_000,
  noProgress: 60_000,
  drain: { complete: 7_000, send: 500 },
};

/** Largest body of a call, in bytes. */
const BODY_LIMIT = 16 * 1024;
const BROTLI_QUALITY = 5;

const isDecodable = (url: string) => !url.includes('%') || decodePath(url.split('?', 1)[0] ?? '') !== null;

/**
 * A web server without routes, with size limits, timeouts, strict validation, compression, security headers, error
 * responses and a log without personal data.
 */
export async function createApp(
  options: AppOptions,
  requirements: SiteRequirements = noRequirements,
): Promise<FastifyInstance> {
  const { corsOrigin, log, onConnectionClosed, timeouts, trustProxy } = options;
  const { request, keepAlive, handler, noProgress, drain } = { ...defaultTimeouts, ...timeouts };
  const headersOf = cachedSecurityHeaders(requirements);
  const addBaseHeaders = (incoming: FastifyRequest, reply: FastifyReply) =>
    reply.headers(headersOf(requestPath(incoming))).header('cache-control', 'no-store');
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: request,
    connectionTimeout: noProgress,
    keepAliveTimeout: keepAlive,
    http: { headersTimeout: request, connectionsCheckingInterval: Math.min(request, 1_000) },
    trustProxy: trustProxy ? trustedProxies(trustProxy) : false,
    return503OnClosing: false,
    // A path that cannot be decoded is the not-found page, like any other without a page.
    rewriteUrl: ({ url = '' }) => (isDecodable(url) ? url : url.replaceAll('%', '%25')),
    logger: log ? { stream: log } : false,
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: handleClientError,
    frameworkErrors: (_error: FastifyError, incoming: FastifyRequest, reply: FastifyReply) =>
      addBaseHeaders(incoming, reply).code(400).send(errorBody(serviceMessages.notUnderstood)),
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  });
  app.removeContentTypeParser('text/plain');
  handlePipelinedInOrder(app, () => onConnectionClosed?.('pipelining'));
  limitSlowBodies(app, () => onConnectionClosed?.('slowBody'));
  drainOnClose(app, drain);
  await shedLoad(app, options);
  app.addHook('onRequest', (incoming, reply, next) => {
    addBaseHeaders(incoming, reply);
    next();
  });
  refuseAmbiguousRequests(app);
  varyByEncoding(app);
  logRequests(app);
  limitHandlers(app, handler);
  registerErrorHandler(app);
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  if (corsOrigin) await app.register(cors, { origin: corsOrigin, methods: ['POST'] });
  return app;
}
