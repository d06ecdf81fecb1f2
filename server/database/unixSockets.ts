import { randomBytes } from 'node:crypto';
import { link, rename, rm } from 'node:fs/promises';
import { connect, type Server } from 'node:net';
import { join, relative } from 'node:path';
import { errorCode, StartError } from '../shared/errors.ts';

const MAX_SOCKET_PATH = 85;

/** A socket accepts connections where this process wanted to listen. */
export class LockHeldError extends Error {}

/**
 * Returns the path of the socket in a directory, relative where that is shorter.
 *
 * @throws StartError when the operating system cannot take so long a path.
 */
export function socketPathIn(directory: string): string {
  const path = join(directory, 'server.sock');
  const relativePath = relative(process.cwd(), path);
  const shorterPath = relativePath.length < path.length ? relativePath : path;
  if (shorterPath.length > MAX_SOCKET_PATH)
    throw new StartError(`The path of DATA_DIR is too long: ${directory}. Set it to a shorter one.`);
  return shorterPath;
}

export const temporaryPathNextTo = (path: string): string => `${path}.${randomBytes(4).toString('hex')}`;

export async function listenAt(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
}

/** Gives a listening socket another name; returns false when there is something of that name. */
export async function linkUnlessExists(from: string, path: string): Promise<boolean> {
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
export async function removeStaleSocket(path: string): Promise<void> {
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
    await rm(movedPath);
    throw new LockHeldError();
  }
  await rm(movedPath, { recursive: true });
}

export function acceptsConnections(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
