import { randomBytes } from 'node:crypto';
import { chmod, link, rename, rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { errorCode, StartError } from '../errors.ts';

/** The lock of a directory. This process has it until it releases it or dies. */
export type DirectoryLock = {
  /** Sets the handler of the messages that other processes send; until then they wait. */
  handleRequestsWith(handler: (message: unknown) => AsyncIterable<string>): void;
  release(): Promise<void>;
};

const MAX_SOCKET_PATH = 85;

/**
 * Locks a directory for this process.
 *
 * The lock is a Unix socket in the directory, accessible to its owner alone, that accepts connections as long as the
 * process lives. It listens before it gets its name, so a name that accepts no connection was left by a process that
 * died, and is replaced.
 *
 * @throws StartError when another process has the lock.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const path = socketPathIn(directory);
  const temporaryPath = temporaryPathNextTo(path);
  let handleRequestsWith: DirectoryLock['handleRequestsWith'] = () => {};
  const handlerSet = new Promise<Parameters<DirectoryLock['handleRequestsWith']>[0]>((resolve) => {
    handleRequestsWith = resolve;
  });
  const server = createServer((request, response) => void handleRequest(handlerSet, request, response));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(temporaryPath, resolve));
  const release = async () => {
    await rm(path, { force: true });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };

  try {
    await chmod(temporaryPath, 0o600);
    if (!(await linkUnlessExists(temporaryPath, path))) {
      await removeStaleSocket(path);
      if (!(await linkUnlessExists(temporaryPath, path))) throw directoryInUse(directory);
    }
  } catch (error) {
    await new Promise((resolve) => server.close(resolve));
    throw error instanceof LockHeldError ? directoryInUse(directory) : error;
  } finally {
    await rm(temporaryPath, { force: true });
  }
  return { handleRequestsWith, release };
}

/**
 * Sends a message (plain JSON) to the process that has locked a directory.
 *
 * @returns The lines of its response; undefined when no process has locked the directory.
 */
export async function sendToLockHolder(
  directory: string,
  message: unknown,
): Promise<AsyncIterable<string> | undefined> {
  const response = await sendRequest(socketPathIn(directory), JSON.stringify(message));
  return response && createInterface({ input: response });
}

class LockHeldError extends Error {}

const directoryInUse = (directory: string) =>
  new StartError(`Another server is running on ${directory}. Stop it, or set DATA_DIR to another directory.`);

function socketPathIn(directory: string): string {
  const path = join(directory, 'server.sock');
  const relativePath = relative(process.cwd(), path);
  const shorterPath = relativePath.length < path.length ? relativePath : path;
  if (shorterPath.length > MAX_SOCKET_PATH)
    throw new StartError(`The path of DATA_DIR is too long: ${directory}.`);
  return shorterPath;
}

const temporaryPathNextTo = (path: string) => `${path}.${randomBytes(4).toString('hex')}`;

async function linkUnlessExists(from: string, path: string): Promise<boolean> {
  try {
    await link(from, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes a socket that accepts no connection. It is renamed before the second check: of two processes that find it
 * stale, neither can then remove the new socket of the other.
 *
 * @throws LockHeldError when the socket accepts connections.
 */
async function removeStaleSocket(path: string): Promise<void> {
  const movedPath = temporaryPathNextTo(path);
  if (await acceptsConnections(path)) throw new LockHeldError();
  try {
    await rename(path, movedPath);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (await acceptsConnections(movedPath)) {
    await linkUnlessExists(movedPath, path);
    await rm(movedPath, { force: true });
    throw new LockHeldError();
  }
  await rm(movedPath, { force: true });
}

function acceptsConnections(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

const NO_LISTENER_CODES = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'];

function sendRequest(socketPath: string, body: string): Promise<IncomingMessage | undefined> {
  return new Promise((resolve, reject) => {
    httpRequest({ socketPath, method: 'POST' }, resolve)
      .once('error', (error) =>
        NO_LISTENER_CODES.includes(errorCode(error) ?? '') ? resolve(undefined) : reject(error),
      )
      .end(body);
  });
}

async function handleRequest(
  handlerSet: Promise<(message: unknown) => AsyncIterable<string>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const [handler, message] = await Promise.all([handlerSet, json(request)]);
    await pipeline(Readable.from(withNewlines(handler(message))), response);
  } catch {
    response.destroy();
  }
}

async function* withNewlines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
