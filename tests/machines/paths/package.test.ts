import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import * as library from '../../../machines/paths/index.ts';
import { findChromium } from '../../support/chromium.ts';
import { guideBlocks, runCommandInProcess } from '../../support/commandFixture.ts';
import { createForeignProject } from '../../support/foreignProject.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { paths } from '../../tools/paths.ts';

/**
 * The examples in the docstrings of the library run, each as a separate module. `// value` gives the value of an
 * expression.
 */

const libraryFolder = fileURLToPath(new URL('../../../machines/paths/', import.meta.url));
const sources = readdirSync(libraryFolder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(libraryFolder, file), 'utf8'));

/** The code of an example in a docstring; null where it has none. */
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

/** An example as a module. It fails where a comment gives the wrong value of its expression. */
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

/**
 * The promises of the library's README.md to a developer elsewhere, in a project that has installed the packed
 * library.
 */

const elsewhere = await createForeignProject(
  ['@xstate/graph', 'playwright-core', 'typescript', 'vitest', 'xstate'],
  { CHROMIUM_PATH: findChromium() ?? '' },
);
afterAll(elsewhere.remove);

const blocks = new Map(guideBlocks('machines/paths/README.md'));
elsewhere.write('door.machine.ts', blocks.get('door.machine.ts') ?? '');

const succeed = (command: string, ...args: string[]): string => {
  const { status, stdout, stderr } = elsewhere.run(command, ...args);
  expect(status, `${stdout}${stderr}`).toBe(0);
  return stdout;
};

/** A program that uses the library with its types; its output is known. */
const PROGRAM = `import { explore, flowsOfMachine, type MachineCases, type Path, plan, walk } from 'machine-paths';
import { doorMachine } from './door.machine.js';

const cases: MachineCases = { events: { locked: { 'by hand': {} } } };
for (const flow of flowsOfMachine(doorMachine, cases)) {
  const paths: Path[] = plan(explore(flow)).paths;
  for (const path of paths) console.log(flow.id, (await walk(flow, path)).length === path.length);
}
`;

test.each([
  ['NodeNext', 'NodeNext'],
  ['ESNext', 'bundler'],
])('a strict project with the modules %s and %s compiles against the package', (module, moduleResolution) => {
  elsewhere.write('program.ts', PROGRAM);
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    target: 'ES2022',
    module,
    moduleResolution,
    outDir: 'compiled',
  };
  elsewhere.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  expect(succeed('tsc')).toBe('');
  expect(succeed('node', 'compiled/program.js')).toBe('door true\n');
});

test('the package leads from its JavaScript and its types to the sources beside it', () => {
  const installed = join(elsewhere.folder, 'node_modules/machine-paths');
  const maps = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.map'),
  );
  const missing = nonEmpty(maps).flatMap((map) => {
    const folder = dirname(join(installed, 'dist', map));
    const { sources: named }: { sources: string[] } = JSON.parse(
      readFileSync(join(installed, 'dist', map), 'utf8'),
    );
    return named.filter((source) => !existsSync(join(folder, source)));
  });
  expect(missing).toEqual([]);
  expect(maps).toContain('index.d.ts.map');
  expect(JSON.parse(elsewhere.read('node_modules/machine-paths/package.json'))).toMatchObject({
    license: 'MIT',
  });
});

const DOOR_MACHINE = 'door.machine.ts#doorMachine';

test.each([[[]], [['--format', 'json']], [['--criterion', 'states']], [['--to', 'locked']]])(
  'npx machine-paths prints with %j what npm run paths -- --machine prints',
  async (options) => {
    const printed = await runCommandInProcess(
      paths,
      '--machine',
      join(elsewhere.folder, DOOR_MACHINE),
      ...options,
    );
    expect(succeed('machine-paths', DOOR_MACHINE, ...options).trim()).toBe(printed.out);
  },
);

test('npx machine-paths lists its options', () => {
  const help = succeed('npx', 'machine-paths', '--help');
  expect(help).toMatch(/^machine-paths door\.machine\.ts#doorMachine prints /);
  expect(help).toMatch(/^ {2}--test +one of: vitest, playwright$/m);
});

test.each([
  [[], 'Name one machine: machine-paths door.machine.ts#doorMachine'],
  [['none.ts'], 'There is no file "none.ts".'],
  [
    ['door.machine.ts', '--since', 'main'],
    /^Unknown option "--since"; there are: --criterion, .*, --help\.$/,
  ],
])('npx machine-paths refuses %j in one sentence', (args, message) => {
  const { status, stderr } = elsewhere.run('machine-paths', ...args);
  expect([status, stderr.trim()]).toEqual([2, expect.stringMatching(message)]);
});

test('npx machine-paths reads a machine in a project of CommonJS modules', () => {
  elsewhere.write('package.json', '{}');
  onTestFinished(() => elsewhere.write('package.json', '{ "type": "module" }'));
  expect(succeed('machine-paths', DOOR_MACHINE, '--to', 'open')).toContain('then [open]');
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

/** A test of a page without the bodies of its steps and states. */
const withoutSteps = (code: string) => code.replaceAll(/^( {2}\S.*: )\((?:page)?\) =>.*,$/gm, '$1');

/** A page that changes by itself as long as its clock runs. */
const BLINKING = `<p></p><script>
  let isOn = false;
  setInterval(() => { isOn = !isOn; document.querySelector('p').textContent = isOn ? 'on' : 'off'; }, 20);
</script>`;

test('the clock of a page stands from its first moment in a written test', () => {
  elsewhere.write('lamp.html', BLINKING);
  elsewhere.write(
    'lamp.machine.ts',
    `import { createMachine } from 'xstate';
export default createMachine({ id: 'lamp', initial: 'dark', states: { dark: { after: { 20: 'on' } }, on: { after: { 20: 'off' } }, off: { after: { 20: 'on' } } } });
`,
  );
  succeed('machine-paths', 'lamp.machine.ts', '--test', 'playwright');
  const code = elsewhere
    .read('lamp.page.test.ts')
    .replace('http://localhost:3000', pathToFileURL(join(elsewhere.folder, 'lamp.html')).href)
    .replace("() => notWritten('dark')", "(page) => page.locator('p:empty').waitFor({ state: 'attached' })")
    .replaceAll(
      /\(\) => notWritten\('(on|off)'\)/g,
      "(page) => page.getByText('$1', { exact: true }).waitFor()",
    )
    .replace(
      'expectState: (name) => (states[name] ?? notWritten(name))(page)',
      'expectState: async (name) => {\n            await new Promise((done) => setTimeout(done, 60));\n            await (states[name] ?? notWritten(name))(page);\n          }',
    );
  elsewhere.write('lamp.page.test.ts', code);
  expect(succeed('vitest', 'run', 'lamp.page')).toContain('1 passed');
});

test('the tests that machine-paths writes pass, on the bare machine and on a page', () => {
  elsewhere.write('door.html', DOOR);
  for (const kind of ['vitest', 'playwright']) succeed('machine-paths', DOOR_MACHINE, '--test', kind);
  const filled = blocks.get('door.page.test.ts') ?? '';
  expect(withoutSteps(filled)).toBe(withoutSteps(elsewhere.read('door.page.test.ts')));
  const page = pathToFileURL(join(elsewhere.folder, 'door.html')).href;
  elsewhere.write('door.page.test.ts', filled.replace('http://localhost:3000', page));
  const { stdout, stderr } = elsewhere.run('vitest', 'run', 'door', '--reporter=json');
  const report: unknown = JSON.parse(stdout.slice(stdout.indexOf('{')) || JSON.stringify({ stderr }));
  expect(report).toMatchObject({ numFailedTests: 0, numPassedTests: 3, success: true });
});
