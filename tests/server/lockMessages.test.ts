import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { directoryIdentity, listenOnAbstractSocket } from '../../server/database/abstractSocket.ts';
import { type MessageHandler, respondTo, sendToLockHolder } from '../../server/database/lockMessages.ts';
import { listenAt } from '../../server/database/unixSockets.ts';
import { StartError, UnavailableError } from '../../server/errors.ts';
import { eventually } from '../support/eventually.ts';

vi.mock('node:http', async (original) => {
  const http = await original<typeof import('node:http')>();
  return { ...http, request: vi.fn(http.request) };
});

let directory: string;
let server: Server | undefined;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'messages-'));
});
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  vi.useRealTimers();
  await rm(directory, { recursive: true });
});

/** Listens on the socket of the directory. */
async function listen(listener: RequestListener): Promise<void> {
  server = createServer(listener);
  await listenAt(server, join(directory, 'server.sock'));
}

const handleWith = (handler: MessageHandler) =>
  listen((request, response) => void respondTo(Promise.resolve(handler), request, response));

/** Returns the lines of a response, and after them the error with which reading them ended. */
async function exchange(message: unknown, timeoutMs?: number): Promise<unknown[]> {
  const lines: unknown[] = [];
  try {
    for await (const line of (await sendToLockHolder(directory, message, timeoutMs)) ?? []) lines.push(line);
  } catch (error) {
    lines.push(error);
  }
  return lines;
}

const unresponsive = () =>
  new StartError(
    `The server that runs on ${directory} does not respond: try again later, or stop it and run the command without it.`,
  );

test('a message arrives as it is, and its response line by line', async () => {
  const messages: unknown[] = [];
  await handleWith(async function* (message) {
    messages.push(message);
    yield* ['first', '', 'नमस्ते'];
  });
  expect(await exchange({ do: 'list', of: ['ä', 1] })).toEqual(['first', '', 'नमस्ते']);
  expect(messages).toEqual([{ do: 'list', of: ['ä', 1] }]);
});

test('a request is a POST, whose response is in chunks and may end with a sentence', async () => {
  const seen: unknown[] = [];
  await listen((request, response) => {
    seen.push(request.method);
    void respondTo(
      Promise.resolve(async function* () {
        yield 'line';
      }),
      request,
      response,
    );
  });
  await exchange({});
  expect(seen).toEqual(['POST']);
  const headers = await new Promise((resolve) => {
    httpRequest({ socketPath: join(directory, 'server.sock'), method: 'POST' })
      .once('response', (response) => {
        resolve(response.headers);
        response.resume();
      })
      .end('{}');
  });
  expect(headers).toMatchObject({ 'transfer-encoding': 'chunked', trailer: 'x-error' });
});

test('a line may come in several pieces, and several in one', async () => {
  await listen((_request, response) => {
    response.write('a\nb');
    setTimeout(() => response.end('c\nd\n'), 20);
  });
  expect(await exchange({})).toEqual(['a', 'bc', 'd']);
});

test('a message waits until there is a handler', async () => {
  let setHandler: (handler: MessageHandler) => void = () => {};
  const handlerSet = new Promise<MessageHandler>((resolve) => {
    setHandler = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    void listen((request, response) => {
      void respondTo(handlerSet, request, response);
      resolve();
    });
  });
  await eventually(() => expect(server?.listening).toBe(true));
  const lines = exchange({});
  await arrived;
  setHandler(async function* () {
    yield 'late';
  });
  expect(await lines).toEqual(['late']);
});

const failed = (what: string) =>
  new StartError(`The running server failed on this command (${what}): what was printed is not all.`);

test.each([
  [
    new UnavailableError('The database is damaged: page – 1.'),
    new StartError('The database is damaged: page – 1.'),
  ],
  [new StartError('100 % wrong.'), new StartError('100 % wrong.')],
  [
    Object.assign(new Error('asha@example.org'), { name: 'ValiError' }),
    new StartError('The running server does not know this command: it is of another release, so restart it.'),
  ],
  [Object.assign(new Error('asha@example.org'), { code: '23505' }), failed('23505')],
  [new TypeError('asha@example.org'), failed('TypeError')],
  ['asha@example.org', failed('string')],
])('a handler that throws ends the response with one sentence', async (error, refusal) => {
  await handleWith(async function* () {
    yield 'first';
    throw error;
  });
  expect(await exchange({})).toEqual(['first', refusal]);
});

test('a message that is no JSON is refused', async () => {
  await handleWith(async function* () {});
  const response = await new Promise<{ trailers: NodeJS.Dict<string> }>((resolve) => {
    httpRequest({ socketPath: join(directory, 'server.sock'), method: 'POST' })
      .once('response', (incoming) => {
        incoming.resume().once('end', () => resolve(incoming));
      })
      .end('{');
  });
  expect(decodeURIComponent(response.trailers['x-error'] ?? '')).toBe(failed('SyntaxError').message);
});

test('a handler ends when its caller is gone', async () => {
  let isEnded = false;
  await handleWith(async function* () {
    try {
      for (;;) {
        yield 'x'.repeat(100_000);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    } finally {
      isEnded = true;
    }
  });
  const lines = await sendToLockHolder(directory, {});
  const iterator = lines?.[Symbol.asyncIterator]();
  expect((await iterator?.next())?.value).toHaveLength(100_000);
  await iterator?.return?.();
  await eventually(() => expect(isEnded).toBe(true));
});

test('a server that ends in the middle of its response is said so', async () => {
  await listen((_request, response) => {
    response.write('first\nsec');
    setTimeout(() => response.destroy(), 20);
  });
  const [first, error] = await exchange({});
  expect(first).toBe('first');
  expect(error).toBeInstanceOf(StartError);
  expect(error).toMatchObject({
    message: `The server that runs on ${directory} ended before its response was complete: what was printed is not all.`,
    cause: { code: 'ECONNRESET' },
  });
});

test('a server that ends without a response is said so', async () => {
  await listen((request) => request.destroy());
  const [error] = await exchange({});
  expect(error).toBeInstanceOf(StartError);
  expect(error).toMatchObject({
    message: `The server that runs on ${directory} ended without a response: it was stopped, or is of another release. Try again.`,
    cause: { code: 'ECONNRESET' },
  });
});

test('without a server there is no response', async () => {
  expect(await sendToLockHolder(directory, {})).toBeUndefined();
  expect(await sendToLockHolder(join(directory, 'none'), {})).toBeUndefined();
  await writeFile(join(directory, 'server.sock'), '');
  expect(await sendToLockHolder(directory, {})).toBeUndefined();
  expect(await sendToLockHolder(join(directory, 'server.sock'), {})).toBeUndefined();
});

/** Makes the next request fail with a code. */
async function failWith(code: string): Promise<void> {
  const { request } = await vi.importActual<typeof import('node:http')>('node:http');
  vi.mocked(httpRequest).mockImplementationOnce((options) =>
    request(options).destroy(Object.assign(new Error('Oh'), { code })),
  );
}

test.each(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR'])(
  'the code %s says that no server listens',
  async (code) => {
    await failWith(code);
    expect(await sendToLockHolder(directory, {})).toBeUndefined();
  },
);

test('a server of another user is said to be one', async () => {
  await failWith('EACCES');
  expect(await exchange({})).toEqual([
    new StartError(
      `The server that runs on ${directory} belongs to another user: run the command as that user.`,
    ),
  ]);
});

/** Lets the timers that the code itself starts stand still. */
const stopTimers = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

test('a server has a minute to respond', async () => {
  stopTimers();
  const arrived = new Promise<void>((resolve) => void listen(() => resolve()));
  let isOver = false;
  const lines = exchange({}).finally(() => {
    isOver = true;
  });
  await arrived;
  await vi.advanceTimersByTimeAsync(59_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await lines).toEqual([unresponsive()]);
});

test('a response that has begun may take longer, and leaves no timer', async () => {
  stopTimers();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  await handleWith(async function* () {
    yield 'first';
    await ended;
    yield 'second';
  });
  const response = await sendToLockHolder(directory, {}, 100);
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(1000);
  end();
  const lines: string[] = [];
  for await (const line of response ?? []) lines.push(line);
  expect(lines).toEqual(['first', 'second']);
});

test('a request that fails leaves no timer', async () => {
  stopTimers();
  expect(await sendToLockHolder(directory, {})).toBeUndefined();
  await eventually(() => expect(vi.getTimerCount()).toBe(0));
});

async function holdAbstractSocket(): Promise<void> {
  const socket = await listenOnAbstractSocket((await directoryIdentity(directory)) ?? '');
  onTestFinished(() => socket.close());
}

test.runIf(process.platform === 'linux')(
  'a server whose socket file was deleted is waited for until it is there again',
  async () => {
    await holdAbstractSocket();
    const lines = exchange({ do: 'list' });
    await eventually(() => expect(vi.mocked(httpRequest).mock.calls.length).toBeGreaterThan(1));
    await handleWith(async function* (message) {
      yield JSON.stringify(message);
    });
    expect(await lines).toEqual(['{"do":"list"}']);
  },
);

test.runIf(process.platform === 'linux')('a server is waited for five seconds', async () => {
  await holdAbstractSocket();
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  let isOver = false;
  const lines = exchange({}).finally(() => {
    isOver = true;
  });
  const attempts = () => vi.mocked(httpRequest).mock.calls.length;
  const anotherAttempt = async () => {
    const former = attempts();
    await eventually(() => expect(isOver || attempts() > former + 1).toBe(true));
  };
  await anotherAttempt();
  now = 5000;
  await anotherAttempt();
  expect(isOver).toBe(false);
  now = 5001;
  expect(await lines).toEqual([unresponsive()]);
});
