import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** The root of the repository; all files here are named from it. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

const CODE = /\.[cm]?[jt]sx?$/;

/** The modules that a file imports when it runs, as they are written; types are erased and do not count. */
function specifiersIn(file: string, text: string): string[] {
  const { module } = parseSync(file, text);
  const slice = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  const isOfTypes = (statement: { start: number; end: number }) =>
    /^(import|export)\s+type\b/.test(slice(statement));
  const fixed = module.staticImports
    .filter((statement) => !isOfTypes(statement))
    .map(({ moduleRequest }) => moduleRequest.value);
  const passedOn = module.staticExports
    .filter((statement) => !isOfTypes(statement))
    .flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? ''));
  const dynamic = module.dynamicImports.map(({ moduleRequest }) => slice(moduleRequest).slice(1, -1));
  const addresses = [...text.matchAll(/new URL\(\s*['"]([^'"]+)['"],\s*import\.meta\.url/g)].map(
    ([, address = '']) => address,
  );
  return [...fixed, ...passedOn, ...dynamic, ...addresses];
}

export type ImportGraph = {
  /** The files of the repository that a file imports itself. */
  importsOf: (file: string) => readonly string[];
  /** Files, and everything that they import; what is imported by a file of `cut` is left out. */
  reachedFrom: (files: Iterable<string>, cut?: ReadonlySet<string>) => Set<string>;
  /** Reads a file again when it is next asked for; where it is new, all files. */
  forget: (file: string) => void;
};

/** The imports of the files of the repository, read when they are asked for. */
export function importGraph(): ImportGraph {
  const known = new Map<string, readonly string[]>();
  const read = (file: string): string[] => {
    const path = join(root, file);
    if (!CODE.test(file) || !existsSync(path)) return [];
    const found = specifiersIn(file, readFileSync(path, 'utf8'))
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => join(dirname(file), specifier.replace(/\?.*$/, '')))
      .filter(
        (other) =>
          !other.startsWith('..') && statSync(join(root, other), { throwIfNoEntry: false })?.isFile(),
      );
    return [...new Set(found)];
  };
  const importsOf = (file: string) => {
    const imports = known.get(file) ?? read(file);
    known.set(file, imports);
    return imports;
  };
  return {
    importsOf,
    reachedFrom: (files, cut = new Set()) => {
      const reached = new Set(files);
      for (const file of reached) if (!cut.has(file)) for (const other of importsOf(file)) reached.add(other);
      return reached;
    },
    forget: (file) => {
      if (!known.delete(file)) known.clear();
    },
  };
}

/** A file of the repository by its path from the root, with `/` between its folders. */
export const fromRoot = (path: string): string => relative(root, path).replaceAll('\\', '/');
