import { createActor, fromPromise } from 'xstate';
import { memoize } from '../../../../machines/visualiser/memoize.ts';

/** A function that starts `load` once for each key, and returns its actor. */
export const startOncePer = <Key extends object, Output>(load: (key: Key) => Promise<Output>) =>
  memoize((key: Key) => createActor(fromPromise(() => load(key))).start(), new WeakMap());
