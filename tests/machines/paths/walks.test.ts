import { describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import {
  always,
  eventually,
  journeyDivergence,
  type Path,
  StepFailure,
  stepName,
  walk,
} from '../../../machines/paths/index.ts';
import { createFixtureFlow, flow, graph } from '../../support/flowFixture.ts';
import { randomPaths } from '../../support/randomPaths.ts';
import {
  existingPath,
  journeyIn,
  type ShorteningLimits,
  walkOrShorten,
} from '../../support/walkOrShorten.ts';

const [ASKED, LOADED, FAILED, TAKEN] = [
  'asked: by the visitor',
  'load: two items',
  'load: the van broke down',
  'taken: by the visitor',
];
const path = existingPath(
  { flow },
  ...[ASKED, 'after hint', LOADED, TAKEN, TAKEN, TAKEN],
  ...[ASKED, FAILED, ASKED, 'after hint', LOADED, TAKEN, TAKEN],
);

const initial = graph.states.get(graph.initial)?.snapshot;

/** A level on which a step fails when `cause` gives a reason; `walks` has the step names of each attempt. */
function failingLevel(cause: (name: string, before: string[]) => string | false) {
  const walks: string[][] = [];
  const walk = async (attempt: Path) => {
    const names = attempt.map(({ step }) => stepName(step));
    walks.push(names);
    for (const [index, name] of names.entries()) {
      const reason = cause(name, names.slice(0, index));
      if (reason !== false && initial)
        throw new StepFailure(initial, attempt.slice(0, index + 1), 'idle', new Error(reason));
    }
  };
  return { walks, walk };
}

async function failureOf(walk: (path: Path) => Promise<unknown>, limits?: ShorteningLimits): Promise<Error> {
  const failure: unknown = await walkOrShorten(() => graph, path, walk, limits).catch(
    (error: unknown) => error,
  );
  if (!(failure instanceof Error)) throw new Error('the walk did not fail');
  return failure;
}

const printedSteps = async (failure: Error) => (await journeyIn(failure.message)).steps.map(([name]) => name);

describe('a walk that fails', () => {
  test('a failing walk is replaced by the shortest path that fails there', async () => {
    const { walk, walks } = failingLevel(
      (name, before) => name === TAKEN && before.at(-1) === TAKEN && 'empty',
    );
    const failure = await failureOf(walk);
    expect(failure.message).toMatch(/^step 5 went wrong\n/);
    expect(failure.message).toContain('as a journey (4 of 5 steps):');
    expect(failure).toMatchObject({ cause: { message: 'empty' } });
    expect(await printedSteps(failure)).toEqual([ASKED, LOADED, TAKEN, TAKEN]);
    expect(walks.length).toBeLessThanOrEqual(16);
  });

  test('a failing walk loses unnecessary steps, also with dependent steps', async () => {
    const { walk } = failingLevel((name, before) => name === TAKEN && before.includes(FAILED) && 'empty');
    const failure = await failureOf(walk);
    expect(await printedSteps(failure)).toEqual([ASKED, FAILED, LOADED, TAKEN]);
  });

  test('a walk that fails is not mistaken for one that fails for another reason', async () => {
    const { walk } = failingLevel(
      (name, before) => name === TAKEN && (before.includes(FAILED) ? 'late' : before.length < 3 && 'early'),
    );
    const failure = await failureOf(walk);
    expect(failure).toMatchObject({ cause: { message: 'late' } });
    expect(await printedSteps(failure)).toEqual([ASKED, FAILED, LOADED, TAKEN]);
  });

  test('a walk that fails is walked again only so often, and only for so long', async () => {
    const level = () => failingLevel((name, before) => name === TAKEN && before.length > 9 && 'late');
    const [few, brief, unlimited] = [level(), level(), level()];
    await failureOf(few.walk, { attempts: 2 });
    await failureOf(brief.walk, { milliseconds: 0 });
    await failureOf(unlimited.walk);
    expect(few.walks).toHaveLength(1 + 2);
    expect(brief.walks).toHaveLength(1);
    expect(unlimited.walks.length).toBeGreaterThan(3);
    expect(unlimited.walks.length).toBeLessThanOrEqual(16);
  });
});

test('a bare machine that differs from its graph fails with a journey', async () => {
  let loads = 0;
  const forgetful = {
    ...flow,
    machine: flow.machine.provide({
      actions: {
        fill: () => {
          loads += 1;
        },
      },
    }),
  };
  const failure = await failureOf((attempt) => walk(forgetful, attempt));
  const journey = await journeyIn(failure.message);
  expect(loads).toBeGreaterThan(0);
  expect(journey.steps).toEqual([
    [ASKED, 'loading.onTime'],
    [LOADED, 'full'],
  ]);
  expect(journeyDivergence(flow, journey)).toBeNull();
});

const isIn = (state: string) => (snapshot: AnyMachineSnapshot) => snapshot.matches(state);

test.each([
  [
    always(
      'there is more than one item once there are some',
      ({ context, value }) => value !== 'full' || context.items > 1,
    ),
    [ASKED, LOADED, TAKEN],
  ],
  [eventually('what is asked for comes', { after: isIn('loading'), comes: isIn('full') }), [ASKED, FAILED]],
])(
  'a random walk that violates a property fails with a short journey that violates it too: $title',
  async (property, steps) => {
    const failing = createFixtureFlow(
      ({ items, attempts }) => ({ items, attempts: Math.min(attempts, 2) }),
      [property],
    );
    const walks = () => randomPaths(graph, { seed: 7, count: 20, maxLength: 20, walked: [] });
    expect(walks()).toEqual(walks());
    const failures = await Promise.allSettled(
      walks().map((each) =>
        walkOrShorten(
          () => graph,
          each,
          (attempt) => walk(failing, attempt),
        ),
      ),
    );
    const failure = failures.find((each) => each.status === 'rejected');
    expect(failure?.reason).toMatchObject({ cause: { message: `it violates "${property.title}"` } });
    const journey = await journeyIn(failure?.reason.message);
    expect(journey.steps.map(([name]) => name)).toEqual(steps);
    expect(journeyDivergence(failing, journey)).toContain(`violates "${property.title}"`);
    expect(journeyDivergence(flow, journey)).toBeNull();
  },
);
