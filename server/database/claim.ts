import { randomBytes } from 'node:crypto';
import { chmod, link, rename, rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { codeOf, StartError } from '../errors.ts';

/** A directory that is this process's own until it lets go or dies. */
export interface Claim {
  /** Answers the questions that other processes ask; until then they wait. */
  serve(answer: (question: unknown) => AsyncIterable<string>): void;
  release(): Promise<void>;
}

const MAX_SOCKET_PATH = 85;

/**
 * Claims a directory for this process.
 *
 * The claim is a Unix socket in the directory, readable by its owner alone, that answers as long as the process lives.
 * It is already listening when it appears under its name, so that a name where nobody answers was left by a process
 * that died, and can be taken over.
 *
 * @throws StartError when another process holds it.
 */
export async function claimDirectory(directory: string): Promise<Claim> {
  const path = socketIn(directory);
  const own = besides(path);
  let serve: Claim['serve'] = () => {};
  const answering = new Promise<Parameters<Claim['serve']>[0]>((resolve) => {
    serve = resolve;
  });
  const server = createServer((request, response) => void respond(answering, request, response));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(own, resolve));
  const release = async () => {
    await rm(path, { force: true });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };

  try {
    await chmod(own, 0o600);
    if (!(await appear(own, path))) {
      await clearStale(path);
      if (!(await appear(own, path))) throw inUse(directory);
    }
  } catch (error) {
    await new Promise((resolve) => server.close(resolve));
    throw error instanceof SocketAnswers ? inUse(directory) : error;
  } finally {
    await rm(own, { force: true });
  }
  return { serve, release };
}

/** Asks the process that holds a directory (plain JSON); gives its answer line by line, or undefined when nobody holds it. */
export async function askHolder(
  directory: string,
  question: unknown,
): Promise<AsyncIterable<string> | undefined> {
  const response = await request(socketIn(directory), JSON.stringify(question));
  return response && createInterface({ input: response });
}

class SocketAnswers extends Error {}

const inUse = (directory: string) =>
  new StartError(`Another server is running on ${directory}. Stop it, or set DATA_DIR to another directory.`);

function socketIn(directory: string): string {
  const path = join(directory, 'server.sock');
  const fromHere = relative(process.cwd(), path);
  const shorter = fromHere.length < path.length ? fromHere : path;
  if (shorter.length > MAX_SOCKET_PATH)
    throw new StartError(`The path of DATA_DIR is too long: ${directory}.`);
  return shorter;
}

const besides = (path: string) => `${path}.${randomBytes(4).toString('hex')}`;

async function appear(own: string, path: string): Promise<boolean> {
  try {
    await link(own, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Moves the name aside before asking, so that of two who find it stale neither removes the other's new one. */
async function clearStale(path: string): Promise<void> {
  const aside = besides(path);
  if (await connects(path)) throw new SocketAnswers();
  try {
    await rename(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (await connects(aside)) {
    await appear(aside, path);
    await rm(aside, { force: true });
    throw new SocketAnswers();
  }
  await rm(aside, { force: true });
}

function connects(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

const NOBODY = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'];

function request(socketPath: string, body: string): Promise<IncomingMessage | undefined> {
  return new Promise((resolve, reject) => {
    httpRequest({ socketPath, method: 'POST' }, resolve)
      .once('error', (error) => (NOBODY.includes(codeOf(error) ?? '') ? resolve(undefined) : reject(error)))
      .end(body);
  });
}

async function respond(
  answering: Promise<(question: unknown) => AsyncIterable<string>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const [answer, question] = await Promise.all([answering, json(request)]);
    await pipeline(Readable.from(withNewlines(answer(question))), response);
  } catch {
    response.destroy();
  }
}

async function* withNewlines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
