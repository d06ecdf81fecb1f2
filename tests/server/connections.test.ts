import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { drainOnClose, handlePipelinedInOrder } from '../../server/http/connections.ts';
import { registerErrorHandler } from '../../server/http/errorResponses.ts';
import { onReplyClosed } from '../../server/http/onReplyClosed.ts';
import { eventually } from '../support/eventually.ts';

/** What becomes of connections, with clients that write what they like. */

let app: FastifyInstance;
let port: number;
let sockets: Socket[];
/** The paths of the requests whose handlers began, and how their handlers end. */
let begun: string[];
/** The paths of the requests that Fastify was given. */
let given: string[];
/** What Fastify warned of. */
let warnings: string[];
let finish: Map<string, () => void>;

beforeEach(() => {
  app = Fastify({
    return503OnClosing: false,
    logger: { level: 'warn', stream: { write: (line) => warnings.push(line) } },
    rewriteUrl: ({ url = '' }) => {
      given.push(url);
      return url;
    },
  });
  sockets = [];
  begun = [];
  given = [];
  warnings = [];
  finish = new Map();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets) socket.destroy();
  for (const end of finish.values()) end();
  await app.close();
});

/** More than a connection takes from the server before its client reads. */
const LARGE = 16 * 1024 * 1024;

async function listen(): Promise<void> {
  app.get('/large', async () => Buffer.alloc(LARGE, 'x'));
  app.get('/:name', (request) => {
    begun.push(request.url);
    return new Promise((resolve) => finish.set(request.url, () => resolve(request.url)));
  });
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
}

const requestOf = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** Opens a connection, sends a text, and returns what arrives. */
async function openConnection(text: string, allowHalfOpen = false) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  sockets.push(socket);
  const connection = { socket, received: '', isEnded: false, isClosed: false };
  socket.setEncoding('utf8').on('data', (chunk) => {
    connection.received += chunk;
  });
  socket.on('end', () => {
    connection.isEnded = true;
  });
  socket.on('close', () => {
    connection.isClosed = true;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return connection;
}

/** Waits until something is so. The timers of the server may be simulated. */
async function waitFor(condition: () => boolean): Promise<void> {
  const end = performance.now() + 5_000;
  while (!condition() && performance.now() < end) await turn();
  expect(condition(), String(condition)).toBe(true);
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Waits until a connection that is opened now has its response: whatever was sent before has arrived. */
async function settle(): Promise<void> {
  const path = `/settled${begun.length}`;
  await openConnection(requestOf(path));
  await waitFor(() => begun.includes(path));
  begun = begun.filter((each) => each !== path);
  for (let turns = 0; turns < 10; turns += 1) await turn();
}

describe('requests of one connection', () => {
  test('are handled one after the other, and later ones at once', async () => {
    handlePipelinedInOrder(app);
    await listen();
    const { socket } = await openConnection(['/1', '/2', '/3'].map(requestOf).join(''));
    await waitFor(() => begun.length > 0);
    await settle();
    expect(begun).toEqual(['/1']);
    finish.get('/1')?.();
    await waitFor(() => begun.length > 1);
    await settle();
    expect(begun).toEqual(['/1', '/2']);
    finish.get('/2')?.();
    await waitFor(() => begun.length > 2);
    finish.get('/3')?.();
    await settle();
    socket.write(requestOf('/4'));
    await waitFor(() => begun.length > 3);
    expect(begun).toEqual(['/1', '/2', '/3', '/4']);
  });

  test('are not handled any more where it is lost', async () => {
    handlePipelinedInOrder(app);
    await listen();
    const { socket } = await openConnection(requestOf('/1') + requestOf('/2'));
    await waitFor(() => begun.length > 0);
    socket.destroy();
    await settle();
    finish.get('/1')?.();
    await settle();
    expect(begun).toEqual(['/1']);
  });

  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => requestOf(`/${index}`)).join('');

  test('may wait: a hundred, and no more', async () => {
    const onClosed = vi.fn();
    handlePipelinedInOrder(app, onClosed);
    await listen();
    const connection = await openConnection(many(101));
    await waitFor(() => begun.length > 0);
    await settle();
    expect([connection.isClosed, onClosed.mock.calls]).toEqual([false, []]);
    connection.socket.write(many(5));
    await waitFor(() => connection.isClosed);
    await settle();
    expect(onClosed.mock.calls).toEqual([[]]);
    expect(begun, 'nothing of it is handled').toEqual(['/0']);
  });

  test('end it also where nobody asks how often', async () => {
    handlePipelinedInOrder(app);
    await listen();
    const connection = await openConnection(many(105));
    await waitFor(() => connection.isClosed);
    await settle();
    expect(begun).toEqual(['/0']);
  });

  test('take no memory of Fastify while they wait, or after the connection is closed', async () => {
    handlePipelinedInOrder(app);
    await listen();
    const connection = await openConnection(many(500));
    await waitFor(() => connection.isClosed);
    expect(given).toEqual(['/0']);
  });
});

test('any number of functions is called when a response is sent, by one listener', async () => {
  const called: number[] = [];
  let listeners = 0;
  app.get('/', async (_request, reply) => {
    onReplyClosed(reply, () => called.push(0));
    const before = reply.raw.listenerCount('close');
    for (let index = 1; index < 20; index += 1) onReplyClosed(reply, () => called.push(index));
    listeners = reply.raw.listenerCount('close') - before;
    return called.length;
  });
  expect((await app.inject('/')).body).toBe('0');
  await eventually(() => expect(called).toEqual(Array.from({ length: 20 }, (_, index) => index)));
  expect(listeners).toBe(0);
});

describe('while the server closes', () => {
  const COMPLETE = 7_000;
  const SEND = 500;
  let isClosed: boolean;

  beforeEach(async () => {
    registerErrorHandler(app);
    drainOnClose(app, { complete: COMPLETE, send: SEND });
    isClosed = false;
    await listen();
  });

  /** Begins to close the server; its timers are simulated from now on. */
  async function close() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    void app.close().then(() => {
      isClosed = true;
    });
    for (let turns = 0; turns < 10; turns += 1) await turn();
  }

  test('a response that is under way is sent, and is the last of its connection', async () => {
    const connection = await openConnection(requestOf('/1'));
    await waitFor(() => begun.length > 0);
    await close();
    finish.get('/1')?.();
    await waitFor(() => connection.isClosed);
    expect(connection.received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(connection.received).toMatch(/\r\nconnection: close\r\n/i);
    await waitFor(() => isClosed);
    expect(vi.getTimerCount(), 'nothing is waited for any more').toBe(0);
  });

  test('a client that reads slowly gets its response whole', async () => {
    const connection = await openConnection(requestOf('/large'));
    await waitFor(() => connection.received !== '');
    connection.socket.pause();
    await close();
    await vi.advanceTimersByTimeAsync(COMPLETE);
    connection.socket.resume();
    await waitFor(() => connection.isClosed);
    expect(connection.received.split('\r\n\r\n')[1]).toHaveLength(LARGE);
    await waitFor(() => isClosed);
    expect(warnings, 'nothing else is sent').toEqual([]);
  });

  test('a connection that waits for a next request is ended at once', async () => {
    const connection = await openConnection(requestOf('/1'));
    await waitFor(() => begun.length > 0);
    finish.get('/1')?.();
    await waitFor(() => connection.received.includes('/1'));
    await close();
    await waitFor(() => connection.isClosed && isClosed);
    expect(connection.received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test('before that a response leaves its connection open', async () => {
    const connection = await openConnection(requestOf('/1'));
    await waitFor(() => begun.length > 0);
    finish.get('/1')?.();
    await waitFor(() => connection.received.includes('/1'));
    expect(connection.received).not.toMatch(/connection: close/i);
    connection.socket.write(requestOf('/2'));
    await waitFor(() => begun.length > 1);
    expect(connection.isEnded).toBe(false);
  });

  test('a client that sends half a request or nothing is told so after a time', async () => {
    const half = await openConnection('GET /1 HTTP/1.1\r\n');
    const nothing = await openConnection('');
    await settle();
    await close();
    await vi.advanceTimersByTimeAsync(COMPLETE - 1);
    expect(half.received).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    await waitFor(() => half.isClosed && nothing.isClosed);
    expect(half.received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  });

  test('so is one whose earlier request has its response', async () => {
    const connection = await openConnection(requestOf('/1'));
    await waitFor(() => begun.length > 0);
    finish.get('/1')?.();
    await waitFor(() => connection.received.includes('/1'));
    connection.socket.write('GET /2 HTTP/1.1\r\n');
    await settle();
    await close();
    await vi.advanceTimersByTimeAsync(COMPLETE);
    await waitFor(() => connection.isClosed);
    expect(connection.received).toMatch(/HTTP\/1\.1 408 Request Timeout\r\n/);
  });

  test('a connection that was closed before is not closed again', async () => {
    const accepted = once(app.server, 'connection');
    const { socket } = await openConnection(requestOf('/1'));
    const [ofServer] = await accepted;
    await waitFor(() => begun.length > 0);
    await openConnection('GET /2 HTTP/1.1\r\n', true);
    await settle();
    socket.destroy();
    await waitFor(() => ofServer.closed);
    const destroy = vi.spyOn(ofServer, 'destroy');
    await close();
    await vi.advanceTimersByTimeAsync(COMPLETE + SEND);
    await waitFor(() => isClosed);
    expect(destroy).not.toHaveBeenCalled();
  });

  test('a call that takes too long is answered 503, once', async () => {
    const slow = await openConnection(requestOf('/1'));
    await waitFor(() => begun.length > 0);
    await close();
    await vi.advanceTimersByTimeAsync(COMPLETE - 1);
    expect(slow.received).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    await waitFor(() => slow.isClosed);
    expect(slow.received).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(slow.received).toMatch(/\r\nretry-after: 5\r\n/i);
    expect(slow.received).toContain('"message":"We are restarting. Please try again in a moment."');
    expect(slow.received.match(/HTTP\/1\.1/g)).toHaveLength(1);
    finish.get('/1')?.();
    await waitFor(() => isClosed);
  });

  test('a client that does not end its connection loses it a little later', async () => {
    const half = await openConnection('GET /1 HTTP/1.1\r\n', true);
    const slow = await openConnection(requestOf('/2'), true);
    await waitFor(() => begun.length > 0);
    await close();
    await vi.advanceTimersByTimeAsync(COMPLETE);
    await waitFor(() => half.isEnded && slow.isEnded);
    await vi.advanceTimersByTimeAsync(SEND - 1);
    for (let turns = 0; turns < 10; turns += 1) await turn();
    expect(isClosed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await waitFor(() => isClosed);
  });
});
