import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { root } from '../support/root.ts';

/** The files that a file imports at run time; imports of types do not count. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const { module } = parseSync(file, text);
  const isTypeOnly = ({ start, end }: { start: number; end: number }) =>
    /^(import|export)\s+type\b/.test(text.slice(start, end));
  const specifiers = [
    ...module.staticImports
      .filter((statement) => !isTypeOnly(statement))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports
      .filter((statement) => !isTypeOnly(statement))
      .flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
  ];
  return specifiers
    .filter((specifier) => /^\..*\.[jt]sx?$/.test(specifier))
    .map((specifier) => join(dirname(file), specifier));
}

/** A file of `machines/` with all its transitive imports. */
export function withImports(file: string): Set<string> {
  const reached = new Set([file]);
  for (const each of reached)
    for (const imported of importsOf(each)) if (existsSync(join(root, imported))) reached.add(imported);
  return reached;
}
