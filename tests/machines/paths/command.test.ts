import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { runCommandInProcess } from '../../support/commandFixture.ts';
import { paths } from '../../tools/paths.ts';

/**
 * The findings of `--machine` in files of other projects: nothing left to ask is 0, a finding is 1, missing
 * information is 2.
 */

const cache = fileURLToPath(new URL('../../../.cache/', import.meta.url));
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'stranger-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

write('package.json', '{ "type": "module" }');
write('tsconfig.json', '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }');
write('.env', 'VITE_NAME=door');

const onMachine = (file: string, ...options: string[]) =>
  runCommandInProcess(paths, '--machine', join(folder, file), ...options);

const DOOR = `createMachine({ id: 'door', initial: 'shut', states: { shut: { on: { KNOCK: 'open' } }, open: {} } })`;

describe('imports', () => {
  test('a machine is loaded with the paths and files of its own project', async () => {
    write('src/lib/rules.ts', 'export const start: number = 1;');
    write('src/style.module.css', '.door { color: red }');
    write('src/icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    write(
      'src/door.machine.ts',
      `import { start } from '@/lib/rules';
import './style.module.css';
import icon from './icon.svg?url';
import raw from './icon.svg?raw';
import { createMachine } from 'xstate';
export default createMachine({
  id: 'door',
  context: { count: start, icon, isWhole: raw.includes('xmlns') },
  initial: 'shut',
  states: { shut: { on: { KNOCK: { guard: ({ context }) => context.isWhole && context.icon !== '' && context.count === 1 && import.meta.env.VITE_NAME === 'door', target: 'open' } } }, open: {} },
});`,
    );
    const { status, out, error } = await onMachine('src/door.machine.ts');
    expect(error).toBe('');
    expect(out).toContain('1 of 1 transitions');
    expect(status).toBe(0);
  });

  test.each([
    [
      'a path that leads nowhere',
      "import '@/lib/none';",
      /imports "@\/lib\/none", which is not there\. Install it, or name/,
    ],
    [
      'a package that is not installed',
      "import 'no-such-package';",
      /imports "no-such-package", which is not there/,
    ],
    ['a file that is not there', "import './none';", /imports "\.\/none", which is not there/],
    [
      'a page',
      'document.title;',
      /cannot be loaded: document is not defined\. Give a file that needs no page/,
    ],
    ['the end of the process', 'process.exit(0);', /cannot be loaded: it ends the process\. Give a file/],
    ['a mistake', 'const = 1;', /cannot be loaded: Unexpected token/],
  ])('a file that needs %s is refused in one sentence', async (name, line, message) => {
    const file = `${name.replaceAll(' ', '-')}.ts`;
    write(file, `${line}\nimport { createMachine } from 'xstate';\nexport default ${DOOR};\n`);
    const { status, out, error } = await onMachine(file);
    expect({ status, out, lines: error.split('\n').length }).toEqual({ status: 2, out: '', lines: 1 });
    expect(error).toMatch(message);
  });
});

const machine = (code: string, imports = 'setup') =>
  `import { ${imports} } from 'xstate';\nexport default ${code};\n`;

const FLAG = `setup({ guards: { skips: ({ context }) => context.skip } }).createMachine({
  id: 'flag', context: ({ input }) => ({ skip: input.skip }), initial: 'choosing',
  states: { choosing: { always: { guard: 'skips', target: 'ready' }, on: { READY: 'ready' } }, ready: {} } })`;

const rows: [title: string, code: string, status: number, said: RegExp][] = [
  [
    'a start alone is a test',
    `setup({}).createMachine({ id: 'stone', initial: 'still', states: { still: {} } })`,
    0,
    /^ {2}Given \[still\]\n\nstone: 1 of 1 states, 0 of 0 transitions/m,
  ],
  [
    'a step that never ends leaves the rest planned',
    `setup({}).createMachine({ id: 'wheel', initial: 'still', states: { still: { on: { TURN: 'a' } }, a: { always: 'b' }, b: { always: 'a' } } })`,
    2,
    /1 of 3 states, 0 of 3 transitions[\s\S]*the step never ends: the machine takes transitions without events[^\n]*, for ever, in "[ab]" and "[ab]"/,
  ],
  [
    'a poll of 0 ms is refused by its timer',
    `setup({}).createMachine({ id: 'poll', initial: 'a', states: { a: { after: { 0: { target: 'a', reenter: true } }, on: { GO: 'b' } }, b: {} } })`,
    2,
    /1 of 2 transitions[\s\S]*the step never ends: timers of 0 ms fire for ever, the last is the timer "0" in "poll\.a"/,
  ],
  [
    'an event that is delayed by 0 ms for ever is refused',
    `setup({}).createMachine({ id: 'poll', initial: 'a', states: { a: { entry: raise({ type: 'TICK' }, { delay: 0 }), on: { TICK: { target: 'a', reenter: true }, GO: 'b' } }, b: {} } })`,
    2,
    /2 of 2 transitions[\s\S]*the step never ends: timers of 0 ms fire for ever, the last is "TICK"/,
  ],
  [
    'an event that a pattern and a guard name is found',
    `setup({}).createMachine({ id: 'form', initial: 'a', states: { a: { on: { 'field.*': { guard: ({ event }) => event.type === 'field.mail', target: 'b' } } }, b: {} } })`,
    0,
    /When field\.mail, without a payload,\n {2}then \[b\][\s\S]*1 of 1 transitions/,
  ],
  [
    'an event that a pattern matches is asked for',
    `setup({}).createMachine({ id: 'form', initial: 'a', states: { a: { on: { 'field.*': { guard: ({ event }) => event.type.length === 99, target: 'b' } } }, b: {} } })`,
    2,
    /"form\.a · field\.\*" is not taken: give an event that "field\.\*" matches, whose type "inline" reads/,
  ],
  [
    'a start alone keeps what must always hold',
    `setup({ guards: { never: () => false } }).createMachine({ id: 'shut', initial: 'a', states: { a: { on: { GO: { guard: 'never', target: 'b' } } }, b: {} } })`,
    2,
    /^(?![\s\S]*Requirements that no plan covers)/,
  ],
  [
    'several inputs end in one sum',
    FLAG,
    0,
    /^flag with skip true\n[\s\S]*^flag with skip false\n[\s\S]*^flag: 2 of 2 states, 2 of 2 transitions, 2 of 2 guards/m,
  ],
  [
    'a guard that reads nothing is asked for',
    `setup({ guards: { never: () => false } }).createMachine({ id: 'shut', initial: 'a', states: { a: { on: { GO: { guard: 'never', target: 'b' } } }, b: {} } })`,
    2,
    /0 of 1 transitions[\s\S]*"shut\.a · GO" is not taken: give another "never" by `provide`: it reads neither the event nor the context/,
  ],
  [
    'a guard that is always true is asked for',
    `setup({}).createMachine({ id: 'shut', context: { isOn: true }, initial: 'a', states: { a: { on: { GO: [{ guard: ({ context }) => context.isOn, target: 'b' }, { target: 'c' }] } }, b: {}, c: {} } })`,
    2,
    /"shut\.a · GO\[1\]" is not taken: give a machine with another context\.isOn, which "inline" reads/,
  ],
  [
    'a machine that breaks is a finding',
    `setup({}).createMachine({ id: 'glass', initial: 'whole', states: { whole: { on: { DROP: { actions: ({ event }) => { throw new Error(event.type); } } } } } })`,
    1,
    /^glass breaks after DROP: without a payload: DROP$/m,
  ],
  [
    'the reason of an eventless transition is no event',
    `setup({}).createMachine({ id: 'way', context: { isLate: false }, initial: 'a', states: { a: { always: { guard: ({ context }) => context.isLate, target: 'c' }, on: { GO: 'b' } }, b: {}, c: {} } })`,
    2,
    /unreachable transition: way\.a · always \(its guard "inline" is false in the one state where it is asked/,
  ],
  [
    'an actor without logic is asked for',
    `setup({ actors: { load: {} } }).createMachine({ id: 'list', initial: 'a', states: { a: { invoke: { src: 'load', onDone: 'b', onError: 'c' } }, b: {}, c: {} } })`,
    2,
    /2 of 2 transitions[\s\S]*placeholders: the outcomes of the actors "load" are guessed: give them; `provide` gives the real ones/,
  ],
  [
    'a guess that breaks the machine is asked for',
    `setup({}).createMachine({ id: 'walk', initial: 'a', states: { a: { on: { GO: { target: 'b', actions: ({ event }) => ({ up: { y: 1 } })[event.way].y } } }, b: {} } })`,
    2,
    /"GO: way a" is a guess that breaks the machine \(TypeError: [^\n]*\): give event\.way/,
  ],
  [
    'a part of the context that cannot be read is named',
    `setup({}).createMachine({ id: 'wood', context: { tree: null }, initial: 'a', states: { a: { on: { GROW: { actions: assign({ tree: () => ({ get leaf() { throw new Error('gone'); } }) }) } } } } })`,
    2,
    /context\.tree: give a "project" without it; it cannot be read: Error: gone/,
  ],
  [
    'a delay that no timer holds is named',
    `setup({}).createMachine({ id: 'loan', initial: 'a', states: { a: { after: { 2592000000: 'b' } }, b: {} } })`,
    0,
    /no timer can hold the 2592000000 ms of the timer/,
  ],
  [
    'a child that spawns for ever is refused',
    `setup({ actors: { row: createMachine({}) } }).createMachine({ id: 'table', initial: 'shut', states: { shut: { on: { OPEN: 'open', REST: 'rest' } }, rest: {}, open: { entry: spawnChild('row', { id: 'row', syncSnapshot: true }), on: { '*': { target: 'open', reenter: true } } } } })`,
    2,
    /the step never ends/,
  ],
];

test.each(rows)('%s', async (title, code, status, said) => {
  const file = `${title.replaceAll(' ', '-')}.ts`;
  write(file, machine(code, 'assign, createMachine, raise, setup, spawnChild'));
  const result = await onMachine(file);
  expect(`${result.out}\n${result.error}`).toMatch(said);
  expect(result.status).toBe(status);
});

test('what is written is no part of the data', async () => {
  write('quiet.machine.ts', machine(FLAG));
  const { out, error } = await onMachine('quiet.machine.ts', '--test', 'vitest', '--format', 'json');
  expect(JSON.parse(out)).toHaveLength(2);
  expect(error).toMatch(/quiet\.test\.ts is written: 2 tests/);
});

test('a file that prints leaves the data alone', async () => {
  const loud = "console.log('loaded');";
  write(
    'loud.machine.ts',
    `import { createMachine } from 'xstate';\n${loud}\nexport const door = ${DOOR};\n`,
  );
  const { out } = await onMachine('loud.machine.ts', '--format', 'json');
  expect(JSON.parse(out)).toMatchObject({ machine: 'door' });
});

test('a test is found again once its file exports another machine too', async () => {
  const one = `import { createMachine } from 'xstate';\nexport const door = ${DOOR};\n`;
  write('young.machine.ts', one);
  await onMachine('young.machine.ts#door', '--test', 'vitest');
  write('grown.machine.ts', `${one}export const other = ${DOOR};\n`);
  write('grown.test.ts', readFileSync(join(folder, 'young.test.ts'), 'utf8'));
  const { out } = await onMachine('grown.machine.ts#door', '--test', 'vitest', '--update');
  expect(out).toMatch(/\/grown\.test\.ts is as it was/);
  const another = await onMachine('grown.machine.ts#other', '--test', 'vitest');
  expect(another.out).toMatch(/\/grown\.other\.test\.ts is written: 1 tests/);
});

test('the plans of several inputs are one list as data', async () => {
  write('inputs.ts', machine(FLAG));
  const { out } = await onMachine('inputs.ts', '--format', 'json');
  expect(JSON.parse(out)).toMatchObject([{ input: { skip: true } }, { input: { skip: false } }]);
});
