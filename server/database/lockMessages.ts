import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode, StartError, UnavailableError } from '../shared/errors.ts';
import { splitLines } from '../shared/lines.ts';
import { directoryIdentity, isAbstractSocketOpen } from './abstractSocket.ts';
import { socketPathIn } from './unixSockets.ts';

/** Handles a message (plain JSON) of another process; yields lines. */
export type MessageHandler = (message: unknown) => AsyncIterable<string>;

/** How long a process waits for the first line of a response, and for the socket file to be there again, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 60_000;
const SOCKET_TIMEOUT_MS = 5_000;

/** The sentence about an error, which may come after the first lines. */
const ERROR_TRAILER = 'x-error';

/**
 * Sends a message (plain JSON) to the process that has locked a directory.
 *
 * @returns The lines of its response; undefined when no process has locked the directory. Reading them throws a
 * StartError when the process refuses the message, or fails before the response is complete.
 * @throws StartError when the process does not respond in time.
 */
export async function sendToLockHolder(
  directory: string,
  message: unknown,
  timeoutMs = RESPONSE_TIMEOUT_MS,
): Promise<AsyncIterable<string> | undefined> {
  const response = await requestOfHolder(directory, JSON.stringify(message), timeoutMs);
  return response && linesOf(response, directory);
}

/** Sends the request, again while the holder has yet to create a socket file that was deleted. */
async function requestOfHolder(directory: string, body: string, timeoutMs: number) {
  const deadline = performance.now() + SOCKET_TIMEOUT_MS;
  for (;;) {
    const response = await sendRequest(directory, body, timeoutMs);
    const identity = response ? undefined : await directoryIdentity(directory);
    if (!identity || !(await isAbstractSocketOpen(identity))) return response;
    if (performance.now() > deadline) throw new StartError(unresponsiveSentence(directory));
    await wait(50);
  }
}

const NO_LISTENER_CODES = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR'];

function sendRequest(
  directory: string,
  body: string,
  timeoutMs: number,
): Promise<IncomingMessage | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ socketPath: socketPathIn(directory), method: 'POST' });
    const timer = setTimeout(() => {
      request.destroy(new StartError(unresponsiveSentence(directory)));
    }, timeoutMs);
    request
      .once('response', resolve)
      .once('error', (error) => {
        if (NO_LISTENER_CODES.includes(String(errorCode(error)))) resolve(undefined);
        else reject(error instanceof StartError ? error : holderError(directory, error));
      })
      .once('response', () => clearTimeout(timer))
      .once('close', () => clearTimeout(timer))
      .end(body);
  });
}

const unresponsiveSentence = (directory: string) =>
  `The server that runs on ${directory} does not respond: try again later, or stop it and run the command without it.`;

function holderError(directory: string, cause: Error): StartError {
  const sentence =
    errorCode(cause) === 'EACCES'
      ? `The server that runs on ${directory} belongs to another user: run the command as that user.`
      : `The server that runs on ${directory} ended without a response: it was stopped, or is of another release. Try again.`;
  return new StartError(sentence, { cause });
}

async function* linesOf(response: IncomingMessage, directory: string): AsyncGenerator<string> {
  try {
    yield* splitLines(response.setEncoding('utf8'));
  } catch (cause) {
    throw new StartError(
      `The server that runs on ${directory} ended before its response was complete: what was printed is not all.`,
      { cause },
    );
  }
  const sentence = response.trailers[ERROR_TRAILER];
  if (sentence) throw new StartError(decodeURIComponent(sentence));
}

/** Responds with the lines of the handler, and in a trailer with one sentence when it throws. */
export async function respondTo(
  handlerSet: Promise<MessageHandler>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  async function* handle(): AsyncGenerator<string> {
    try {
      const [handler, message] = await Promise.all([handlerSet, json(request)]);
      for await (const line of handler(message)) yield `${line}\n`;
    } catch (error) {
      response.addTrailers({ [ERROR_TRAILER]: encodeURIComponent(sentenceFor(error)) });
    }
  }
  response.setHeader('transfer-encoding', 'chunked').setHeader('trailer', ERROR_TRAILER);
  await pipeline(Readable.from(handle()), response).catch(() => response.destroy());
}

function sentenceFor(error: unknown): string {
  if (error instanceof UnavailableError || error instanceof StartError) return error.message;
  if (error instanceof Error && error.name === 'ValiError')
    return 'The running server does not know this command: it is of another release, so restart it.';
  const name = error instanceof Error ? error.name : typeof error;
  return `The running server failed on this command (${errorCode(error) ?? name}): what was printed is not all.`;
}
