import { describe, expect, test } from 'vitest';
import { searchPaths } from '../../../machines/paths/beamSearch.ts';
import { goalsOfStep } from '../../../machines/paths/criteria.ts';
import type { Edge, Graph } from '../../../machines/paths/explore.ts';
import {
  goalsLeftOut,
  type Path,
  pathTo,
  plan,
  shortestPathBy,
  shortestPathPerTransition,
  withoutEvents,
} from '../../../machines/paths/plan.ts';
import { eventually, never } from '../../../machines/paths/properties.ts';
import { RequirementGoals, requirementTags, startOfJourneys } from '../../../machines/paths/requirements.ts';
import { roundTripsByState, roundTripsOf } from '../../../machines/paths/roundTrips.ts';
import { SearchGraph } from '../../../machines/paths/searchGraph.ts';
import { stepName } from '../../../machines/paths/steps.ts';
import { letterGraph } from '../../support/letterGraph.ts';
import { findPathThrough } from '../../support/pathThrough.ts';

/** Returns the letters of a path. */
const lettersOf = (path: readonly Edge[]) =>
  path.map(({ step }) => stepName(step).replace(': pressed', '')).join('');

function pathOf(graph: Graph, letters: string): Path {
  const path = findPathThrough(
    graph,
    [...letters].map((letter) => `${letter}: pressed`),
  );
  if (!path) throw new Error(`"${letters}" cannot happen`);
  return path;
}

const plannedLetters = (paths: readonly Path[]) => paths.map(lettersOf);

describe('a plan', () => {
  test.each<
    [string, Record<string, Record<string, string>>, { maxLength?: number; budget?: number }, string[]]
  >([
    ['goes on from the end of a path', { a: { x: 'b' }, b: { y: 'c' }, c: { z: 'a' } }, {}, ['xyz']],
    ['begins again at the start after an end', { a: { x: 'b', y: 'c' }, b: {}, c: {} }, {}, ['x', 'y']],
    [
      'walks a detour that takes no more steps than a new path',
      { a: { x: 'b', y: 'c' }, b: { z: 'a' }, c: {} },
      {},
      ['xzy'],
    ],
    [
      'makes a longer path only for a goal that is further away',
      { a: { x: 'b' }, b: { y: 'c' }, c: { z: 'd' }, d: {} },
      { maxLength: 2 },
      ['xy', 'xyz'],
    ],
    [
      'begins again where a path is as long as it may be',
      { a: { x: 'a', y: 'a', z: 'a' } },
      { maxLength: 2 },
      ['xy', 'z'],
    ],
    [
      'makes no more steps than its budget',
      { a: { x: 'b' }, b: { y: 'c' }, c: { z: 'd' }, d: {} },
      { budget: 2 },
      ['xy'],
    ],
    ['makes no path without a goal', { a: {} }, {}, []],
  ])('%s', (_, states, options, expected) => {
    expect(plannedLetters(plan(letterGraph(states), ['transitions'], options))).toEqual(expected);
  });

  test('with a budget prefers what is worth more', () => {
    const graph = new SearchGraph(letterGraph({ a: { x: 'b', y: 'c' }, b: {}, c: {} }), ['transitions'], {
      switchDepth: 2,
      requirements: { journeys: [], properties: [] },
    });
    expect(graph.goals().map(({ id }) => id)).toEqual(['(machine).a · x', '(machine).a · y']);
    const limits = { maxLength: 10, budget: 1 };
    expect(plannedLetters(searchPaths(graph, { ...limits, worth: [1, 2] }))).toEqual(['y']);
    expect(plannedLetters(searchPaths(graph, { ...limits, worth: [2, 1] }))).toEqual(['x']);
  });

  test('leaves out the goals that its paths do not reach', () => {
    const graph = letterGraph({ a: { x: 'b' }, b: { y: 'a' } });
    expect(goalsLeftOut(graph, ['states', 'pairs', 'round-trips'], [pathOf(graph, 'xy')])).toEqual([
      { criterion: 'pairs', id: '(machine).b · y → (machine).a · x' },
    ]);
    expect(goalsLeftOut(graph, ['round-trips'], [pathOf(graph, 'x')])).toEqual([
      { criterion: 'round-trips', id: 'a → b → a' },
    ]);
  });
});

test('a sequence is a goal of each criterion that it meets', () => {
  const graph = letterGraph({ a: { x: 'b' }, b: { y: 'b' } });
  expect(goalsLeftOut(graph, ['pairs', 'n-switch'], [pathOf(graph, 'xy')], { switchDepth: 1 })).toEqual([
    { criterion: 'pairs', id: '(machine).b · y → (machine).b · y' },
    { criterion: 'n-switch', id: '(machine).b · y → (machine).b · y' },
  ]);
});

test('one shortest path leads to each transition', () => {
  const graph = letterGraph({ a: { x: 'b', y: 'c' }, b: { z: 'c' }, c: { w: 'a' } });
  expect(plannedLetters(shortestPathPerTransition(graph))).toEqual(['x', 'y', 'xz', 'yw']);
});

test('the path to the start or a state without one, and without an event', () => {
  const graph = letterGraph({ a: { x: 'b', y: 'c' }, b: { z: 'c' }, c: {}, d: {} });
  const lettersTo = (goal: string, from = graph) => {
    const path = pathTo(from, goal);
    return path && lettersOf(path);
  };
  expect(['a', 'c', 'd', '(machine).b · z'].map((goal) => lettersTo(goal))).toEqual(['', 'y', null, 'xz']);
  expect(lettersTo('c', withoutEvents(graph, 'y'))).toBe('xz');
  expect(lettersTo('c', withoutEvents(graph, 'y', 'z'))).toBeNull();
});

describe('the shortest path by a score', () => {
  const graph = letterGraph({ a: { x: 'b', y: 'c' }, b: { z: 'd', v: 'a' }, c: { w: 'd' }, d: {} });
  test.each<[string, Record<string, number>, string | null]>([
    ['of the only step with a score', { w: 1 }, 'yw'],
    ['of the nearest of two', { x: 1, w: 9 }, 'x'],
    ['of the better of two that are as near', { z: 1, w: 2 }, 'yw'],
    ['of the first of two that are as good', { z: 2, w: 2 }, 'xz'],
    ['is none without a score', {}, null],
    ['is none where no score is positive', { x: -1, y: 0 }, null],
  ])('%s', (_, scores, expected) => {
    const path = shortestPathBy(graph, graph.initial, (edge) => scores[lettersOf([edge])] ?? 0);
    expect(path && lettersOf(path)).toBe(expected);
  });
});

describe('the moves of a search', () => {
  const options = { switchDepth: 1, requirements: { journeys: [], properties: [] } };

  test('are the steps and the round trips, with their goals, each once', () => {
    const graph = new SearchGraph(
      letterGraph({ a: { x: 'b' }, b: { y: 'a' } }),
      ['states', 'round-trips'],
      options,
    );
    const moves = graph.movesFrom(graph.start);
    graph.goals();
    expect(
      moves.map(({ edges, goals }) => [lettersOf(edges), goals.map((goal) => graph.goals()[goal]?.id)]),
    ).toEqual([
      ['x', ['b']],
      ['xy', ['a → b → a', 'b', 'a']],
    ]);
    expect(moves[1]?.to).toBe(graph.start);
    expect(graph.movesFrom(graph.start)).toBe(moves);
    expect(graph.size).toBe(2);
  });

  test('have each goal once, also where several steps or requirements reach it', () => {
    const properties = [never('lost', () => false), never('lost', () => false)];
    const graph = new SearchGraph(
      letterGraph({ a: { x: 'b' }, b: { y: 'a' } }),
      ['round-trips', 'requirements'],
      { switchDepth: 2, requirements: { journeys: [], properties } },
    );
    const moves = graph.movesFrom(graph.start);
    expect(
      moves.map(({ edges, goals }) => [lettersOf(edges), goals.map((goal) => graph.goals()[goal]?.id)]),
    ).toEqual([
      ['x', ['never: lost']],
      ['xy', ['a → b → a', 'never: lost']],
    ]);
  });

  test('are one for several steps with the same end and goals', () => {
    const graph = new SearchGraph(letterGraph({ a: { x: 'b', y: 'b', z: 'a' }, b: {} }), ['states'], options);
    expect(graph.movesFrom(graph.start).map(({ edges }) => lettersOf(edges))).toEqual(['x', 'z']);
  });

  test.each([
    ['transitions', 2],
    ['pairs', 3],
    ['n-switch', 3],
  ] as const)('distinguish states by what came before only as far as %s need it', (criterion, size) => {
    const graph = new SearchGraph(letterGraph({ a: { x: 'b' }, b: { y: 'b' } }), [criterion], options);
    graph.goals();
    expect(graph.size).toBe(size);
  });
});

describe('the goals of a step', () => {
  const graph = letterGraph({ a: { x: 'b' }, b: { y: 'a' } });
  const [edge] = pathOf(graph, 'x');
  if (!edge) throw new Error('there is a step');
  const full = {
    ...edge,
    transitions: ['t', 'u'],
    guardResults: ['g'],
    conditions: ['c'],
    transientStates: ['passing'],
  };

  test.each([
    ['states', ['b', 'passing']],
    ['transitions', ['t', 'u']],
    ['guards', ['g']],
    ['conditions', ['c']],
    ['cases', ['x: pressed']],
    ['pairs', ['s → t', 't → u']],
    ['n-switch', ['r → s → t', 's → t → u']],
  ] as const)('%s: %j', (criterion, expected) => {
    expect(goalsOfStep(criterion, full, ['r', 's'], 2)).toEqual(expected);
  });

  test('are no cases and pairs of a step without a transition, and no sequence that is too short', () => {
    expect(goalsOfStep('cases', { ...full, transitions: [] }, ['r'], 2)).toEqual([]);
    expect(goalsOfStep('pairs', { ...full, transitions: [] }, ['r'], 2)).toEqual([]);
    expect(goalsOfStep('pairs', { ...full, transitions: ['t'] }, [], 2)).toEqual([]);
    expect(goalsOfStep('n-switch', full, [], 1)).toEqual(['t → u']);
    expect(goalsOfStep('n-switch', full, [], 2)).toEqual([]);
  });
});

describe('round trips', () => {
  const graph = letterGraph({ a: { x: 'b', y: 'a' }, b: { z: 'c', v: 'a' }, c: { w: 'a', u: 'b' } });

  test('begin in each state, by their first walk', () => {
    const trips = [...roundTripsByState(graph)].map(([, found]) =>
      found.map(({ id, edges }) => `${lettersOf(edges)}: ${id}`),
    );
    expect(trips).toEqual([
      ['xzw: a → b → c → a', 'xv: a → b → a', 'y: a → a'],
      ['zwx: a → b → c → a', 'zu: b → c → b', 'vx: a → b → a'],
      ['wxz: a → b → c → a', 'uz: b → c → b'],
    ]);
  });

  test.each([
    ['', []],
    ['x', []],
    ['y', ['a → a']],
    ['xv', ['a → b → a']],
    ['xzw', ['a → b → c → a']],
    ['xzuv', ['b → c → b']],
    ['xvx', ['a → b → a', 'a → b → a']],
  ])('that the path "%s" contains: %j', (letters, expected) => {
    expect(roundTripsOf(pathOf(graph, letters), 'a')).toEqual(expected);
  });

  test('with several steps between the same states are walked by the first ones', () => {
    const letters = 'zyxwvuts'.split('');
    const chain = 'abcdefgh'.split('');
    const several = letterGraph(
      Object.fromEntries(
        chain.map((from, index) => {
          const to = chain[index + 1] ?? 'a';
          return [from, Object.fromEntries(letters.map((letter) => [letter, to]))];
        }),
      ),
    );
    const [trips = []] = [...roundTripsByState(several).values()];
    expect(trips.map(({ edges }) => lettersOf(edges))).toEqual(['zzzzzzzz']);
  });

  test('count no step that takes no transition', () => {
    const still = (edge: Edge) => ({ ...edge, transitions: [] });
    expect(roundTripsOf(pathOf(graph, 'y').map(still), 'a')).toEqual([]);
    const states = new Map(
      [...graph.states].map(([key, state]) => [key, { ...state, edges: state.edges.map(still) }]),
    );
    expect([...roundTripsByState({ ...graph, states }).values()]).toEqual([[], [], []]);
  });
});

describe('requirements', () => {
  const graph = letterGraph({ a: { x: 'b', y: 'a' }, b: { z: 'a' } });
  const requirements = {
    journeys: [
      { title: 'there', steps: [['x: pressed', 'b']] },
      {
        title: 'and back',
        steps: [
          ['x: pressed', 'b'],
          ['z: pressed', 'a'],
        ],
      },
      { title: 'there again', steps: [['x: pressed', 'b']] },
    ],
    properties: [
      never('lost', () => false),
      eventually('home', { after: (snapshot) => snapshot.value === 'b', comes: () => true }),
    ],
  } as const;
  const goals = new RequirementGoals(requirements);

  test('have their kind and title as tags, each once', () => {
    const [there] = requirements.journeys;
    expect(requirementTags({ ...requirements, journeys: [...requirements.journeys, there] })).toEqual([
      ...['there', 'and back', 'there again', 'never: lost', 'eventually: home'],
    ]);
  });

  test.each([
    ['', []],
    ['x', ['there', 'there again', 'never: lost', 'eventually: home']],
    ['xz', ['there', 'there again', 'never: lost', 'eventually: home', 'and back']],
    ['y', ['never: lost']],
    ['yx', ['never: lost', 'eventually: home']],
  ])('that the path "%s" covers: %j', (letters, expected) => {
    expect(goals.tagsOfPath(pathOf(graph, letters))).toEqual(expected);
  });

  test('follow a path as long as a journey begins like it', () => {
    const [x, z] = pathOf(graph, 'xz');
    if (!x || !z) throw new Error('there are two steps');
    expect(goals.prefixAfter(startOfJourneys, x)).toBe('x: pressed\n');
    expect(goals.prefixAfter('x: pressed\n', z)).toBe('x: pressed\nz: pressed\n');
    expect(goals.prefixAfter('x: pressed\n', x)).toBeNull();
    expect(goals.prefixAfter(null, x)).toBeNull();
  });
});
