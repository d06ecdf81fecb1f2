import type { Rolldown } from 'vite';

/** The module that hydrates a page. */
const MAIN_MODULE = '/src/main.tsx';

type Chunk = Rolldown.OutputChunk;

const isChunk = (file: Rolldown.OutputAsset | Chunk): file is Chunk => file.type === 'chunk';

/**
 * Returns the names of the files of a page: those of the entry and its imports first, then those of the modules and
 * theirs.
 *
 * @throws Error where no file contains a module.
 */
export function filesForModules(modules: Iterable<string>, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter(isChunk);
  const files = new Set<string>();
  const addWithImports = (chunk: Chunk | undefined, name: string) => {
    if (!chunk) throw new Error(`No file of the site contains ${name}.`);
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const file of chunk.imports)
      addWithImports(
        chunks.find(({ fileName }) => fileName === file),
        file,
      );
  };
  for (const id of [MAIN_MODULE, ...modules])
    addWithImports(
      chunks.find(({ moduleIds }) => moduleIds.some((each) => each.endsWith(id))),
      id,
    );
  return [...files];
}
