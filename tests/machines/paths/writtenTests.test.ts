import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createForeignProject } from '../../support/foreignProject.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';

/** The tests that machine-paths writes for a machine elsewhere: they fail for mistakes, and can be updated. */

const project = await createForeignProject();
afterAll(project.remove);

const BOOKING = readFileSync(
  fileURLToPath(new URL('../../support/booking.machine.ts', import.meta.url)),
  'utf8',
);
const REFERENCE = 'booking.machine.ts#bookingMachine';

const command = (...args: string[]) => project.run('machine-paths', ...args);

/** The sentences of the red tests, by test file. */
function failures(): Map<string, string[]> {
  const { stdout } = project.run('vitest', 'run', '--reporter=json');
  const {
    testResults,
  }: { testResults: { name: string; assertionResults: { failureMessages: string[] }[] }[] } = JSON.parse(
    stdout.slice(stdout.indexOf('{')),
  );
  return new Map(
    testResults.map(({ name, assertionResults }) => [
      name.split('/').at(-1) ?? '',
      assertionResults.flatMap(({ failureMessages }) => failureMessages),
    ]),
  );
}

/** Changes the text of the machine; fails where there is nothing to change. */
function changed(from: string, to: string): string {
  expect(BOOKING.split(from)).toHaveLength(2);
  return BOOKING.replace(from, () => to);
}

const atStep = (difference: string) =>
  expect.stringMatching(new RegExp(`booking, test \\d+, step \\d+: .*${difference}`));

/** Mistakes in the machine, each with the sentence of the written test. */
const mistakes: Record<string, [from: string, to: string, sentence: unknown]> = {
  wrongTarget: [
    "confirmed: 'reserving'",
    "confirmed: 'booked'",
    atStep('led to `booked`, written is `reserving`'),
  ],
  droppedGuard: ["guard: 'hasRoom',", '', atStep('led to `held` and .*, written is that nothing takes it')],
  missingAssign: [", actions: 'keepSeats'", '', atStep('brought nothing, written is seats: 1')],
  wrongStoredValue: [
    'event.output.reference',
    "'none'",
    atStep('brought reference: "none".*, written is reference: "a"'),
  ],
  droppedAction: ["'notifyDesk', ", '', atStep('brought nothing, written is notifyDesk')],
  wrongDelay: ['holdTime: 300_000', 'holdTime: 30_000', atStep('came after 30000 ms, written is 300000 ms')],
  otherMessage: [
    'The desk is busy.',
    'The desk is closed.',
    atStep('brought reason: "The desk is closed.", written is reason: "The desk is busy."'),
  ],
  wrongInput: [
    'seats: context.seats',
    'seats: 1',
    atStep('brought invokes reserve.*, written is invokes reserve'),
  ],
  droppedRefusal: [
    'browsing: {\n      on: {',
    "browsing: {\n      on: { cancelled: 'held',",
    atStep('led to `held` and .*, written is that nothing takes it'),
  ],
  wrongStart: [
    "initial: 'browsing'",
    "initial: 'booked'",
    expect.stringContaining('booking, the start led to `booked`, written is `browsing`'),
  ],
  extraTransition: [
    'held: {\n      on: {',
    "held: {\n      on: { extended: 'held',",
    expect.stringContaining('booking, what it can do: no written test takes "booking.held · extended"'),
  ],
};

const nameOf = (mistake: string) => `${mistake}.machine.ts`;

const lines = (file: string) => project.read(file).split('\n');

test('a written test is green for its machine and red for every mistake, in a sentence', () => {
  project.write('booking.machine.ts', BOOKING);
  const { status, stdout, stderr } = command(REFERENCE, '--test', 'vitest');
  expect(status, stderr).toBe(0);
  expect(stdout).toMatch(
    /^booking\.cases\.ts is written\.\nbooking\.test\.ts is written: \d+ tests, \d+ steps\.\n/,
  );
  const written = project.read('booking.test.ts');
  for (const [mistake, [from, to]] of Object.entries(mistakes)) {
    project.write(nameOf(mistake), changed(from, to));
    project.write(`${mistake}.test.ts`, written.replace('./booking.machine.js', `./${mistake}.machine.js`));
  }
  const sentences = failures();
  expect(sentences.get('booking.test.ts')).toEqual([]);
  for (const [mistake, [, , expected]] of nonEmpty(Object.entries(mistakes))) {
    const red = sentences.get(`${mistake}.test.ts`) ?? [];
    expect(red.join('\n'), mistake).toEqual(expected);
  }
});

test('an update of a written test touches only the lines that differ', () => {
  project.write('booking.machine.ts', BOOKING);
  command(REFERENCE, '--test', 'vitest', '--update');
  const titled = project
    .read('booking.test.ts')
    .replace(/title: '.*'/, "title: 'a table is held, reserved and lost'")
    .replace('\nfor (', '\n// A comment of the reader.\nfor (');
  project.write('booking.test.ts', titled);
  expect(command(REFERENCE, '--test', 'vitest', '--update').stdout).toContain(
    'booking.test.ts is as it was.',
  );
  project.write('booking.machine.ts', changed('The desk is busy.', 'The desk is closed.'));
  const { stdout } = command(REFERENCE, '--test', 'vitest', '--update');
  expect(stdout).toMatch(/^booking\.test\.ts is written: /m);
  const [before, after] = [titled.split('\n'), lines('booking.test.ts')];
  expect(after.filter((line) => !before.includes(line)).map((line) => line.trim())).toEqual([
    expect.stringContaining('reason: "The desk is closed."'),
  ]);
  expect(after).toHaveLength(before.length);
});

test('a test that exists is written again only as an update', () => {
  project.write('twice.machine.ts', BOOKING);
  command('twice.machine.ts', '--test', 'vitest');
  const { status, stderr } = command('twice.machine.ts', '--test', 'vitest');
  expect([status, stderr.trim()]).toEqual([
    2,
    'There is a file "twice.test.ts" already; --update keeps what is true of it.',
  ]);
});

test('each of two machines in one file gets a test of its own', () => {
  const machine = (name: string) =>
    `export const ${name} = setup({}).createMachine({ id: '${name}', on: { ${name}Pressed: {} } });`;
  const imports = "import { setup } from 'xstate';";
  project.write('two.machine.ts', [imports, machine('bell'), machine('lamp')].join('\n'));
  const files = ['bell', 'lamp'].map((name) => {
    const { stdout } = command(`two.machine.ts#${name}`, '--test', 'vitest');
    return /^(\S+) is written: 1 tests/m.exec(stdout)?.[1];
  });
  expect(files).toEqual(['two.bell.test.ts', 'two.lamp.test.ts']);
});

test('a test that is not green for its own machine is not written', () => {
  project.write('dated.machine.ts', changed("'The desk is busy.'", '() => String(process.hrtime.bigint())'));
  const { status, stderr } = command('dated.machine.ts', '--test', 'vitest');
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /^No test is written, because the machine itself does not pass ".*": booking, test \d+, step \d+: reserve: error brought reason: .*\. Leave out of "project" in the cases what is new each time\.\n$/,
  );
  expect(existsSync(join(project.folder, 'dated.test.ts'))).toBe(false);
});

test('a machine that prints leaves its plan as data alone on the output', () => {
  project.write(
    'loud.machine.ts',
    `import { setup } from 'xstate';
console.info('loaded');
process.stdout.write('loaded ');
export const loud = setup({
  actions: { say: () => console.table([{ said: true }]) },
}).createMachine({ id: 'loud', initial: 'still', states: { still: { on: { SAY: { actions: 'say' } } } } });
`,
  );
  const { stdout } = command('loud.machine.ts#loud', '--format', 'json');
  expect(JSON.parse(stdout)).toMatchObject({ machine: 'loud' });
});

test('a question about a machine ends the command with 2, an assumption with 0', () => {
  const machine = (guard: string) => `import { setup } from 'xstate';
export default setup({
  actions: { greet: () => { throw new Error('give me'); } },
  guards: { isLate: ${guard} },
}).createMachine({
  id: 'door',
  initial: 'shut',
  states: { shut: { on: { KNOCK: { guard: 'isLate', target: 'open' } } }, open: { entry: 'greet' } },
});
`;
  project.write('late.machine.ts', machine('() => false'));
  const late = command('late.machine.ts');
  expect([late.status, late.stdout]).toEqual([
    2,
    expect.stringContaining('"door.shut · KNOCK" is not taken: give'),
  ]);
  project.write('open.machine.ts', machine("() => { throw new Error('give me'); }"));
  const open = command('open.machine.ts');
  expect([open.status, open.stdout]).toEqual([0, expect.stringContaining('`provide` gives the real ones')]);
});
