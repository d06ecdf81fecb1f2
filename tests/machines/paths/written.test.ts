import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { assign, setup } from 'xstate';
import { allFlows } from '../../../machines/allFlows.ts';
import {
  flowOfMachine,
  parsePlan,
  plan,
  planAsText,
  writePlan,
  writtenDivergence,
} from '../../../machines/paths/index.ts';
import { letterFlow } from '../../support/flowFixture.ts';
import { type LockerChanges, lockerFlow } from '../../support/lockerFlow.ts';
import { isMore, times } from '../../support/more.ts';
import { exploredGraph, writtenPlanOf } from '../../support/writtenPlans.ts';

/** The written plan: its form, its length, its changes with the machine, and its message about a mistake. */

const locker = lockerFlow();
const written = writePlan(locker);
const folder = mkdtempSync(join(tmpdir(), 'written-plan-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The removed and the added lines of a file as git shows them. */
function changedLines(before: string, after: string): string[] {
  const [one, other] = [join(folder, 'before.md'), join(folder, 'after.md')];
  writeFileSync(one, before);
  writeFileSync(other, after);
  try {
    execFileSync('git', ['diff', '--no-index', '--no-ext-diff', '--no-color', '-U0', one, other]);
    return [];
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    return output.split('\n').filter((line) => /^[+-](?!--|\+\+)/.test(line));
  }
}

/** The lines of the plan in a pull request that changes the machine and writes its plan again. */
function changesOfPlan(changes: LockerChanges): string[] {
  const after = writePlan(lockerFlow(changes), written.tests);
  return changedLines(planAsText([], written), planAsText([], after));
}

const noteFlow = (text: string) =>
  flowOfMachine(
    setup({
      types: { context: {} as { text: string }, events: {} as { type: 'noted'; text: string } },
    }).createMachine({
      id: 'note',
      context: { text: '' },
      on: { noted: { actions: assign({ text: ({ event }) => event.text }) } },
    }),
    { events: { noted: { 'a text': { text } } } },
  );

describe('the form of a written plan', () => {
  test('a written plan is read as it was meant, whatever its texts hold', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(
        fc.constantFrom('"', '\\', ' · ', '`', ' → ', 'refused', '`a`', '\n', '\u2028', ' (5 ms)', 'a'),
      ),
    );
    fc.assert(
      fc.property(
        text.map((parts) => [parts].flat().join('')),
        (given) => {
          const plan = writePlan(noteFlow(given));
          expect(parsePlan(planAsText(['# Note'], plan))).toEqual(plan);
        },
      ),
      { numRuns: times(50, 1_000) },
    );
  });

  test('a line that is no step fails with its number', () => {
    const lines = planAsText([], written).split('\n');
    const broken = lines.map((line) => line.replace('added: without a payload →', 'added'));
    expect(() => parsePlan(broken.join('\n'))).toThrow('line 5 is no step of a test: 1. added `open`');
  });

  test('a planned title of several parts has at most 80 characters', () => {
    const letters = [...'abcdefghijklm'];
    const start = Object.fromEntries(letters.map((letter) => [letter, letter]));
    const others = Object.fromEntries(letters.map((letter) => [letter, { back: 'start' }]));
    const { tests } = writePlan(letterFlow({ start, ...others }));
    expect(Math.max(...tests.map(({ title }) => title.length))).toBeLessThanOrEqual(80);
  });

  test('a planned title that is there already gets a number', () => {
    const titlesAfter = (title: string) => {
      const first = written.tests.map(({ steps }) => ({ title, steps: steps.slice(0, 2) }));
      return writePlan(locker, first).tests.map((each) => each.title);
    };
    const [, planned = ''] = titlesAfter('two parcels');
    expect(titlesAfter(planned)).toEqual([planned, `${planned} (2)`]);
  });
});

const everyFlow = allFlows;

/** `npm test` leaves these out, because each takes a second or more. */
const LARGE_FLOWS = ['registration', 'order', 'visualiserEnvironment'];

const stepsOf = (tests: readonly { steps: readonly unknown[] }[]) =>
  tests.flatMap(({ steps }) => steps).length;

describe.each(
  everyFlow.filter(({ id }) => isMore || !LARGE_FLOWS.includes(id)).map((flow) => [flow.id, flow] as const),
)('the plan of %s', (_, flow) => {
  test('a plan that is written again is as it was', () => {
    const before = writtenPlanOf(flow);
    const after = writePlan(flow, before.tests);
    expect(after).toEqual(before);
    expect(parsePlan(planAsText([], after))).toEqual(after);
  });

  test('a written plan has at most 1.5 times the steps of a short one', () => {
    const { paths } = plan(exploredGraph(flow), { maxLength: 60 });
    expect(stepsOf(writtenPlanOf(flow).tests)).toBeLessThanOrEqual(1.5 * paths.flat().length);
  });
});

describe.each(everyFlow.map((flow) => [flow.id, flow] as const))('the file of %s', (_, flow) => {
  test('a plan is read from its file as it is written there', () => {
    const read = writtenPlanOf(flow);
    expect(parsePlan(planAsText([], read))).toEqual(read);
  });

  test('no test is longer than 15 steps unless one goal alone is further away', () => {
    const longest = Math.max(...writtenPlanOf(flow).tests.map(({ steps }) => steps.length));
    const needed = () => Math.max(...plan(exploredGraph(flow)).paths.map(({ length }) => length));
    expect(longest).toBeLessThanOrEqual(longest > 15 ? needed() : 15);
  });
});

describe('what a pull request shows of a change that is meant', () => {
  test('nothing where the machine is the same', () => {
    expect(changesOfPlan({})).toEqual([]);
  });

  test('one more field in the context changes the lines that set it', () => {
    expect(changesOfPlan({ isMarked: true })).toEqual([
      '-Each test begins: `open` · parcels: 0 · code: null',
      '+Each test begins: `open` · parcels: 0 · code: null · isMarked: false',
      '-1. sent: without a payload → `sending` · invokes send()',
      '+1. sent: without a payload → `sending` · isMarked: true · invokes send()',
      '-1. cleared: without a payload → `open` · parcels: 0 · code: null',
      '+1. cleared: without a payload → `open` · parcels: 0 · code: null · isMarked: false',
      '-1. sent: without a payload → `sending` · invokes send()',
      '+1. sent: without a payload → `sending` · isMarked: true · invokes send()',
    ]);
  });

  test('another name of a state changes the lines that name it', () => {
    expect(changesOfPlan({ lost: 'missing' })).toEqual([
      '-1. send: failed → `lost`',
      '+1. send: failed → `missing`',
    ]);
  });

  test('a stricter guard changes the step that it refuses', () => {
    expect(changesOfPlan({ limit: 1 })).toEqual([
      '-1. added: without a payload → `open` · parcels: 2',
      '+1. added: without a payload → refused',
    ]);
  });

  test('a weaker guard changes the step that it allows, and adds a test that it refuses', () => {
    expect(changesOfPlan({ limit: 3 })).toEqual([
      '-1. added: without a payload → refused',
      '+1. added: without a payload → `open` · parcels: 3',
      '+',
      '+## 2. Added, without a payload is refused',
      '+',
      '+1. added: without a payload → `open` · parcels: 1',
      '+1. added: without a payload → `open` · parcels: 2',
      '+1. added: without a payload → `open` · parcels: 3',
      '+1. added: without a payload → refused',
    ]);
  });
});

const meant = 'If that is meant: write the test again with --update, and review the difference.';

describe('what a written plan says of a mistake', () => {
  test('the machine itself is as it is written', () => {
    expect(writtenDivergence(locker, written)).toBeNull();
  });

  test.each<[string, LockerChanges, string]>([
    [
      'a wrong target',
      { afterSending: 'open' },
      'locker, test 1, step 6: send: arrived led to `open`, written is `delivered`.',
    ],
    [
      'a dropped guard',
      { isSendingGuarded: false },
      'locker, test 1, step 8: sent: without a payload led to `sending` and brought invokes send(), written is that nothing takes it.',
    ],
    [
      'a missing assign',
      { isCodeKept: false },
      'locker, test 1, step 6: send: arrived brought nothing, written is code: "A1".',
    ],
    [
      'a wrong stored value',
      { step: 2 },
      'locker, test 1, step 1: added: without a payload brought parcels: 2, written is parcels: 1.',
    ],
    [
      'a transition that no test takes',
      { canBeLocked: true },
      'locker, what it can do: no written test takes "locker.delivered · locked", nor 1 more.',
    ],
  ])('%s is red with its place, what happens and what is written', (_, changes, sentence) => {
    expect(writtenDivergence(lockerFlow(changes), written)).toBe(`${sentence} ${meant}`);
  });
});
