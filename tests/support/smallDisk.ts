import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small disk that tests can fill. */
export type SmallDisk = {
  path: string;
  /** Fills the disk except for a number of kilobytes. */
  fillUp(freeKilobytes: number): void;
  /** Removes the data of `fillUp`. */
  free(): void;
  /** Refuses every write from now on. */
  makeReadOnly(): void;
  remove(): void;
};

/** Creates a small disk in memory; returns undefined where this process may not mount one. */
export function makeSmallDisk(megabytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path]);
  if (mount.status !== 0) {
    rmdirSync(path);
    return undefined;
  }
  const fillerFile = join(path, 'filler');
  return {
    path,
    fillUp(freeKilobytes) {
      const { bavail, bsize } = statfsSync(path);
      appendFileSync(fillerFile, Buffer.alloc(Math.max(0, bavail * bsize - freeKilobytes * 1024)));
    },
    free: () => rmSync(fillerFile, { force: true }),
    makeReadOnly: () => void spawnSync('mount', ['-o', 'remount,ro', path]),
    remove() {
      spawnSync('umount', ['-l', path]);
      rmdirSync(path);
    },
  };
}

export function canMakeSmallDisks(): boolean {
  const disk = makeSmallDisk(1);
  disk?.remove();
  return disk !== undefined;
}
