import { chmod, lstat, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { StartError } from '../shared/errors.ts';
import { type AbstractSocket, directoryIdentity, listenOnAbstractSocket } from './abstractSocket.ts';
import { type MessageHandler, respondTo } from './lockMessages.ts';
import {
  acceptsConnections,
  LockHeldError,
  linkUnlessExists,
  listenAt,
  removeStaleSocket,
  socketPathIn,
  temporaryPathNextTo,
} from './unixSockets.ts';

export { sendToLockHolder } from './lockMessages.ts';

/** The lock of a directory. This process has it until it releases it or dies. */
export type DirectoryLock = {
  /** Sets the handler of the messages that other processes send; until then they wait. */
  handleRequestsWith(handler: MessageHandler): void;
  /** Creates the socket file again if it was deleted; returns a sentence when the lock is lost. */
  maintain(): Promise<string | undefined>;
  release(): Promise<void>;
};

/**
 * Locks a directory for this process.
 *
 * The lock is two sockets that accept connections as long as the process lives. An abstract one (on Linux) stands for the
 * directory itself and has no file. The other is a file in the directory, accessible to its owner alone, through which
 * messages come; it also locks out processes of another container, and those of other systems. It listens before it gets
 * its name, so a name that accepts no connection was left by a process that died, and is replaced.
 *
 * @throws StartError when another process has the lock.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const path = socketPathIn(directory);
  const identity = await directoryIdentity(directory);
  if (!identity) throw new StartError(goneSentence(directory));
  let handleRequestsWith: DirectoryLock['handleRequestsWith'] = () => {};
  const handlerSet = new Promise<MessageHandler>((resolve) => {
    handleRequestsWith = resolve;
  });
  const listen = () => listenNextTo(path, handlerSet);

  let abstractSocket: AbstractSocket | undefined;
  let socket: SocketFile | undefined;
  const release = async () => {
    if (socket && (await inodeOf(path)) === socket.inode) await rm(path, { force: true });
    await socket?.close();
    await abstractSocket?.close();
  };
  try {
    abstractSocket = await listenOnAbstractSocket(identity);
    socket = await listen();
    await takeName(socket, path);
  } catch (error) {
    await release();
    throw error instanceof LockHeldError ? directoryInUse(directory) : error;
  }

  async function maintain(): Promise<string | undefined> {
    if ((await directoryIdentity(directory)) !== identity) return goneSentence(directory);
    const inode = await inodeOf(path);
    if (inode === socket?.inode) return undefined;
    if (await acceptsConnections(path)) return takenSentence(directory);
    const former = socket;
    socket = await listen();
    await rename(socket.temporaryPath, path);
    await former?.close();
    return undefined;
  }

  return { handleRequestsWith, maintain, release };
}

type SocketFile = { temporaryPath: string; inode: number | undefined; close(): Promise<void> };

async function listenNextTo(path: string, handlerSet: Promise<MessageHandler>): Promise<SocketFile> {
  const server = createServer((request, response) => void respondTo(handlerSet, request, response));
  const temporaryPath = temporaryPathNextTo(path);
  await listenAt(server, temporaryPath);
  await chmod(temporaryPath, 0o600);
  return {
    temporaryPath,
    inode: await inodeOf(temporaryPath),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @throws LockHeldError when the name is that of another process's socket. */
async function takeName({ temporaryPath }: SocketFile, path: string): Promise<void> {
  try {
    if (await linkUnlessExists(temporaryPath, path)) return;
    await removeStaleSocket(path);
    if (!(await linkUnlessExists(temporaryPath, path))) throw new LockHeldError();
  } finally {
    await rm(temporaryPath, { force: true });
  }
}

async function inodeOf(path: string): Promise<number | undefined> {
  return (await lstat(path).catch(() => undefined))?.ino;
}

const directoryInUse = (directory: string) =>
  new StartError(`Another server is running on ${directory}. Stop it, or set DATA_DIR to another directory.`);

const goneSentence = (directory: string) =>
  `The directory ${directory} was moved or removed while the server ran: put it back, or stop the server.`;

const takenSentence = (directory: string) =>
  `Another server has taken ${directory}: stop one of the two, and look which of them has the newer data.`;
