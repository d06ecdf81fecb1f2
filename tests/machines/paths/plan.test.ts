import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, assign, setup } from 'xstate';
import { catalogue } from '../../../machines/catalogue.ts';
import {
  criteria,
  defineFlow,
  type Edge,
  eventually,
  explore,
  flowOfMachine,
  type Graph,
  never,
  type Path,
  plan,
  stepName,
} from '../../../machines/paths/index.ts';
import { flow, graph, letterGraph } from '../../support/flowFixture.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';

type Criterion = (typeof criteria)[number];

describe('planning', () => {
  test('a plan is the same every time', () => {
    const names = () => plan(explore(flow)).paths.map((path) => path.map(({ step }) => stepName(step)));
    expect(names()).toEqual(names());
  });

  test('a plan keeps to the greatest length unless one goal alone is further away', () => {
    for (const path of nonEmpty(plan(graph, { maxLength: 6 }).paths))
      expect(path.length).toBeLessThanOrEqual(6);
  });

  test('a graph has the shortest path from any state to a state or a transition', () => {
    expect(graph.pathTo('full')?.map(({ step }) => stepName(step))).toEqual([
      'asked: by the visitor',
      'load: two items',
    ]);
    const full = [...graph.states.entries()].find(([, { snapshot }]) => snapshot.matches('full'))?.[0];
    expect(graph.pathTo('shelf.full · taken[0]', full)?.map(({ step }) => stepName(step))).toEqual(
      Array(3).fill('taken: by the visitor'),
    );
    expect(graph.pathTo('ashes')).toBeNull();
  });

  test('a graph has the shortest path without some events', () => {
    expect(graph.without('taken').pathTo('full')).toHaveLength(2);
    expect(graph.without('asked').pathTo('full')).toBeNull();
  });

  test('the plans have a quarter of the tests of one path a transition, and fewer steps', () => {
    const flows = catalogue.map((each) => explore(each));
    const planned = flows.flatMap((each) => plan(each, { criteria: ['transitions'] }).paths);
    const each = flows.flatMap((chosen) => {
      const transitions = plan(chosen, { criteria: ['transitions'] }).goals;
      return transitions.map(({ id }) => chosen.pathTo(id) ?? []);
    });
    expect(planned.length).toBeLessThanOrEqual(each.length / 4);
    expect(planned.flat().length).toBeLessThan(each.flat().length);
  });
});

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

const goalsOf = (of: Graph, criterion: Criterion) =>
  plan(of, { criteria: [criterion] }).goals.map(({ id }) => id);

const names = (path: Path) => path.map(({ step }) => stepName(step));

const withEdges = (change: (edge: Edge) => Edge): Graph => ({
  ...graph,
  states: new Map(
    [...graph.states].map(([key, state]) => [key, { ...state, edges: state.edges.map(change) }]),
  ),
});

describe('a criterion', () => {
  test.each(criteria)(
    'a plan by the criterion %s reaches every goal, within whatever length',
    (criterion) => {
      for (const maxLength of [5, 1_000]) {
        const { goals, paths, cut, goalsOf } = plan(graph, {
          criteria: [criterion],
          maxLength,
          requirements,
        });
        expect(cut).toEqual([]);
        expect(new Set(paths.flatMap(goalsOf))).toEqual(new Set(goals));
      }
    },
  );

  test('the criterion round-trips has every simple cycle once, wherever it begins', () => {
    const letters = letterGraph({
      one: { a: 'two', b: 'one' },
      two: { a: 'three', c: 'one' },
      three: { b: 'two', d: 'one' },
    });
    expect(goalsOf(letters, 'round-trips').sort()).toEqual([
      'one → one',
      'one → two → one',
      'one → two → three → one',
      'three → two → three',
    ]);
    const [path = [], ...others] = plan(letters, { criteria: ['round-trips'] }).paths;
    expect(others).toEqual([]);
    expect(path.length).toBeLessThanOrEqual(10);
  });

  test('the criterion round-trips has only the cycles that the steps can walk', () => {
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
    expect(goalsOf(explore(defineFlow(definition)), 'round-trips')).toEqual(['inside → setting → inside']);
  });

  test('too many round trips are planned up to a length, which is named', () => {
    const states = 'abcdefgh'.split('');
    const complete = letterGraph(
      Object.fromEntries(states.map((from) => [from, Object.fromEntries(states.map((to) => [to, to]))])),
    );
    const { goals, paths, cut, goalsOf } = plan(complete, { criteria: ['round-trips'] });
    expect(cut).toEqual(['round-trips: those of 5 steps and more are not all planned']);
    expect(new Set(paths.flatMap(goalsOf))).toEqual(new Set(goals));
  });

  test('a plan by the criterion requirements begins a test with each journey', () => {
    const { paths, goalsOf: requirementsOf } = plan(graph, { criteria: ['requirements'], requirements });
    expect(paths.map(names)).toEqual([['asked: by the visitor', 'load: two items', 'taken: by the visitor']]);
    expect(requirementsOf(paths[0] ?? []).map(({ id }) => id)).toEqual([
      'never: nothing is lost',
      '§1 loaded',
      'eventually: loading ends',
      'taken once',
    ]);
  });

  test('a journey that is no path of the graph is a requirement that is not reachable', () => {
    expect(plan(graph, { criteria: ['requirements'], requirements }).unreachable).toEqual([
      { criterion: 'requirements', id: 'burnt at once' },
    ]);
  });

  test('the criterion states has those that a step passes through too', () => {
    const passing = withEdges((edge) =>
      edge.step.kind === 'timer' ? { ...edge, transientStates: ['deciding'] } : edge,
    );
    expect(goalsOf(passing, 'states')).toContain('deciding');
    const paths = plan(passing, { criteria: ['states'] }).paths;
    expect(paths.flat().some(({ step }) => step.kind === 'timer')).toBe(true);
  });
});

/** A machine whose states stand in a row, with a way to the next and to the one before. */
const rowOf = (length: number) =>
  setup({}).createMachine({
    initial: 's0',
    states: Object.fromEntries(
      Array.from({ length }, (_, index) => [
        `s${index}`,
        {
          on: {
            ...(index < length - 1 && { next: `s${index + 1}` }),
            ...(index > 0 && { back: `s${index - 1}` }),
          },
        },
      ]),
    ),
  });

/** A machine of parallel regions with three states and three transitions each. */
const regionsOf = (count: number) =>
  setup({}).createMachine({
    type: 'parallel',
    states: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `r${index}`,
        {
          initial: 'a',
          states: {
            a: { on: { [`e${index}`]: 'b' } },
            b: { on: { [`e${index}`]: 'c' } },
            c: { on: { [`e${index}`]: 'a' } },
          },
        },
      ]),
    ),
  });

describe('the length of a plan', () => {
  const stepsOf = (machine: AnyStateMachine) => plan(explore(flowOfMachine(machine))).paths.flat().length;

  test('a plan of a row of states takes at most twice the least steps', () => {
    for (const length of [50, 400]) expect(stepsOf(rowOf(length))).toBeLessThanOrEqual(2 * (2 * length - 2));
  });

  test('many combinations of parallel states count as their states alone', () => {
    const graph = explore(flowOfMachine(regionsOf(6)));
    expect(graph.stateNames.size).toBeGreaterThan(100);
    expect(goalsOf(graph, 'states')).toHaveLength(18);
    expect(stepsOf(regionsOf(6))).toBeLessThanOrEqual(36);
  });
});
