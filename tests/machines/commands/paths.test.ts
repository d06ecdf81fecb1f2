import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { catalogue } from '../../../machines/catalogue.ts';
import {
  buildModelOf,
  createSimulation,
  criteria,
  flowOfMachine,
  stepName,
} from '../../../machines/paths/index.ts';
import { coffeeMachine } from '../../support/coffee.ts';
import { runCommandInProcess } from '../../support/commandFixture.ts';
import { createForeignProject } from '../../support/foreignProject.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { printChangesSince } from '../../tools/flowsElsewhere.ts';
import { paths } from '../../tools/paths.ts';
import { printUntouched } from '../../tools/untouched.ts';

/** `npm run paths`, as a developer or QA calls it; `--since` has its own repository. */

const run = (...args: string[]) => runCommandInProcess(paths, ...args);
const outputOf = async (...args: string[]) => (await run(...args)).out;
const dataOf = async (...args: string[]) => JSON.parse(await outputOf(...args, '--format', 'json'));

describe('of a flow', () => {
  test('npm run paths prints every flow with its figures and coverage', async () => {
    const [head = '', ...lines] = (await outputOf()).split('\n');
    expect(head.split(/\s+/)).toEqual(
      'flow states transitions tests steps ms plan machines screens browser'.split(' '),
    );
    expect(lines.slice(0, catalogue.length).map((line) => line.split(' ')[0])).toEqual(
      catalogue.map(({ id }) => id),
    );
  });

  test.each([
    ['text', /Test 1 \(\d+ steps\)\n {2}Given the form waits for the visitor \[idle\]\n {2}When /],
    [
      'markdown',
      /^## Contact message\n\nTick .*\n\n### Test 1[\s\S]*\n1\. submitted, .*\n {3}- \[ \] the form is being sent .*\n {3}- \[ \] the button "Sending..." is off/,
    ],
    ['mermaid', /^flowchart TD\n {2}subgraph "Test 1/],
  ])('npm run paths prints the tests of a flow as %s', async (format, expected) => {
    expect(await outputOf('contact', '--criterion', 'states', '--format', format)).toMatch(expected);
  });

  test('npm run paths prints the tests of a flow as json', async () => {
    const plan = await dataOf('contact');
    expect(plan).toMatchObject({ machine: 'contact', unreachable: [] });
    const steps: unknown[] = plan.tests.flatMap((each: { steps: unknown[] }) => each.steps);
    expect(steps).toContainEqual(
      expect.objectContaining({
        name: 'submitted: by the button',
        after: { value: 'submitting', status: 'active' },
      }),
    );
  });

  test('npm run paths prints the goals, tests and steps of each criterion', async () => {
    const [, table = ''] = (await outputOf('newsletter')).split(/\nCriterion +goals +tests +steps\n/);
    expect(table.split('\n').map((line) => line.split(/ +/)[0])).toEqual(
      criteria.filter((criterion) => criterion !== 'restores'),
    );
    expect(table).toMatch(/^transitions +7 +1 +7$/m);
    expect(await outputOf('newsletter', '--criterion', 'transitions')).not.toContain('Criterion');
  });

  test('npm run paths prints for each property the walk that came nearest to breaking it', async () => {
    expect(await outputOf('blogPost')).toContain(
      [
        'Nearest to breaking each property',
        '  always: no step ends in the error status',
        '    slugChanged: no post, if its last step throws',
      ].join('\n'),
    );
  });

  test('npm run paths names what a plan leaves out, and prints the rest', async () => {
    const out = await outputOf('curriculum', '--criterion', 'round-trips');
    expect(out).toMatch(/^round-trips: those of \d+ steps and more are not all planned\.$/m);
    expect(out).toContain('Test 1 (');
  });

  test('npm run paths prints the shortest path to a state', async () => {
    const out = await outputOf('registration', '--to', 'paying.open');
    expect(out.match(/When/g)).toHaveLength(4);
    expect(out.endsWith('[paying.open]')).toBe(true);
    expect(out).not.toContain('draft found');
    expect(await outputOf('registration', '--to', 'editing.interrupted')).toContain(
      'When draft found, an order saved',
    );
  });

  test('npm run paths prints the coverage of a flow item by item', async () => {
    const [coverage] = await dataOf('contact', '--coverage');
    expect(coverage.items).toContainEqual(
      expect.objectContaining({ kind: 'transition', id: 'contact.idle · submitted[1]', status: 'covered' }),
    );
    expect(await outputOf('contact', '--coverage', '--format', 'markdown')).toMatch(/^### contact\n/);
    expect(await outputOf('contact', '--coverage', '--format', 'junit')).toMatch(
      /<testsuite name="contact" /,
    );
  });

  test('npm run paths walks a flow at random, the same way for the same seed', async () => {
    const args = ['contact', '--seed', '7', '--walks', '50'];
    const walked = await outputOf(...args);
    expect(walked).toMatch(/^contact: 50 walks, \d+ steps, seed 7: every property holds$/);
    expect(await outputOf(...args)).toBe(walked);
  });

  test.each([
    [['nowhere'], /^Unknown flow "nowhere"; there are: registration, /],
    [['--colour', 'red'], /^Unknown option "--colour"; there are: --criterion, --format, /],
    [['registration', '--walks'], /^--walks takes a whole number\.$/],
    [['registration', '--walks', '-1'], /^--walks takes a whole number, not "-1"\.$/],
    [['--format'], /^--format takes one of: text, markdown, json, mermaid\.$/],
    [['--coverage=all'], /^--coverage takes nothing\.$/],
    [
      ['contact', 'callBack', '--to', 'done'],
      /^--to wants one flow: npm run paths -- registration --to done$/,
    ],
    [['registration', '--criterion', 'all'], /^Unknown criterion "all"; there are: states, transitions, /],
    [['registration', '--to', 'heaven'], /^"heaven" is no state or transition .*: editing\.idle, /],
    [['contact', '--beside', 'none.json'], /^There is no file "none\.json"\.$/],
    [['contact', '--beside', 'package.json'], /^"package\.json" has no coverage of flows\.$/],
    [['contact', '--since', 'main'], /^--since goes alone: it compares every flow\.$/],
  ])('npm run paths refuses %j in one line', async (args, expected) => {
    const { status, error } = await run(...args);
    expect(status).toBe(2);
    expect(error).toMatch(expected);
    expect(error).not.toContain('\n');
  });
});

const FILE = 'tests/support/coffee.ts';

type PlannedStep = { name: string; refused?: true; after: { value: unknown; status: string } };
type PlannedTest = { steps: PlannedStep[] };

describe('of a machine in a file', () => {
  test('npm run paths -- --machine prints a plan as json that a running machine confirms', async () => {
    const plan: { tests: PlannedTest[] } & Record<string, unknown> = await dataOf(
      '--machine',
      `${FILE}#coffeeMachine`,
    );
    expect(plan).toMatchObject({
      machine: 'coffee',
      states: expect.arrayContaining(['coffee.brewing', 'coffee.empty']),
      transitions: expect.arrayContaining(['coffee.idle · press']),
      unreachable: [{ id: 'coffee.empty', why: 'no transition leads there' }],
    });
    const names = plan.tests.flatMap(({ steps }) => steps.map(({ name }) => name));
    expect(names).toEqual(
      expect.arrayContaining(['press: without a payload', 'first: done', 'first: error', 'after 5000']),
    );
    for (const { steps } of nonEmpty(plan.tests)) {
      const { actor, perform, possibleSteps } = createSimulation(flowOfMachine(coffeeMachine));
      for (const { name, refused, after } of nonEmpty(steps)) {
        const step = possibleSteps().find((possible) => stepName(possible) === name);
        expect(step === undefined, name).toBe(refused === true);
        if (step) perform(step);
        expect(actor.getSnapshot(), name).toMatchObject(after);
      }
    }
  });

  test('npm run paths -- --machine takes given cases, and default ones for the rest', async () => {
    const cases = ['--cases', FILE];
    const plan = await dataOf('--machine', `${FILE}#coffeeMachine`, ...cases);
    expect(JSON.stringify(plan)).toContain('first: hot');
    expect(JSON.stringify(plan)).not.toContain('first: done');
    expect(plan.unreachable).toContainEqual({
      id: 'coffee.broken · kick',
      why: 'there is no case for "kick", and nothing raises it in its state',
    });
  });

  test('npm run paths -- --machine writes cases and a test, and keeps what is there', async () => {
    const {
      folder,
      write,
      read,
      run: runElsewhere,
      remove,
    } = await createForeignProject([
      '@types',
      '@xstate/graph',
      'playwright-core',
      'typescript',
      'vitest',
      'xstate',
    ]);
    onTestFinished(remove);
    const inFolder = (file: string) => join(folder, file);
    const pub = (locked = '') => `import { setup } from 'xstate';
      export const pubMachine = setup({
        types: { events: {} as { type: 'ENTERED'; age: number } | { type: 'LEFT' } | { type: 'LOCKED'; by: string } },
        guards: { isAdult: ({ event }) => event.type === 'ENTERED' && event.age >= 18 },
      }).createMachine({
        id: 'pub',
        initial: 'outside',
        states: {
          outside: { on: { ENTERED: { guard: 'isAdult', target: 'inside' } } },
          inside: { on: { LEFT: 'outside', ${locked} } },
        },
      });`;
    const command = (file: string, ...args: string[]) =>
      run('--machine', `${inFolder(file)}#pubMachine`, '--init', ...args);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: 'nodenext',
      target: 'es2023',
      types: ['node'],
    };
    write('tsconfig.json', JSON.stringify({ compilerOptions }));
    write('pub.machine.ts', pub());
    await command('pub.machine.ts', '--test', 'vitest');
    await command('pub.machine.ts', '--test', 'playwright');
    const written = read('pub.cases.ts');
    expect(written).toContain("ENTERED: { 'age 18': { age: 18 }, 'age 17': { age: 17 } },");
    expect(read('pub.page.test.ts')).toContain("'ENTERED: age 18': () => notWritten('ENTERED: age 18'),");
    expect(runElsewhere('tsc')).toMatchObject({ status: 0, stdout: '' });
    expect(runElsewhere('vitest', 'run', 'pub.test.ts').stdout).toContain('1 passed');

    const changed = written.replaceAll('age 18', 'an adult');
    write('pub.cases.ts', changed);
    write(
      'later.machine.ts',
      pub(`LOCKED: { guard: ({ event }) => event.by === 'host', target: 'outside' }`),
    );
    write('later.cases.ts', changed);
    expect((await command('later.machine.ts')).out).toMatch(/later\.cases\.ts has new cases\.\n/);
    const added = read('later.cases.ts');
    expect(added.split('\n').filter((line) => !changed.includes(line))).toEqual([
      expect.stringMatching(/^ +LOCKED: \{ 'by host': \{ by: 'host' \}, /),
    ]);
    const program = ['--import', 'tsx', 'tests/tools/paths.ts', '--init', '--machine'];
    const again = [...program, `${inFolder('later.machine.ts')}#pubMachine`];
    expect(execFileSync(process.execPath, again, { encoding: 'utf8' })).toMatch(
      /later\.cases\.ts has all cases\.\n/,
    );
    expect(read('later.cases.ts')).toBe(added);
  });

  test('npm run paths -- --machine prints the path to a step that throws', async () => {
    const { status, error } = await run('--machine', `${FILE}#brokenMachine`);
    expect(status).toBe(1);
    expect(error).toBe('brokenCoffee breaks after coin: without a payload: The slot is jammed.');
  });

  test.each([
    [
      ['--machine', FILE],
      `"${FILE}" exports several machines; name one: brokenMachine, coffeeMachine, as in ${FILE}#brokenMachine.`,
    ],
    [
      ['--machine', `${FILE}#tea`],
      `"${FILE}" exports no machine "tea"; there are: brokenMachine, coffeeMachine.`,
    ],
    [['--machine', 'none.ts'], 'There is no file "none.ts".'],
    [['--machine', 'tests/support/more.ts'], '"tests/support/more.ts" exports no machine of XState 5.'],
    [
      ['--machine', 'src/main.tsx'],
      '"src/main.tsx" cannot be loaded: document is not defined. Give a file that needs no page and starts nothing.',
    ],
    [['--machine', FILE, 'contact'], '--machine goes without a flow, not with "contact".'],
    [['contact', '--init'], '--init and --test go with --machine.'],
    [['--cases', FILE], '--cases goes with --machine: a flow of the catalogue has its own cases.'],
  ])('npm run paths -- --machine refuses %j in one sentence', async (args, message) => {
    expect(await run(...args)).toEqual({ status: 2, out: '', error: message });
  });
});

const repository = mkdtempSync(join(tmpdir(), 'repository-'));
afterAll(() => rmSync(repository, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
    cwd: repository,
  });

function commit(tag: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(repository, name, '..'), { recursive: true });
    writeFileSync(join(repository, name), text);
  }
  git('add', '.');
  git('commit', '--quiet', '-m', tag);
  git('tag', tag);
}

/** The source of a catalogue with one flow, whose machine has one state. */
const catalogueSource = `import { setup } from 'xstate';
type Id = 'coffee';
const id: Id = 'coffee';
const machine = setup({ delays: { patience: 100 } }).createMachine({
  id, initial: 'idle', states: { idle: { on: { tea: {} } } },
});
export const catalogue = [{
  id, title: 'Coffee', machine, events: { tea: { 'a cup': {} } }, outcomes: {},
  isPossible: () => true, project: () => null, journeys: [], properties: [],
}];
`;

beforeAll(() => {
  git('init', '--quiet');
  commit('good', {
    'package.json': '{ "type": "module" }',
    'machines/catalogue.ts': catalogueSource,
    'src/visualiser/tool/model/index.ts':
      "export const errorCatalogue = [{ flow: 'coffee', where: 'Cup', condition: 'empty', text: 'Empty' }, { where: 1 }];",
  });
  commit('broken', { 'machines/catalogue.ts': "throw new Error('The catalogue is gone.');" });
  commit('other', { 'machines/catalogue.ts': 'export const catalogue = {};' });
});

const now = () => buildModelOf('now', [{ ...flowOfMachine(coffeeMachine), title: 'Coffee' }], []);
const since = (ref: string, folder = repository) =>
  runCommandInProcess(([given = '']) => printChangesSince(given, folder, now), ref);

const foldersLeft = () => readdirSync(tmpdir()).filter((name) => name.startsWith('since-'));

test('npm run paths -- --since prints changes as Markdown and leaves no folder', async () => {
  const before = foldersLeft();
  const { out, status } = await since('good');
  expect(status).toBe(0);
  expect(out).toMatch(/^## The flows: now since good\n\n\| Flow /);
  expect(out).toContain('- **removed** transition `idle · tea`');
  expect(out).toContain('- **added** state `brewing`');
  expect(out).toContain('- **removed** delay `patience`');
  expect(out).toContain('- **removed** message `Cup, empty`');
  expect(foldersLeft()).toEqual(before);
});

test.each([
  ['no-such-commit', 'There is no commit "no-such-commit", and no file of a build.'],
  ['--all', 'There is no commit "--all", and no file of a build.'],
  ['broken', 'The flows of "broken" cannot be loaded: The catalogue is gone.'],
  ['other', 'The flows of "other" cannot be loaded: it has no catalogue of flows.'],
])('npm run paths -- --since refuses %s in a sentence', async (ref, error) => {
  expect(await since(ref)).toEqual({ status: 2, out: '', error });
});

test('npm run paths -- --since refuses to compare outside of a repository', async () => {
  expect((await since('HEAD', tmpdir())).error).toMatch(/^This folder is no Git repository/);
});

test('npm run paths -- --since takes a build’s file, and says where it is none', async () => {
  const file = join(repository, 'build.json');
  writeFileSync(file, JSON.stringify({ ...now(), build: '0a1b2c3' }));
  expect((await since(file)).out).toBe('## The flows: now since 0a1b2c3\n\nNothing has changed.');
  writeFileSync(file, '{}');
  expect((await since(file)).error).toMatch(/is no file of a build with its flows\.$/);
});

const seenControls = ['about: link "+91 1"', 'home: button "Go"', 'home: button "Stop"'];
const reasons = { '*: link "+91 1"': 'It opens the telephone.' };

const printOf = (touched: string[], given: Record<string, string>) =>
  runCommandInProcess(() => printUntouched({ seen: [...seenControls, ...seenControls], touched }, given));

test('npm run paths -- --untouched lists untouched parts, and wants a reason for each', async () => {
  expect(await printOf(['home: button "Go"'], reasons)).toMatchObject({
    status: 1,
    out: [
      'about: link "+91 1": It opens the telephone.',
      'home: button "Stop": untouched, without a reason',
      '3 controls, 2 untouched, 1 of them without a reason.',
    ].join('\n'),
  });
  expect(await printOf(seenControls.slice(1), reasons)).toMatchObject({ status: 0 });
});

test('npm run paths -- --untouched fails for a stale reason, or without test runs', async () => {
  const { status, out } = await printOf(seenControls, { 'home: link "Gone"': 'It is new.' });
  expect([status, out.split('\n')[0]]).toEqual([1, 'home: link "Gone": a reason without a control']);
  const none = await runCommandInProcess(() => printUntouched({ seen: [], touched: [] }, {}));
  expect(none).toMatchObject({ status: 1, out: '0 controls, 0 untouched, 0 of them without a reason.' });
});
