import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { EmscriptenBuiltinFilesystem } from '@electric-sql/pglite/basefs';
import type { Contents } from './disk.ts';

const fileOfPglite = (name: string) => readFile(new URL(name, import.meta.resolve('@electric-sql/pglite')));

/** Files in memory, because a copy on a disk takes longer than the database takes to open. */
class FilesInMemory extends EmscriptenBuiltinFilesystem {
  readonly #contents: Contents;
  readonly #directory: string;

  constructor(contents: Contents, directory: string) {
    super();
    this.#contents = contents;
    this.#directory = directory;
  }

  override async init(...args: Parameters<EmscriptenBuiltinFilesystem['init']>) {
    const { emscriptenOpts } = await super.init(...args);
    const writeFiles = ({ FS }: { FS: PGlite['Module']['FS'] }) => {
      for (const [path, content] of this.#contents) {
        const mounted = `/pglite/data${path.slice(this.#directory.length)}`;
        // A copy, since the database writes to it, and the only one.
        if (content) FS.writeFile(mounted, new Uint8Array(content), { canOwn: true });
        else FS.mkdirTree(mounted);
      }
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), writeFiles] } };
  }
}

const compiled = fileOfPglite('pglite.wasm').then((bytes) => WebAssembly.compile(bytes));
const bundle = fileOfPglite('pglite.data').then((bytes) => new Blob([bytes]));

/**
 * Opens the database in the files that a power cut left, which recovers it, and runs work on it.
 *
 * @param directory The directory of the database.
 */
export async function openCut<T>(
  contents: Contents,
  directory: string,
  work: (database: PGlite) => Promise<T>,
): Promise<T> {
  const database = await PGlite.create({
    fs: new FilesInMemory(contents, directory),
    pgliteWasmModule: await compiled,
    fsBundle: await bundle,
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=1MB'],
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
