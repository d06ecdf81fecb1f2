import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Random } from '../random.ts';

/** A step of a recorded server: a call on a file or directory, by inode, or a response that acknowledged something. */
export type Step =
  | { do: 'write'; inode: number; position: number; bytes: Buffer }
  | { do: 'truncate'; inode: number; size: number }
  | { do: 'create' | 'createDirectory'; path: string; inode: number }
  | { do: 'rename'; path: string; newPath: string }
  | { do: 'remove'; path: string }
  | { do: 'sync'; inode: number }
  | { do: 'acknowledge'; name: string };

/** Reads what `recorder.js` wrote. A last step that was cut off by the end of the process is left out. */
export function readRecording(file: string): Step[] {
  const data = readFileSync(file);
  const steps: Step[] = [];
  for (let offset = 0; offset + 8 <= data.length; ) {
    const textEnd = offset + 8 + data.readUInt32LE(offset);
    const end = textEnd + data.readUInt32LE(offset + 4);
    if (end > data.length) break;
    const step = JSON.parse(data.toString('utf8', offset + 8, textEnd));
    steps.push({ ...step, bytes: data.subarray(textEnd, end) });
    offset = end;
  }
  return steps;
}

/** The files of a directory by path, and its directories as undefined. */
export type Contents = Map<string, Buffer | undefined>;

type Change = Extract<Step, { do: 'write' | 'truncate' }>;

/** A file, or a directory. */
type Inode = { isDirectory: boolean; durable: Buffer; unsynced: Change[] };

/** A change of directories that is not synced yet. */
type EntryChange = {
  directories: Inode[];
  inode: Inode | undefined;
  apply(entries: Map<string, Inode>): void;
};

/** The size of the pieces of a write that reach a disk whole, in bytes. */
const PAGE = 4096;

/** The part of the unsynced data that is lost. */
export const losses = ['everything', 'random pages', 'nothing'] as const;

/**
 * The files of a directory on a disk that has synced only what was asked for.
 *
 * - An unsynced page of a file has any of its versions since it was synced.
 * - Of unsynced changes of directories the first ones are done, any number of them. As on the file systems of Linux, a
 *   synced file has its name.
 */
export class Disk {
  readonly #inodes = new Map<number, Inode>();
  /** The synced entries of the directories. */
  readonly #entries = new Map<string, Inode>();
  /** The entries as the server sees them. */
  readonly #current = new Map<string, Inode>();
  #unsynced: EntryChange[] = [];

  /** @param directory The files before the first step; they count as synced. */
  constructor(directory: string) {
    const add = (path: string) => {
      const stat = lstatSync(path);
      const durable = stat.isDirectory() ? Buffer.alloc(0) : readFileSync(path);
      const inode = { isDirectory: stat.isDirectory(), durable, unsynced: [] };
      this.#inodes.set(stat.ino, inode);
      this.#entries.set(path, inode);
      this.#current.set(path, inode);
      if (inode.isDirectory) for (const name of readdirSync(path)) add(join(path, name));
    };
    add(directory);
  }

  apply(step: Step): void {
    switch (step.do) {
      case 'write':
      case 'truncate':
        this.#inode(step.inode).unsynced.push(step);
        return;
      case 'sync':
        this.#sync(this.#inode(step.inode));
        return;
      case 'create':
      case 'createDirectory': {
        const inode = { isDirectory: step.do !== 'create', durable: Buffer.alloc(0), unsynced: [] };
        this.#inodes.set(step.inode, inode);
        this.#change([step.path], inode, (entries) => entries.set(step.path, inode));
        return;
      }
      case 'rename':
        this.#rename(step.path, step.newPath);
        return;
      case 'remove':
        this.#change([step.path], undefined, (entries) => entries.delete(step.path));
        return;
      case 'acknowledge':
    }
  }

  #rename(path: string, newPath: string): void {
    const inode = this.#current.get(path);
    if (!inode || inode.isDirectory) throw new Error(`Only a file is renamed here, not ${path}.`);
    this.#change([path, newPath], undefined, (entries) => {
      entries.delete(path);
      entries.set(newPath, inode);
    });
  }

  /** Returns what is on the disk after a power cut now. */
  cut(loss: (typeof losses)[number], random: Random): Contents {
    const kept = (count: number) =>
      loss === 'everything' ? 0 : loss === 'nothing' ? count : Math.floor(random() * (count + 1));
    const entries = new Map(this.#entries);
    for (const { apply } of this.#unsynced.slice(0, kept(this.#unsynced.length))) apply(entries);
    const contents: Contents = new Map();
    for (const [path, inode] of entries)
      contents.set(path, inode.isDirectory ? undefined : contentOf(inode, kept));
    return contents;
  }

  #inode(number: number): Inode {
    const inode = this.#inodes.get(number);
    if (!inode) throw new Error('The recording names a file that nobody created.');
    return inode;
  }

  #change(paths: string[], inode: Inode | undefined, apply: EntryChange['apply']): void {
    const directories = paths.flatMap((path) => this.#current.get(dirname(path)) ?? []);
    this.#unsynced.push({ directories, inode, apply });
    apply(this.#current);
  }

  #sync(inode: Inode): void {
    inode.durable = applyChanges(inode.durable, inode.unsynced);
    inode.unsynced = [];
    this.#unsynced = this.#unsynced.filter((change) => {
      if (change.inode !== inode && !change.directories.includes(inode)) return true;
      change.apply(this.#entries);
      return false;
    });
  }
}

/** Returns the content of a file of which each page has got the first of its changes, as many as `kept` says. */
function contentOf({ durable, unsynced }: Inode, kept: (count: number) => number): Buffer {
  const changes = keptChanges(unsynced, kept);
  return changes.length === 0 ? durable : applyChanges(Buffer.from(durable), changes);
}

function keptChanges(changes: readonly Change[], kept: (count: number) => number): Change[] {
  // The pages of a file that becomes shorter are not taken one by one.
  if (changes.some((change) => change.do === 'truncate')) return changes.slice(0, kept(changes.length));
  const pages = new Map<number, Change[]>();
  for (const change of changes.flatMap(splitIntoPages)) {
    const page = Math.floor(change.position / PAGE);
    const earlier = pages.get(page);
    if (earlier) earlier.push(change);
    else pages.set(page, [change]);
  }
  return [...pages.values()].flatMap((versions) => versions.slice(0, kept(versions.length)));
}

/** Returns the changed content; changes the given one in place where it does not grow. */
function applyChanges(content: Buffer, changes: readonly Change[]): Buffer {
  const endOf = (change: Change) =>
    change.do === 'write' ? change.position + change.bytes.length : change.size;
  // At once, because it copies the file.
  const result = grow(
    content,
    changes.reduce((largest, change) => Math.max(largest, endOf(change)), 0),
  );
  let size = content.length;
  for (const change of changes) {
    if (change.do === 'write') {
      change.bytes.copy(result, change.position);
      size = Math.max(size, endOf(change));
    } else {
      result.fill(0, change.size);
      size = change.size;
    }
  }
  return result.subarray(0, size);
}

const grow = (content: Buffer, size: number): Buffer =>
  size <= content.length ? content : Buffer.concat([content], size);

function splitIntoPages(change: Change): Extract<Change, { do: 'write' }>[] {
  if (change.do !== 'write') return [];
  const { position, bytes } = change;
  const first = Math.floor(position / PAGE);
  const count = Math.ceil((position + bytes.length) / PAGE) - first;
  return Array.from({ length: count }, (_, index) => {
    const start = Math.max(position, (first + index) * PAGE);
    const end = Math.min(position + bytes.length, (first + index + 1) * PAGE);
    return { ...change, position: start, bytes: bytes.subarray(start - position, end - position) };
  });
}
