import { describe, expect, test } from 'vitest';
import { pathsOfFile } from '../commands/paths.ts';
import { UsageError } from '../commands/usageError.ts';
import { coffeeMachine } from '../fixtures/coffee.ts';
import { type ReplayTest, replay } from '../statecharts/replay.ts';
import { runCommandInProcess } from '../support/runCommandInProcess.ts';

const FILE = 'tests/fixtures/coffee.ts';

const run = (...args: string[]) => runCommandInProcess(pathsOfFile, ...args);

describe('npm run paths -- --machine', () => {
  test('prints a plan as json that a running machine confirms', async () => {
    const { out, status } = await run('--machine', `${FILE}#coffeeMachine`, '--format', 'json');
    const plan: { tests: ReplayTest[] } & Record<string, unknown> = JSON.parse(out);
    expect(status).toBe(0);
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
    expect(plan.tests.map((planned) => replay({ machine: coffeeMachine }, planned))).toEqual(
      plan.tests.map(() => null),
    );
  });

  test('takes the cases of a file, and default ones for the rest', async () => {
    const { out } = await run(
      ...[
        '--machine',
        `${FILE}#coffeeMachine`,
        '--cases',
        'tests/fixtures/coffee.cases.ts',
        '--format',
        'json',
      ],
    );
    expect(out).toContain('first: hot');
    expect(out).not.toContain('first: done');
    expect(JSON.parse(out).unreachable).toContainEqual({
      id: 'coffee.broken · kick',
      why: 'there is no case for "kick", and nothing raises it in its state',
    });
  });

  test('a machine that throws is a finding with the path to it', async () => {
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
    [
      ['--machine', 'tests/fixtures/coffee.cases.ts'],
      '"tests/fixtures/coffee.cases.ts" exports no machine of XState 5.',
    ],
    [['--machine', FILE, 'contact'], '--machine goes without a flow, not with "contact".'],
    [['--cases', FILE], '--cases goes with --machine: a flow of the catalogue has its own cases.'],
  ])('%j is refused in one sentence', async (args, message) => {
    await expect(pathsOfFile(args)).rejects.toThrow(new UsageError(message));
  });
});
