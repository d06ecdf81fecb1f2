import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { errorCode } from '../shared/errors.ts';
import { acceptsConnections, LockHeldError, listenAt } from './unixSockets.ts';

/** An abstract socket that this process listens on, until it closes it or dies. */
export type AbstractSocket = { close(): Promise<void> };

/** Which directory a path leads to; another one for a directory that replaced it. Undefined when there is none. */
export async function directoryIdentity(directory: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(directory);
    return `${dev}:${ino}`;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Linux alone has abstract sockets: names without a file, which nobody can delete. */
const nameFor = (identity: string) =>
  process.platform === 'linux' ? `\0future-ready-academy:${identity}` : undefined;

/**
 * Listens on the abstract socket that stands for a directory. It says nothing to those who connect: any user of the
 * machine can. Where there are no abstract sockets it does nothing.
 *
 * @throws LockHeldError when another process listens on it.
 */
export async function listenOnAbstractSocket(identity: string): Promise<AbstractSocket> {
  const name = nameFor(identity);
  if (!name) return { close: async () => {} };
  const server = createServer((socket) => socket.destroy());
  try {
    await listenAt(server, name);
  } catch (error) {
    throw errorCode(error) === 'EADDRINUSE' ? new LockHeldError() : error;
  }
  return { close: async () => void (await new Promise((resolve) => server.close(resolve))) };
}

/** Returns whether a process listens on the abstract socket that stands for a directory. */
export async function isAbstractSocketOpen(identity: string): Promise<boolean> {
  const name = nameFor(identity);
  return name !== undefined && acceptsConnections(name);
}
