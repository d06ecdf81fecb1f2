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
import { failure } from './answers.ts';
import { answerErrors, logRequests, NOT_UNDERSTOOD } from './errors.ts';

export interface AppOptions {
  /** Origin of a site that is hosted elsewhere and may make the calls. */
  corsOrigin?: string | undefined;
  /** Receives structured log lines; without it nothing is logged. */
  log?: { write(line: string): void } | undefined;
}

/** Largest body of a call, in bytes. */
const BODY_LIMIT = 16 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
const BROTLI_QUALITY = 5;

/** The web server without any calls: limits, strict validation, compression, error answers, a log that names nobody. */
export async function createApp({ corsOrigin, log }: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false,
    logger: log ? { stream: log } : false,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) =>
      reply.code(400).send(failure(NOT_UNDERSTOOD)),
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  });
  app.removeContentTypeParser('text/plain');
  endConnectionsOnClose(app);
  logRequests(app);
  answerErrors(app);
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  if (corsOrigin) await app.register(cors, { origin: corsOrigin, methods: ['POST'] });
  return app;
}

/** Without it a client that keeps its connection alive would keep a server that stops waiting for it. */
function endConnectionsOnClose(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request) => {
    if (closing) request.raw.socket.end();
  });
}
