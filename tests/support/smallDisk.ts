import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own that can be filled. */
export interface SmallDisk {
  path: string;
  /** Leaves so many kilobytes. */
  fill(leave: number): void;
  /** Takes away what `fill` put there. */
  free(): void;
  remove(): void;
}

/** Makes one in memory; undefined where we may not mount. */
export function makeSmallDisk(megabytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path]);
  if (mount.status !== 0) {
    rmdirSync(path);
    return undefined;
  }
  const filler = join(path, 'filler');
  return {
    path,
    fill(leave) {
      const { bavail, bsize } = statfsSync(path);
      appendFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leave * 1024)));
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      spawnSync('umount', ['-l', path]);
      rmdirSync(path);
    },
  };
}

/** Whether small disks can be made here. */
export function canMakeSmallDisks(): boolean {
  const disk = makeSmallDisk(1);
  disk?.remove();
  return disk !== undefined;
}
