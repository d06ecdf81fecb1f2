import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** The root of the repository; all files here are named from it. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

const CODE = /\.[cm]?[jt]sx?$/;

/** The modules that a file imports when it runs, as they are written; types are erased and do not count. */
function importSpecifiersIn(file: string, text: string): string[] {
  const { module } = parseSync(file, text);
  const slice = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  const isTypeOnly = (statement: { start: number; end: number }) =>
    /^(import|export)\s+type\b/.test(slice(statement));
  const staticSpecifiers = module.staticImports
    .filter((statement) => !isTypeOnly(statement))
    .map(({ moduleRequest }) => moduleRequest.value);
  const reexportedSpecifiers = module.staticExports
    .filter((statement) => !isTypeOnly(statement))
    .flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? ''));
  const dynamicSpecifiers = module.dynamicImports.map(({ moduleRequest }) =>
    slice(moduleRequest).slice(1, -1),
  );
  const urlSpecifiers = [...text.matchAll(/new URL\(\s*['"]([^'"]+)['"],\s*import\.meta\.url/g)].map(
    ([, address = '']) => address,
  );
  return [...staticSpecifiers, ...reexportedSpecifiers, ...dynamicSpecifiers, ...urlSpecifiers];
}

export type ImportGraph = {
  /** The files of the repository that a file imports itself. */
  importsOf: (file: string) => readonly string[];
  /** Files, and everything that they import; what is imported by a file of `cut` is left out. */
  withDependencies: (files: Iterable<string>, cut?: ReadonlySet<string>) => Set<string>;
  /** Reads a file again when it is next asked for; where it is new, all files. */
  invalidate: (file: string) => void;
};

/** The imports of the files of the repository, read when they are asked for. */
export function createImportGraph(): ImportGraph {
  const importsByFile = new Map<string, readonly string[]>();
  const read = (file: string): string[] => {
    const path = join(root, file);
    if (!CODE.test(file) || !existsSync(path)) return [];
    const found = importSpecifiersIn(file, readFileSync(path, 'utf8'))
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => join(dirname(file), specifier.replace(/\?.*$/, '')))
      .filter(
        (other) =>
          !other.startsWith('..') && statSync(join(root, other), { throwIfNoEntry: false })?.isFile(),
      );
    return [...new Set(found)];
  };
  const importsOf = (file: string) => {
    const imports = importsByFile.get(file) ?? read(file);
    importsByFile.set(file, imports);
    return imports;
  };
  return {
    importsOf,
    withDependencies: (files, stopAt = new Set()) => {
      const reached = new Set(files);
      for (const file of reached)
        if (!stopAt.has(file)) for (const other of importsOf(file)) reached.add(other);
      return reached;
    },
    invalidate: (file) => {
      if (!importsByFile.delete(file)) importsByFile.clear();
    },
  };
}

/** A file of the repository by its path from the root, with `/` between its folders. */
export const pathFromRoot = (path: string): string => relative(root, path).replaceAll('\\', '/');
