import { Socket } from 'node:net';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { expect, test, vi } from 'vitest';
import { SchemaVersionError } from '../../server/database/migrate.ts';
import { HttpError, UnavailableError } from '../../server/errors.ts';
import { endWithError, handleClientError } from '../../server/http/clientErrors.ts';
import {
  logRequests,
  registerErrorHandler,
  registerNotFoundHandler,
  requestPath,
} from '../../server/http/errorResponses.ts';
import { BAD_REQUEST_MESSAGE } from '../../server/http/responseBodies.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

const errorWith = (code: string) => Object.assign(new Error('Oh'), { code });

/** Returns a socket, and the texts with which it is ended. */
function openSocket() {
  const socket = new Socket();
  const sent: string[] = [];
  vi.spyOn(socket, 'end').mockImplementation((text: unknown) => {
    sent.push(String(text));
    return socket;
  });
  return { socket, sent };
}

test.each([
  [errorWith('ERR_HTTP_REQUEST_TIMEOUT'), 'HTTP/1.1 408 Request Timeout'],
  [errorWith('HPE_HEADER_OVERFLOW'), 'HTTP/1.1 431 Request Header Fields Too Large'],
  [errorWith('HPE_INVALID_METHOD'), 'HTTP/1.1 400 Bad Request'],
  [new Error('Oh'), 'HTTP/1.1 400 Bad Request'],
])('what is no HTTP gets a response: %s', (error, line) => {
  const { socket, sent } = openSocket();
  handleClientError(error, socket);
  expect(sent.map((text) => text.split('\r\n')[0])).toEqual([line]);
});

test('a connection that is gone gets none', () => {
  const { socket, sent } = openSocket();
  handleClientError(errorWith('ECONNRESET'), socket);
  socket.destroy();
  handleClientError(errorWith('HPE_INVALID_METHOD'), socket);
  expect(sent).toEqual([]);
});

test('such a response is whole, with its length, and the last of its connection', () => {
  const { socket, sent } = openSocket();
  endWithError(socket, 408);
  const [head = '', body = ''] = sent.join('').split('\r\n\r\n');
  const lines = head.split('\r\n');
  expect(lines[0]).toBe('HTTP/1.1 408 Request Timeout');
  expect(lines).toContain('Content-Type: application/json; charset=utf-8');
  expect(lines).toContain(`Content-Length: ${body.length}`);
  expect(lines).toContain('Connection: close');
  expect(lines.join('\n')).toMatch(/^x-content-type-options: nosniff$/im);
  expect(JSON.parse(body)).toEqual({
    success: false,
    message: BAD_REQUEST_MESSAGE,
    error: BAD_REQUEST_MESSAGE,
  });
});

/** Returns a server that logs, and its log. */
function loggingApp(add: (app: FastifyInstance) => void) {
  const lines: string[] = [];
  const app = Fastify({
    logger: { stream: { write: (line: string) => void lines.push(line) } },
    logController: new LogController({ disableRequestLogging: true }),
  });
  add(app);
  return { app, log: () => lines.map((line) => JSON.parse(line)) };
}

async function responseTo(error: unknown) {
  const { app, log } = loggingApp((added) => {
    registerErrorHandler(added);
    added.get('/', async () => {
      throw error;
    });
  });
  const { statusCode, headers, body } = await app.inject('/');
  const { message, field } = JSON.parse(body);
  return { status: statusCode, retryAfter: headers['retry-after'], message, field, log: log() };
}

test.each([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, 'Please send JSON (Content-Type: application/json).'],
  ['FST_ERR_CTP_BODY_TOO_LARGE', 413, 'That is too much data for this form.'],
  ['FST_ERR_CTP_INVALID_JSON_BODY', 400, 'That is not valid JSON.'],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', 400, 'Please send the fields of this form as JSON.'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400, 'The data did not arrive completely. Please try again.'],
])('a request that the framework refuses (%s) has the response %i: %s', async (code, status, message) => {
  expect(await responseTo(errorWith(code))).toEqual({
    status,
    message,
    retryAfter: undefined,
    field: undefined,
    log: [],
  });
});

test('an error for a caller is the response', async () => {
  expect(await responseTo(new HttpError(429, 'Later.', { retryAfter: 7 }))).toEqual({
    status: 429,
    message: 'Later.',
    retryAfter: '7',
    field: undefined,
    log: [],
  });
  expect(await responseTo(new HttpError(400, 'No.', { field: 'name' }))).toMatchObject({
    status: 400,
    field: 'name',
    retryAfter: undefined,
  });
});

test.each([
  [400, 400, BAD_REQUEST_MESSAGE],
  [499, 499, BAD_REQUEST_MESSAGE],
  [399, 500, 'Something went wrong on our side. Please try again later.'],
  [500, 500, 'Something went wrong on our side. Please try again later.'],
  ['400', 500, 'Something went wrong on our side. Please try again later.'],
])('an error with the status %s has the response %i', async (statusCode, status, message) => {
  const response = await responseTo(Object.assign(new Error('Asha'), { statusCode }));
  expect(response).toMatchObject({ status, message });
  expect(response.log).toHaveLength(status === 500 ? 1 : 0);
});

test('another error is logged with its type, code and stack, and without its message', async () => {
  const { status, log } = await responseTo(errorWith('X7'));
  expect(status).toBe(500);
  expect(log).toEqual([
    expect.objectContaining({ level: 50, msg: 'call failed', type: 'Error', code: 'X7' }),
  ]);
  expect(log[0].at.length).toBeGreaterThan(1);
  for (const frame of nonEmpty(log[0].at)) expect(frame).toMatch(/^at /);
  expect((await responseTo('Asha')).log).toEqual([
    expect.objectContaining({ msg: 'call failed', type: 'string' }),
  ]);
  expect(JSON.stringify([log, (await responseTo('Asha')).log])).not.toMatch(/Asha|Oh/);
});

test('what is thrown and is no error, or has no stack, is a failure of ours too', async () => {
  expect(await responseTo({ statusCode: 400 })).toMatchObject({ status: 500, log: [{ type: 'object' }] });
  const { status, log } = await responseTo(Object.assign(new Error('Oh'), { stack: undefined }));
  expect(status).toBe(500);
  expect(log).toEqual([expect.objectContaining({ type: 'Error' })]);
  expect(log[0]).not.toHaveProperty('at');
});

test('a database that is unavailable is logged with its reason and asks to try again', async () => {
  const cause = errorWith('ENOSPC');
  expect(await responseTo(new UnavailableError('The disk is full.', { cause }))).toEqual({
    status: 503,
    message: 'We cannot save anything at the moment. Please try again in a few minutes.',
    retryAfter: '60',
    field: undefined,
    log: [
      expect.objectContaining({ msg: 'database unavailable', reason: 'The disk is full.', code: 'ENOSPC' }),
    ],
  });
  expect((await responseTo(new UnavailableError('The disk is full.'))).log).toEqual([
    expect.objectContaining({ type: 'UnavailableError' }),
  ]);
  expect((await responseTo(new SchemaVersionError('Another.'))).log).toEqual([
    expect.objectContaining({ msg: 'another schema version', reason: 'Another.' }),
  ]);
});

test('each request is logged in one line: method, declared route, status, milliseconds', async () => {
  const { app, log } = loggingApp((added) => {
    logRequests(added);
    added.get('/forms/:name', async () => 'ok');
  });
  await app.inject('/forms/asha');
  await app.inject({ method: 'POST', url: '/asha' });
  const line = { level: 30, msg: 'request', ms: expect.any(Number) };
  expect(log()).toEqual([
    expect.objectContaining({ ...line, method: 'GET', route: '/forms/:name', status: 200 }),
    expect.objectContaining({ ...line, method: 'POST', route: 'other', status: 404 }),
  ]);
  for (const { ms } of nonEmpty(log())) expect(Number.isInteger(ms)).toBe(true);
  expect(JSON.stringify(log())).not.toContain('asha');
});

test.each([
  ['/a%20b?c=%20', '/a b'],
  ['/a%', '/a%'],
  ['/a?b?c', '/a'],
])('the path of %s is %s', async (url, path) => {
  const app = Fastify({ frameworkErrors: (_error, request, reply) => reply.raw.end(requestPath(request)) });
  app.get('/*', async (request) => requestPath(request));
  expect((await app.inject(url)).body).toBe(path);
});

async function unknown(method: 'GET' | 'HEAD' | 'POST' | 'PUT', url: string, hasSite = true) {
  const asked: string[] = [];
  const { app } = loggingApp((added) => {
    registerNotFoundHandler(
      added,
      new Set(['/api/form']),
      hasSite
        ? {
            resolve(path) {
              asked.push(path);
              return path === '/none' ? undefined : { file: path, status: 203, cacheControl: 'no-store' };
            },
            send: (reply, { file, status }) => void reply.code(status).send(`the file ${file}`),
          }
        : undefined,
    );
  });
  const { statusCode, headers, body } = await app.inject({ method, url });
  return { status: statusCode, allow: headers.allow, body, asked };
}

const nothing = {
  status: 404,
  allow: undefined,
  body: '{"success":false,"message":"There is nothing at this address.","error":"There is nothing at this address."}',
  asked: [],
};

test('a path without a route is a file of the site, for who reads', async () => {
  const found = { status: 203, allow: undefined, asked: ['/a b'] };
  expect(await unknown('GET', '/a%20b')).toEqual({ ...found, body: 'the file /a b' });
  expect(await unknown('HEAD', '/a%20b')).toMatchObject({ status: 203, asked: ['/a b'] });
  expect(await unknown('GET', '/apiary')).toMatchObject({ status: 203 });
  expect(await unknown('GET', '/x/api/form')).toMatchObject({ status: 203 });
  expect(await unknown('GET', '/none')).toEqual({ ...nothing, asked: ['/none'] });
  expect(await unknown('GET', '/a', false)).toEqual(nothing);
});

test.each([
  ['POST', '/a'],
  ['PUT', '/a'],
  ['GET', '/api'],
  ['GET', '/api/other'],
  ['GET', '/simulator'],
  ['GET', '/simulator/other'],
] as const)('%s %s is nothing', async (method, url) => {
  expect(await unknown(method, url)).toEqual(nothing);
});

test.each(['GET', 'HEAD', 'PUT'] as const)('a call with %s is told to use POST', async (method) => {
  const { status, allow, body } = await unknown(method, '/api/form?a');
  expect([status, allow]).toEqual([405, 'POST']);
  expect(body).toContain(method === 'HEAD' ? '' : '"Please send this call with POST."');
});
