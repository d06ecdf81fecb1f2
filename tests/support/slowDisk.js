// @ts-check
import fs, { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Makes the disk of a process slow: every fsync waits as long as the file `SLOW_WHILE` exists. Loaded by
 * `node --import` in every thread.
 */
const { SLOW_WHILE: file = '/nowhere' } = process.env;
const { fsyncSync } = fs;

fs.fsyncSync = (descriptor) => {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  while (existsSync(file)) Atomics.wait(cell, 0, 0, 10);
  fsyncSync(descriptor);
};
syncBuiltinESMExports();
