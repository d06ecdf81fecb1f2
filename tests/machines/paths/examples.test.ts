import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import * as library from '../../../machines/paths/index.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';

/** The examples in the docstrings of the library run, each as a module of its own. `// value` says what an expression is. */

const folder = fileURLToPath(new URL('../../../machines/paths/', import.meta.url));
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(folder, file), 'utf8'));

/** Returns the code of an example in a docstring; null where it has none. */
function exampleIn(docstring: string | undefined): string | null {
  const [, example] = docstring?.split('@example\n') ?? [];
  return example === undefined ? null : example.replaceAll(/^ \* ?/gm, '').replace(/\s*$/, '');
}

const DOCSTRING = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:async )?(?:function|const|class|\* as) (\w+)/g;
const docstrings = new Map(
  sources.flatMap((source) => [...source.matchAll(DOCSTRING)].map(([, text, name]) => [name, text] as const)),
);
const [, introduction] =
  /^\/\*\*((?:(?!\*\/)[\s\S])*)\*\//.exec(readFileSync(join(folder, 'index.ts'), 'utf8')) ?? [];

const cache = fileURLToPath(new URL('../../../.cache/', import.meta.url));
mkdirSync(cache, { recursive: true });
const modules = mkdtempSync(join(cache, 'examples-'));
afterAll(() => rmSync(modules, { recursive: true }));

/** Returns an example as a module that fails where an expression is not what its comment says. */
function moduleOf(example: string): string {
  const checked = example
    .replaceAll(/^(.*); \/\/ throws (\w+)$/gm, 'expect(() => $1).toThrow($2);')
    .replaceAll(/^(.*); \/\/ (.+)$/gm, 'expect($1).toEqual($2);');
  return [
    "import { expect } from 'vitest';",
    "import { createActor, createMachine, fromPromise, setup } from 'xstate';",
    `import { ${Object.keys(library).join(', ')} } from '${join(folder, 'index.ts')}';`,
    exampleIn(introduction),
    checked,
  ].join('\n');
}

describe('the example of', () => {
  test.each(Object.keys(library))('%s is true', async (name) => {
    const example = exampleIn(docstrings.get(name));
    if (example === null) throw new Error(`"${name}" has no @example in its docstring.`);
    expect(nonEmpty(example.match(/; \/\/ .+$/gm) ?? [])).toBeTruthy();
    const file = join(modules, `${name}.ts`);
    writeFileSync(file, moduleOf(example));
    await import(/* @vite-ignore */ file);
  });
});
