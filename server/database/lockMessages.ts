import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode, StartError, UnavailableError } from '../shared/errors.ts';
import { splitLines } from '../shared/lines.ts';
import { abstractNameOf, acceptsConnections, directoryIdentity, socketPathIn } from './lockSockets.ts';

/** Handles a message (plain JSON) of another process; yields lines. */
export type MessageHandler = (message: unknown) => AsyncIterable<string>;

/** How long a process waits for the first line of a response, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 60_000;

/** How often a process looks for a socket file that its holder has yet to create again, and the pause in milliseconds. */
const ATTEMPTS = 100;
const PAUSE_MS = 50;

/** The sentence about an error, which may come after the first lines. */
const ERROR_TRAILER = 'x-error';

const NO_LISTENER_CODES = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR'];

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
): Promise<AsyncIterable<string> | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const response = await sendRequest(directory, JSON.stringify(message));
    if (response) return linesOf(response, directory);
    if (!(await isLocked(directory))) return undefined;
    await wait(PAUSE_MS);
  }
  throw new StartError(unresponsiveSentence(directory));
}

async function isLocked(directory: string): Promise<boolean> {
  const identity = await directoryIdentity(directory);
  const abstractName = identity && abstractNameOf(identity);
  return abstractName !== undefined && acceptsConnections(abstractName);
}

/** Returns the response; undefined where nobody listens. */
async function sendRequest(directory: string, body: string): Promise<IncomingMessage | undefined> {
  const socketPath = socketPathIn(directory);
  const request = httpRequest({ socketPath, method: 'POST', timeout: RESPONSE_TIMEOUT_MS });
  request.once('timeout', () => request.destroy(new StartError(unresponsiveSentence(directory))));
  try {
    const [response]: IncomingMessage[] = await once(request.end(body), 'response');
    request.setTimeout(0);
    return response;
  } catch (error) {
    if (NO_LISTENER_CODES.includes(String(errorCode(error)))) return undefined;
    if (error instanceof StartError) throw error;
    throw new StartError(
      errorCode(error) === 'EACCES'
        ? `The server that runs on ${directory} belongs to another user: run the command as that user.`
        : incompleteSentence(directory),
      { cause: error },
    );
  }
}

async function* linesOf(response: IncomingMessage, directory: string): AsyncGenerator<string> {
  try {
    yield* splitLines(response.setEncoding('utf8'));
  } catch (cause) {
    throw new StartError(incompleteSentence(directory), { cause });
  }
  const sentence = response.trailers[ERROR_TRAILER];
  if (sentence) throw new StartError(decodeURIComponent(sentence));
}

const unresponsiveSentence = (directory: string) =>
  `The server that runs on ${directory} does not respond: try again later, or stop it and run the command without it.`;

const incompleteSentence = (directory: string) =>
  `The server that runs on ${directory} ended before its response was complete: what was printed is not all.`;

/** Responds with the lines of the handler, and in a trailer with one sentence when it throws. */
export async function respondTo(
  handler: MessageHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  async function* handle(): AsyncGenerator<string> {
    try {
      for await (const line of handler(await json(request))) yield `${line}\n`;
    } catch (error) {
      response.addTrailers({ [ERROR_TRAILER]: encodeURIComponent(sentenceFor(error)) });
    }
  }
  response.setHeader('transfer-encoding', 'chunked').setHeader('trailer', ERROR_TRAILER);
  await pipeline(Readable.from(handle()), response).catch(() => response.destroy());
}

function sentenceFor(error: unknown): string {
  if (error instanceof UnavailableError || error instanceof StartError) return error.message;
  const name = error instanceof Error ? error.name : typeof error;
  return `The running server failed on this command (${errorCode(error) ?? name}): what was printed is not all.`;
}
