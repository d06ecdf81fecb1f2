import type { OutgoingHttpHeaders, Server } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noRequirements, securityHeaders } from '../../machines/shared/securityHeaders.ts';
import { serviceMessages } from '../../machines/shared/serviceMessages.ts';
import { errorBody, RETRY_AFTER_SECONDS } from './responseBodies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it is answered 503 because of the load. */
    isShed?: boolean;
  }
}

/** How busy a database is. */
export type DatabaseLoad = {
  /** Number of queries and transactions that run or wait for a connection. */
  readonly pending: number;
  /** The expected wait of one more call behind `others`, in milliseconds, at the pace of the last calls. */
  expectedWaitMs(others: number): number;
  /** Number of operations so far that found the database unavailable. */
  readonly failures: number;
};

/** Why a request is shed. */
export type ShedReason = 'database' | 'eventLoop' | 'heap';

export type LoadSheddingOptions = {
  /** The load of the database; without it only the event loop and the heap count. */
  databaseLoad?: DatabaseLoad | undefined;
  /** Origin of a site that is hosted elsewhere; its pages may read the response. */
  corsOrigin?: string | undefined;
  /** Is called for each request that is shed. */
  onShed?: ((reason: ShedReason) => void) | undefined;
};

/** Fewer requests, and fewer database operations, than these are never too many, however slow the machine is. */
const ALWAYS_LET_IN = 64;
/** A call makes several database operations one after the other, each of which waits. */
const MAX_DATABASE_WAIT_MS = 100;
const MAX_EVENT_LOOP_DELAY_MS = 150;
const SAMPLE_INTERVAL_MS = 250;
const MAX_HEAP_BYTES = 0.85 * getHeapStatistics().heap_size_limit;

/** Requests that are shed share a line of the log, which would else grow with an attack. */
const LOG_EVERY_MS = 10_000;

/**
 * How long the response to a shed request waits, in milliseconds, and how much longer for each that waits already: clients
 * that send again at once would else take the time of the calls that are let in.
 */
const DELAY_MS = 1_000;
const MORE_DELAY_MS = 5;
const MAX_DELAY_MS = 10_000;

/** Routes that finish a paid registration: they are let in at a load at which others are shed. */
const PAYMENT_ROUTES = /^\/(api\/register|api\/webhooks\/|simulator\/)/;
const HEALTH_ROUTES = /^\/(healthz|readyz)$/;

/**
 * Sheds requests (503 with `Retry-After`) while the database, the event loop or the heap is overloaded: first
 * calls, then pages and the calls that a paying person needs to finish, never the health checks.
 *
 * It responds before the body is read and without the other hooks, because a response that costs as much as the call
 * would leave no time for the calls that are let in. A request counts as open once its body is complete, so that a client
 * that sends half of it takes nobody's place; it may then be shed as well, because many may have come meanwhile.
 * To be called before hooks that do more for a request.
 */
export async function shedLoad(
  app: FastifyInstance,
  { databaseLoad, corsOrigin, onShed }: LoadSheddingOptions,
): Promise<void> {
  const respondBusy = delayedBusyResponses(app.server, corsOrigin);
  const logShed = countedInLog(app);
  let openRequests = 0;

  /** Undefined when the request is let in. */
  function reasonToShed({ method, routeOptions: { url = '' } }: FastifyRequest): ShedReason | undefined {
    if (HEALTH_ROUTES.test(url)) return undefined;
    const isRead = method === 'GET' || method === 'HEAD';
    const factor = isRead || PAYMENT_ROUTES.test(url) ? 2 : 1;
    const { eventLoopDelay, heapUsed } = app.memoryUsage();
    if (heapUsed > MAX_HEAP_BYTES) return 'heap';
    const isManyRequests = openRequests >= ALWAYS_LET_IN * factor;
    if (isManyRequests && eventLoopDelay > MAX_EVENT_LOOP_DELAY_MS * factor) return 'eventLoop';
    if (isRead || !databaseLoad) return undefined;
    const { pending } = databaseLoad;
    if (pending < ALWAYS_LET_IN * factor) return undefined;
    return databaseLoad.expectedWaitMs(pending) > MAX_DATABASE_WAIT_MS * factor ? 'database' : undefined;
  }

  /** Whether a request is shed now; it then has its response. */
  function shed(request: FastifyRequest, reply: FastifyReply): boolean {
    const reason = reasonToShed(request);
    if (!reason) return false;
    onShed?.(reason);
    logShed();
    request.isShed = true;
    reply.hijack();
    respondBusy(reply);
    return true;
  }

  app.decorateRequest('isShed', undefined);
  await app.register(underPressure, { sampleInterval: SAMPLE_INTERVAL_MS });
  app.addHook('onRequest', (request, reply, next) => {
    if (!shed(request, reply)) next();
  });
  app.addHook('preValidation', (request, reply, next) => {
    if (shed(request, reply)) return;
    openRequests += 1;
    reply.raw.once('close', () => {
      openRequests -= 1;
    });
    next();
  });
}

/** Counts shed requests and logs their number at most once in ten seconds. */
function countedInLog(app: FastifyInstance): () => void {
  let shed = 0;
  let timer: NodeJS.Timeout | undefined;
  function writeLine(): void {
    if (shed > 0) app.log.warn({ shed }, 'requests shed');
    shed = 0;
    timer = undefined;
  }
  app.addHook('onClose', async () => {
    clearTimeout(timer);
    writeLine();
  });
  return () => {
    shed += 1;
    timer ??= setTimeout(writeLine, LOG_EVERY_MS).unref();
  };
}

/** Responds with 503 after a while, and later the more requests wait. */
function delayedBusyResponses(server: Server, corsOrigin: string | undefined): (reply: FastifyReply) => void {
  const body = JSON.stringify(errorBody(serviceMessages.busy));
  const headers: OutgoingHttpHeaders = {
    ...securityHeaders('/', noRequirements),
    ...(corsOrigin && { 'access-control-allow-origin': corsOrigin, vary: 'Origin' }),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'retry-after': String(RETRY_AFTER_SECONDS),
  };
  let waiting = 0;
  return ({ raw }) => {
    waiting += 1;
    setTimeout(
      () => {
        waiting -= 1;
        if (!server.listening) headers.connection = 'close';
        raw.writeHead(503, headers).end(body);
      },
      Math.min(DELAY_MS + waiting * MORE_DELAY_MS, MAX_DELAY_MS),
    );
  };
}
