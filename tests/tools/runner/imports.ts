import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';

/** The root of the repository; all files here are named from it. */
export const root = join(import.meta.dirname, '../../..');

const CODE = /\.[cm]?[jt]sx?$/;

/** The modules that a file imports at run time, as they are written; imports of types do not count. */
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
  const globSpecifiers = [
    ...text.matchAll(/import\.meta\.glob(?:<[^(]*>)?\(\s*'([^'*]*)\*([^'*/]*)'/g),
  ].flatMap(([, folder = '', suffix = '']) =>
    filesIn(join(root, dirname(file), folder))
      .filter((name) => name.endsWith(suffix))
      .map((name) => `${folder}${name}`),
  );
  return [
    ...staticSpecifiers,
    ...reexportedSpecifiers,
    ...dynamicSpecifiers,
    ...urlSpecifiers,
    ...globSpecifiers,
  ];
}

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

export type ImportGraph = {
  /** The files of the repository that a file imports directly. */
  importsOf: (file: string) => readonly string[];
  /** Files and all their transitive imports, except the imports of a file of `cut`. */
  withDependencies: (files: Iterable<string>, cut?: ReadonlySet<string>) => Set<string>;
  /** Discards the cached content of a file, or of all files if the file is new. */
  invalidate: (file: string) => void;
};

/** The import graph of the repository, whose files are read on demand. */
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

/** The path of a file from the root of the repository, with `/` between its folders. */
export const pathFromRoot = (path: string): string => relative(root, path).replaceAll('\\', '/');
