import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import * as library from '../../../machines/paths/index.ts';
import { paths } from '../../commands/paths.ts';
import { findChromium } from '../../support/chromium.ts';
import { guideBlocks, runCommandInProcess } from '../../support/commandFixture.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';

/** The examples in the docstrings of the library run, each as a module of its own. `// value` says what an expression is. */

const libraryFolder = fileURLToPath(new URL('../../../machines/paths/', import.meta.url));
const sources = readdirSync(libraryFolder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(libraryFolder, file), 'utf8'));

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
  /^\/\*\*((?:(?!\*\/)[\s\S])*)\*\//.exec(readFileSync(join(libraryFolder, 'index.ts'), 'utf8')) ?? [];

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
    `import { ${Object.keys(library).join(', ')} } from '${join(libraryFolder, 'index.ts')}';`,
    exampleIn(introduction),
    checked,
  ].join('\n');
}

describe('the example of', () => {
  test.each(Object.keys(library))('the example of %s is true', async (name) => {
    const example = exampleIn(docstrings.get(name));
    if (example === null) throw new Error(`"${name}" has no @example in its docstring.`);
    expect(nonEmpty(example.match(/; \/\/ .+$/gm) ?? [])).toBeTruthy();
    const file = join(modules, `${name}.ts`);
    writeFileSync(file, moduleOf(example));
    await import(/* @vite-ignore */ file);
  });
});

/** The promises of the library's README.md to a developer elsewhere, in a folder with the packed library, XState and Vitest. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'elsewhere-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, CHROMIUM_PATH: findChromium() },
  });

/** A door as a page, written without XState. */
const DOOR = `<p role="status"></p><script>
  const buttons = { closed: { Open: 'open', Lock: 'locked' }, open: { Close: 'closed' }, locked: { Unlock: 'closed' } };
  let timer;
  function show(state) {
    clearTimeout(timer);
    if (state === 'open') timer = setTimeout(show, 3000, 'closed');
    document.querySelector('p').textContent = 'The door is ' + state + '.';
    document.querySelectorAll('button').forEach((button) => button.remove());
    for (const [name, next] of Object.entries(buttons[state])) {
      const button = document.body.appendChild(document.createElement('button'));
      button.textContent = name;
      button.onclick = () => show(next);
    }
  }
  show('closed');
</script>`;

/** Returns a test of a page without what its steps do and its states show. */
const withoutSteps = (code: string) =>
  code.replace(/^function notWritten[^}]*}[^}]*}\n\n/m, '').replaceAll(/^( {2}\S.*: )\(.*,$/gm, '$1');

test('the packed folder plans and walks a machine elsewhere, on the bare machine and on a page by the test that is written for it', async () => {
  const packed = run('npm', 'pack', join(root, 'machines/paths'), '--silent');
  expect(packed.status, packed.stderr).toBe(0);
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@xstate'), { recursive: true });
  for (const name of ['xstate', '@xstate/graph', 'vitest', 'playwright-core'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  expect(run('tar', '-xzf', packed.stdout.trim(), '-C', modules).status).toBe(0);
  expect(run('mv', join(modules, 'package'), join(modules, 'machine-paths')).status).toBe(0);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'door.html'), DOOR);
  const blocks = new Map(guideBlocks('machines/paths/README.md'));
  const machine = join(folder, 'door.machine.ts');
  writeFileSync(machine, blocks.get('door.machine.ts') ?? '');
  for (const kind of ['vitest', 'playwright'])
    await runCommandInProcess(paths, '--machine', machine, '--test', kind);
  const pageTest = join(folder, 'door.page.test.ts');
  const filled = blocks.get('door.page.test.ts') ?? '';
  expect(withoutSteps(filled)).toBe(withoutSteps(readFileSync(pageTest, 'utf8')));
  const page = pathToFileURL(join(folder, 'door.html')).href;
  writeFileSync(pageTest, filled.replace('http://localhost:3000', page));
  const { stdout, stderr } = run(
    process.execPath,
    join(modules, 'vitest/vitest.mjs'),
    'run',
    '--reporter=json',
  );
  const report: unknown = JSON.parse(stdout.slice(stdout.indexOf('{')) || JSON.stringify({ stderr }));
  expect(report).toMatchObject({ numFailedTests: 0, numPassedTestSuites: 2, success: true });
});
