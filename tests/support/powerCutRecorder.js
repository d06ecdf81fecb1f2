// @ts-check
import fs from 'node:fs';
import { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Records what a server process does with the files below a directory, in the order in which it does it, and when it
 * responds with 200 to a request with the header `x-acknowledged-as`. Loaded by `node --import` in every thread.
 *
 * The recording (`RECORDING_FILE`) is read by `readRecording`.
 */
const { RECORDED_DIRECTORY: directory = '/nowhere', RECORDING_FILE: recordingFile = '/dev/null' } =
  process.env;
const recording = fs.openSync(recordingFile, 'a');

/** @type {Map<number, number>} The inode of each open file. */
const inodes = new Map();

const original = { ...fs };

/** @param {unknown} path */
const isRecorded = (path) => typeof path === 'string' && `${path}/`.startsWith(`${directory}/`);

/** @param {string} path */
const inodeOf = (path) => original.lstatSync(path).ino;

/** @param {object} step @param {Uint8Array} [bytes] */
function record(step, bytes = new Uint8Array()) {
  const text = Buffer.from(JSON.stringify(step));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(text.length, 0);
  lengths.writeUInt32LE(bytes.length, 4);
  original.writeSync(recording, Buffer.concat([lengths, text, bytes]));
}

/**
 * Replaces a function of `fs` by one that calls it and then records the call.
 *
 * @param {keyof typeof fs} name
 * @param {(args: any[], result: any) => void} recordCall
 */
function recordCalls(name, recordCall) {
  const call = /** @type {(...args: any[]) => any} */ (original[name]);
  Object.assign(fs, {
    [name]: (/** @type {any[]} */ ...args) => {
      const result = call(...args);
      recordCall(args, result);
      return result;
    },
  });
}

recordCalls('openSync', ([path], file) => {
  if (isRecorded(path)) inodes.set(file, inodeOf(path));
  else inodes.delete(file);
});
recordCalls('writeSync', ([file, buffer, offset, , position], written) => {
  const inode = inodes.get(file);
  if (inode === undefined) return;
  const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset + offset, written);
  record({ do: 'write', inode, position }, bytes);
});
recordCalls('ftruncateSync', ([file, size]) => {
  const inode = inodes.get(file);
  if (inode !== undefined) record({ do: 'truncate', inode, size });
});
recordCalls('truncateSync', ([path, size]) => {
  if (isRecorded(path)) record({ do: 'truncate', inode: inodeOf(path), size });
});
recordCalls('fsyncSync', ([file]) => {
  const inode = inodes.get(file);
  if (inode !== undefined) record({ do: 'sync', inode });
});
recordCalls('writeFileSync', ([path, text]) => {
  if (!isRecorded(path)) return;
  if (text !== '') throw new Error('Only empty files are recorded.');
  record({ do: 'create', path, inode: inodeOf(path) });
});
recordCalls('mkdirSync', ([path]) => {
  if (isRecorded(path)) record({ do: 'createDirectory', path, inode: inodeOf(path) });
});
recordCalls('renameSync', ([path, newPath]) => {
  if (isRecorded(path)) record({ do: 'rename', path, newPath });
});
for (const name of /** @type {const} */ (['unlinkSync', 'rmdirSync']))
  recordCalls(name, ([path]) => {
    if (isRecorded(path)) record({ do: 'remove', path });
  });
syncBuiltinESMExports();

const { writeHead } = ServerResponse.prototype;
Object.assign(ServerResponse.prototype, {
  /** @this {ServerResponse} @param {[number]} args */
  writeHead(...args) {
    const name = this.req.headers['x-acknowledged-as'];
    if (name && args[0] === 200) record({ do: 'acknowledge', name });
    return writeHead.apply(this, args);
  },
});
