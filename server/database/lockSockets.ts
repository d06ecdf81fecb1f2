import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, relative } from 'node:path';
import { StartError } from '../shared/errors.ts';
import { isMissing } from '../shared/systemErrors.ts';

/** The longest path that every operating system takes, in bytes. */
const MAX_SOCKET_PATH = 100;

/**
 * Returns the path of the socket in a directory, relative where that is shorter.
 *
 * @throws StartError when the operating system cannot take so long a path.
 */
export function socketPathIn(directory: string): string {
  const path = join(directory, 'server.sock');
  const relativePath = relative(process.cwd(), path);
  const shorterPath = relativePath.length < path.length ? relativePath : path;
  if (Buffer.byteLength(shorterPath) > MAX_SOCKET_PATH)
    throw new StartError(`The path of DATA_DIR is too long: ${directory}. Set it to a shorter one.`);
  return shorterPath;
}

/** Which directory a path leads to; another one for a directory that replaced it. Undefined when there is none. */
export async function directoryIdentity(directory: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(directory);
    return `${dev}:${ino}`;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Linux alone has abstract sockets: names without a file, which nobody can delete. */
export const abstractNameOf = (identity: string): string | undefined =>
  process.platform === 'linux' ? `\0future-ready-academy:${identity}` : undefined;

export async function acceptsConnections(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
