import { describe, expect, test } from 'vitest';
import { assign, setup } from 'xstate';
import {
  type Criterion,
  criteria,
  defineFlow,
  type Edge,
  eventually,
  explore,
  type Graph,
  goalsLeftOut,
  never,
  type Path,
  plan,
  RequirementGoals,
  reachableGoals,
  requirementTags,
  stepName,
  worthOfCriterion,
} from '../../../machines/paths/index.ts';
import { graph } from '../../support/flowFixture.ts';
import { letterGraph } from '../../support/letterGraph.ts';

const requirements = {
  journeys: [
    {
      title: '§1 loaded',
      steps: [
        ['asked: by the visitor', 'loading.onTime'],
        ['load: two items', 'full'],
      ],
    },
    {
      title: 'taken once',
      steps: [
        ['asked: by the visitor', 'loading.onTime'],
        ['load: two items', 'full'],
        ['taken: by the visitor', 'full'],
      ],
    },
    { title: 'burnt at once', steps: [['burnt: by lightning', 'ashes']] },
  ],
  properties: [
    never('nothing is lost', () => false),
    eventually('loading ends', {
      after: (snapshot) => snapshot.matches('full'),
      comes: (snapshot) => snapshot.matches('idle'),
    }),
  ],
} as const;

const names = (path: Path) => path.map(({ step }) => stepName(step));

/** Returns a graph whose steps are changed. */
const withEdges = (change: (edge: Edge) => Edge): Graph => ({
  ...graph,
  states: new Map(
    [...graph.states].map(([key, state]) => [key, { ...state, edges: state.edges.map(change) }]),
  ),
});

describe('a criterion', () => {
  test.each(criteria)('%s: a plan reaches every goal, within whatever length', (criterion) => {
    for (const maxLength of [5, 1_000]) {
      const options = { maxLength, requirements };
      const paths = plan(graph, [criterion], options);
      expect(goalsLeftOut(graph, [criterion], paths, options)).toEqual([]);
    }
  });

  test.each([0, 1, 2, 3])('%i-switch: each sequence of that many transitions and one more', (switchDepth) => {
    const sequencesFrom = (state: string, taken: readonly string[]): string[] =>
      taken.length > switchDepth
        ? [taken.join(' → ')]
        : (graph.states.get(state)?.edges ?? []).flatMap(({ to, transitions }) =>
            sequencesFrom(to, [...taken, ...transitions]),
          );
    const possible = new Set([...graph.states.keys()].flatMap((state) => sequencesFrom(state, [])));
    const walked = plan(graph, ['n-switch'], { switchDepth }).flatMap((path) => {
      const taken = path.flatMap(({ transitions }) => transitions);
      return taken
        .slice(switchDepth)
        .map((_, index) => taken.slice(index, index + switchDepth + 1).join(' → '));
    });
    expect(new Set(walked)).toEqual(possible);
  });

  test('round-trips: every simple cycle once, wherever it begins', () => {
    const letters = letterGraph({
      one: { a: 'two', b: 'one' },
      two: { a: 'three', c: 'one' },
      three: { b: 'two', d: 'one' },
    });
    expect(reachableGoals(letters, 'round-trips').sort()).toEqual([
      'one → one',
      'one → two → one',
      'one → two → three → one',
      'three → two → three',
    ]);
    const [path = [], ...others] = plan(letters, ['round-trips']);
    expect(others).toEqual([]);
    expect(path.length).toBeLessThanOrEqual(10);
  });

  test('round-trips: only those that the steps can walk', () => {
    const machine = setup({
      types: {
        context: {} as { isSet: boolean },
        events: {} as { type: 'enter' } | { type: 'leave' } | { type: 'set' } | { type: 'back' },
      },
    }).createMachine({
      context: { isSet: false },
      initial: 'outside',
      states: {
        outside: { on: { enter: { guard: ({ context }) => !context.isSet, target: 'inside' } } },
        inside: {
          on: {
            leave: { guard: ({ context }) => context.isSet, target: 'outside' },
            set: { target: 'setting', actions: assign({ isSet: true }) },
          },
        },
        setting: { on: { back: 'inside' } },
      },
    });
    const pressed = { pressed: {} };
    const events = { enter: pressed, leave: pressed, set: pressed, back: pressed };
    const cases = { events, outcomes: {}, project: ({ isSet }: { isSet: boolean }) => isSet };
    const definition = { id: 'room', title: 'Room', purpose: '', machine, actors: {}, cases };
    expect(reachableGoals(explore(defineFlow(definition)), 'round-trips')).toEqual([
      'inside → setting → inside',
    ]);
  });

  test('too many round trips or sequences are refused with their limit', () => {
    const states = 'abcdefgh'.split('');
    const complete = letterGraph(
      Object.fromEntries(states.map((from) => [from, Object.fromEntries(states.map((to) => [to, to]))])),
    );
    expect(() => plan(complete, ['round-trips'])).toThrow('there are more than 1000 round trips');
    expect(() => plan(complete, ['n-switch'], { switchDepth: 4 })).toThrow(/^there are more than \d+ /);
  });

  test('requirements: a test begins with each journey', () => {
    const paths = plan(graph, ['requirements'], { requirements });
    expect(paths.map(names)).toEqual([['asked: by the visitor', 'load: two items', 'taken: by the visitor']]);
    expect(new RequirementGoals(requirements).tagsOfPath(paths[0] ?? [])).toEqual([
      'never: nothing is lost',
      '§1 loaded',
      'eventually: loading ends',
      'taken once',
    ]);
  });

  test('requirements: a journey that is no path of the graph is not reachable', () => {
    const reachable = reachableGoals(graph, 'requirements', { requirements });
    expect(requirementTags(requirements).filter((tag) => !reachable.includes(tag))).toEqual([
      'burnt at once',
    ]);
  });

  test('states: those that a step passes through too', () => {
    const passing = withEdges((edge) =>
      edge.step.kind === 'timer' ? { ...edge, transientStates: ['deciding'] } : edge,
    );
    expect(reachableGoals(passing, 'states')).toContain('deciding');
    const paths = plan(passing, ['states']);
    expect(paths.flat().some(({ step }) => step.kind === 'timer')).toBe(true);
  });
});

describe('a budget', () => {
  const selected: Criterion[] = ['states', 'transitions', 'cases'];
  const worthOf = (paths: readonly Path[]) => {
    const all = goalsLeftOut(graph, selected, []);
    const leftOut = goalsLeftOut(graph, selected, paths);
    const sum = (goals: typeof all) =>
      goals.reduce((so, { criterion }) => so + worthOfCriterion[criterion], 0);
    return sum(all) - sum(leftOut);
  };

  /** Returns the highest worth of any paths with so many steps. */
  const highestWorth = (paths: readonly Path[], state: string, steps: number): number =>
    Math.max(
      worthOf(paths),
      ...(steps === 0
        ? []
        : [state, graph.initial].flatMap((from, index) =>
            (graph.states.get(from)?.edges ?? []).map((edge) => {
              const longer =
                index === 0 && paths.length > 0
                  ? [...paths.slice(0, -1), [...(paths.at(-1) ?? []), edge]]
                  : [...paths, [edge]];
              return highestWorth(longer, edge.to, steps - 1);
            }),
          )),
    );

  test.each([1, 2, 3, 4])('of %i steps is spent on what is worth most', (budget) => {
    const paths = plan(graph, selected, { budget });
    expect(paths.flat().length).toBeLessThanOrEqual(budget);
    expect(worthOf(paths)).toBe(highestWorth([], graph.initial, budget));
  });
});
