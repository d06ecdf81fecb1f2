import { once } from 'node:events';
import { chmod, lstat, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { errorCode, StartError } from '../shared/errors.ts';
import { type MessageHandler, respondTo } from './lockMessages.ts';
import { abstractNameOf, acceptsConnections, directoryIdentity, socketPathIn } from './lockSockets.ts';

/** The lock of a directory. This process has it until it releases it or dies. */
export type DirectoryLock = {
  /** Creates the socket file again if it was deleted; returns a sentence when the lock is lost. */
  maintain(): Promise<string | undefined>;
  release(): Promise<void>;
};

/**
 * Locks a directory for this process.
 *
 * The lock is two sockets that accept connections as long as the process lives. An abstract one (on Linux) stands for the
 * directory itself. It says nothing to those who connect: any user of the machine can. The other is a file in the
 * directory, accessible to its owner alone, through which messages come; it also locks out processes of another
 * container, and those of other systems. One that accepts no connection was left by a process that died.
 *
 * @param handler Handles the messages that other processes send.
 * @throws StartError when another process has the lock.
 */
export async function lockDirectory(directory: string, handler: MessageHandler): Promise<DirectoryLock> {
  const path = socketPathIn(directory);
  const identity = await directoryIdentity(directory);
  if (!identity) throw new StartError(goneSentence(directory));
  const abstractName = abstractNameOf(identity);
  const abstractSocket = createServer((connection) => connection.destroy());
  const socketFile = createHttpServer((request, response) => void respondTo(handler, request, response));
  // Without a listener a connection that cannot be accepted ends the process.
  for (const server of [socketFile, abstractSocket]) server.on('error', () => {});
  let inode: number | undefined;

  async function createSocketFile(): Promise<void> {
    await rm(path, { force: true });
    await once(socketFile.listen(path), 'listening');
    await chmod(path, 0o600);
    inode = await inodeOf(path);
  }

  async function maintain(): Promise<string | undefined> {
    if ((await directoryIdentity(directory)) !== identity) return goneSentence(directory);
    if ((await inodeOf(path)) === inode) return undefined;
    if (await acceptsConnections(path)) return takenSentence(directory);
    socketFile.close();
    await createSocketFile();
    return undefined;
  }

  async function release(): Promise<void> {
    socketFile.closeAllConnections();
    for (const server of [socketFile, abstractSocket]) await new Promise((resolve) => server.close(resolve));
  }

  try {
    if (abstractName) await once(abstractSocket.listen(abstractName), 'listening');
    if (await acceptsConnections(path)) throw new StartError(inUseSentence(directory));
    await createSocketFile();
    return { maintain, release };
  } catch (error) {
    await release();
    throw errorCode(error) === 'EADDRINUSE' ? new StartError(inUseSentence(directory)) : error;
  }
}

async function inodeOf(path: string): Promise<number | undefined> {
  return (await lstat(path).catch(() => undefined))?.ino;
}

const inUseSentence = (directory: string) =>
  `Another server is running on ${directory}. Stop it, or set DATA_DIR to another directory.`;

const goneSentence = (directory: string) =>
  `The directory ${directory} was moved or removed while the server ran: put it back, or stop the server.`;

const takenSentence = (directory: string) =>
  `Another server has taken ${directory}: stop one of the two, and look which of them has the newer data.`;
