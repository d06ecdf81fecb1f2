// @ts-check
import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/**
 * The directory of a database, in which the fsync calls of PostgreSQL reach the disk: those of its write-ahead log, its
 * data files and its directories. PGlite's own NodeFS ignores them. The calls of fdatasync never get here.
 */
export class SyncedFileSystem extends NodeFS {
  /** @type {NodeFS['init']} */
  async init(database, options) {
    const { emscriptenOpts } = await super.init(database, options);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}

/** @param {any} module The Emscripten module, whose types name no file system of Node. */
function addFsync({ NODEFS }) {
  NODEFS.stream_ops.fsync = (/** @type {{ nfd: number }} */ { nfd }) => {
    NODEFS.tryFSOperation(() => fsyncSync(nfd));
    return 0;
  };
}
