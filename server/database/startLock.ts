import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, StartError } from '../shared/errors.ts';

/** Milliseconds that a process waits for another one that starts, and between two looks at it. */
const WAIT_MS = 60_000;
const LOOK_MS = 50;

/** Runs work while no other process does so in the same directory: until the socket is there, which says who serves it. */
export async function whileStarting<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const file = join(dataDir, 'starting.pid');
  const deadline = performance.now() + WAIT_MS;
  while (!take(file)) {
    if (performance.now() > deadline)
      throw new StartError(`Another process is starting on ${dataDir}: try again when it has started.`);
    if (isLeft(file)) rmSync(file, { force: true });
    else await sleep(LOOK_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the process that wrote the file is gone; a new process may have the same id. */
function isLeft(file: string): boolean {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    const { mtimeMs } = statSync(file);
    if (pid === process.pid) return mtimeMs < Date.now() - process.uptime() * 1000;
    // The file of a process that has just created it is empty.
    if (pid === 0) return mtimeMs < Date.now() - WAIT_MS / 10;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}
