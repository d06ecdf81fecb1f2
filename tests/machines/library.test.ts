import { describe, expect, test } from 'vitest';
import { assign, setup } from 'xstate';
import { promiseActor } from '../../machines/actors.ts';
import { catalogue } from '../../machines/catalogue.ts';
import { asMarkdown, asText, coverageOf, plannedRun, share } from '../../machines/paths/coverage.ts';
import { explore, stepName, unreachable } from '../../machines/paths/explore.ts';
import { defineFlow } from '../../machines/paths/flow.ts';
import { astray } from '../../machines/paths/journey.ts';
import { mutationsOf } from '../../machines/paths/mutate.ts';
import { plan, shortestPathEach, usual, wayTo } from '../../machines/paths/plan.ts';
import { printPaths } from '../../machines/paths/print.ts';
import { always, counterexample, eventually, never } from '../../machines/paths/properties.ts';
import { asJourney, walkAtRandom } from '../../machines/paths/walk.ts';

const actors = { load: promiseActor<{ items: number }>('load') };

/** A machine with one of each: a guard, an actor, timers, a counter. */
const shelfMachine = setup({
  types: {
    context: {} as { items: number; tries: number },
    events: {} as { type: 'asked' } | { type: 'taken' } | { type: 'cleared' } | { type: 'burnt' },
  },
  actors,
  guards: {
    isEmpty: ({ context }) => context.items === 0,
    isOnFire: () => false,
    hasTriesLeft: ({ context }) => context.tries < 2,
  },
  actions: {
    fill: assign((_, items: number) => ({ items })),
    take: assign(({ context }) => ({ items: context.items - 1 })),
    count: assign(({ context }) => ({ tries: context.tries + 1 })),
    reset: assign({ tries: 0 }),
  },
  delays: { hint: 100, timeout: 1_000 },
}).createMachine({
  id: 'shelf',
  context: { items: 0, tries: 0 },
  initial: 'idle',
  states: {
    idle: { description: 'Nothing has been asked for.', on: { asked: 'loading' } },
    loading: {
      tags: 'busy',
      entry: 'count',
      invoke: {
        id: 'load',
        src: 'load',
        onDone: { target: 'full', actions: { type: 'fill', params: ({ event }) => event.output.items } },
        onError: [
          { guard: 'hasTriesLeft', target: 'loading', reenter: true },
          { target: 'idle', actions: 'reset' },
        ],
      },
      after: { hint: '.slow', timeout: 'idle' },
      initial: 'prompt',
      states: { prompt: {}, slow: {} },
    },
    full: {
      on: {
        taken: [{ guard: 'isEmpty', target: 'idle' }, { actions: 'take' }],
        cleared: 'idle',
        burnt: { guard: 'isOnFire', target: 'ashes' },
      },
    },
    ashes: { on: { asked: 'idle' } },
  },
});

const shelf = (
  project: (context: { items: number; tries: number }) => unknown,
  properties = [neverOverdrawn],
) =>
  defineFlow({
    id: 'shelf',
    title: 'Shelf',
    purpose: 'Things are taken from a shelf.',
    machine: shelfMachine,
    actors,
    cases: {
      events: {
        asked: { 'by the visitor': {} },
        taken: { 'by the visitor': {} },
        cleared: {},
        burnt: { 'by lightning': {} },
      },
      outcomes: {
        load: { 'two items': { output: { items: 2 } }, 'the van broke down': { error: new Error('van') } },
      },
      project,
    },
    properties,
  });

const neverOverdrawn = always('there are never fewer than no items', ({ context }) => context.items >= 0);

const flow = shelf(({ items, tries }) => ({ items, tries: Math.min(tries, 2) }));
const endless = shelf(({ items, tries }) => ({ items, tries }));
const graph = explore(flow);

describe('exploring', () => {
  test('only what is enabled happens, outcomes never bare, and the earliest timer first', () => {
    const prompt = [...graph.states.values()].find(({ snapshot }) => snapshot.matches({ loading: 'prompt' }));
    expect(prompt?.edges.map(({ step }) => stepName(step))).toEqual([
      'load: two items',
      'load: the van broke down',
      'after hint',
    ]);
    const slow = [...graph.states.values()].find(({ snapshot }) => snapshot.matches({ loading: 'slow' }));
    expect(slow?.edges.map(({ step }) => stepName(step))).toContain('after hint');
  });

  test('what is never reached is told with the reason', () => {
    expect(unreachable(flow, graph)).toEqual([
      { id: 'shelf.ashes', why: 'no transition that is taken leads there' },
      { id: 'shelf.loading · xstate.after.timeout.shelf.loading', why: expect.stringContaining('"timeout"') },
      { id: 'shelf.full · cleared', why: 'there is no case for "cleared"' },
      { id: 'shelf.full · burnt', why: 'its guard "isOnFire" is never true in any case' },
      { id: 'shelf.ashes · asked', why: 'its state "shelf.ashes" is never reached' },
    ]);
  });

  test('a context that explodes is named', () => {
    expect(() => explore(endless, { limit: 500 })).toThrow(
      /^shelf has more than 500 states: "tries" has \d+ values/,
    );
  });

  test('a projection that hides too much is found by whoever walks the plan', () => {
    const blind = shelf(() => null);
    const legs = plan(explore(blind), ['transitions']).map((path) => path.map((edge) => stepName(edge.step)));
    expect(legs.flat().length).toBeGreaterThan(0);
  });
});

describe('planning', () => {
  test.each([
    ['states', 'state'],
    ['transitions', 'transition'],
    ['guards', 'guard'],
    ['cases', 'case'],
    ['pairs', 'pair'],
  ] as const)('%s: every one that can be reached, within whatever budget', (criterion, kind) => {
    for (const budget of [5, 1_000]) {
      const run = plannedRun(flow, graph, plan(graph, [criterion], { budget }));
      const { covered, of } = share(coverageOf(flow, graph, [run]), kind);
      expect(covered).toBe(of);
    }
  });

  test('cases: every one that is ever enabled', () => {
    const names = new Set(plan(graph, ['cases']).flatMap((path) => path.map(({ step }) => stepName(step))));
    expect([...names].sort()).toEqual([
      'after hint',
      'asked: by the visitor',
      'load: the van broke down',
      'load: two items',
      'taken: by the visitor',
    ]);
  });

  test('is the same every time', () => {
    const names = () => plan(explore(flow), usual).map((path) => path.map(({ step }) => stepName(step)));
    expect(names()).toEqual(names());
  });

  test('keeps to the budget unless one goal alone is further away', () => {
    for (const path of plan(graph, usual, { budget: 6 })) expect(path.length).toBeLessThanOrEqual(6);
  });

  test('pairs: every transition after every other that it can follow', () => {
    const edges = [...graph.states.values()].flatMap((state) => state.edges);
    const possible = new Set(
      edges.flatMap((one) =>
        (graph.states.get(one.to)?.edges ?? []).flatMap((next) =>
          one.transitions
            .slice(-1)
            .flatMap((first) => next.transitions.slice(0, 1).map((then) => `${first} → ${then}`)),
        ),
      ),
    );
    const walked = new Set(
      plan(graph, ['pairs']).flatMap((path) =>
        path.slice(1).map((edge, index) => `${path[index]?.transitions.at(-1)} → ${edge.transitions[0]}`),
      ),
    );
    expect(walked).toEqual(possible);
  });

  test('the shortest way from any state to a state or a transition', () => {
    expect(wayTo(graph, 'full')?.map(({ step }) => stepName(step))).toEqual([
      'asked: by the visitor',
      'load: two items',
    ]);
    const full = [...graph.states.entries()].find(([, { snapshot }]) => snapshot.matches('full'))?.[0];
    expect(wayTo(graph, 'shelf.full · taken[0]', full)?.map(({ step }) => stepName(step))).toEqual(
      Array(3).fill('taken: by the visitor'),
    );
    expect(wayTo(graph, 'ashes')).toBeNull();
  });

  test('over all flows: at most a quarter of the tests of one shortest path a transition, and fewer steps', () => {
    const flows = catalogue.map((each) => explore(each));
    const planned = flows.flatMap((each) => plan(each, ['transitions']));
    const each = flows.flatMap(shortestPathEach);
    expect(planned.length).toBeLessThanOrEqual(each.length / 4);
    expect(planned.flat().length).toBeLessThan(each.flat().length);
  });
});

describe('coverage', () => {
  const [first] = plan(graph, usual);
  const half = coverageOf(flow, graph, [plannedRun(flow, graph, [first?.slice(0, 1) ?? []], 'machines')]);

  test('each item is covered, uncovered or unreachable', () => {
    expect(new Set(half.items.map(({ status }) => status))).toEqual(
      new Set(['covered', 'uncovered', 'unreachable']),
    );
    expect(share(half, 'state')).toEqual({ covered: 2, of: 4 });
  });

  test('runs of several levels are merged', () => {
    const paths = plan(graph, usual);
    const merged = coverageOf(flow, graph, [
      plannedRun(flow, graph, paths, 'machines'),
      plannedRun(flow, graph, paths, 'browser'),
    ]);
    expect(share(merged, 'transition')).toEqual({ covered: 7, of: 7 });
    expect(merged.items[0]?.levels).toEqual(['machines', 'browser']);
  });

  test('as text and as Markdown', () => {
    expect(asText(half)).toMatch(
      /^shelf: 2 of 4 states, .*\n(.*\n)*.*unreachable transition: shelf\.full · burnt \(its guard/,
    );
    expect(asMarkdown(half)).toContain('| state | idle | covered | machines |');
  });
});

describe('properties', () => {
  test('that hold have no counterexample', () => {
    expect(flow.properties.map((property) => counterexample(graph, property))).toEqual([null, null]);
  });

  test('a broken one is shown with the shortest way there', () => {
    const neverFull = always('never full', (snapshot) => !snapshot.matches('full'));
    expect(counterexample(graph, neverFull)).toEqual(['asked: by the visitor', 'load: two items']);
    const neverTaken = never(
      'nothing is taken',
      ({ before, after }) => after.context.items < before.context.items,
    );
    expect(counterexample(graph, neverTaken)?.at(-1)).toBe('taken: by the visitor');
  });

  test('what is to come may not be held up for ever', () => {
    const settles = eventually('loading ends', {
      after: (snapshot) => snapshot.matches('loading'),
      comes: (snapshot) => !snapshot.matches('loading'),
    });
    // The hint starts its state anew, so that it is due again and again before the timeout.
    expect(counterexample(graph, settles)).toEqual(['asked: by the visitor']);
  });
});

describe('walking at random', () => {
  const overdrawn = shelf(
    ({ items, tries }) => ({ items, tries: Math.min(tries, 2) }),
    [
      always(
        'there is always more than one item once there are some',
        ({ context, value }) => value !== 'full' || context.items > 1,
      ),
    ],
  );

  test('the same seed walks the same way', () => {
    expect(walkAtRandom(flow, { seed: 7, walks: 50 })).toEqual(walkAtRandom(flow, { seed: 7, walks: 50 }));
  });

  test('what it finds is shrunk to the shortest sequence and can be pasted', () => {
    const { failure } = walkAtRandom(overdrawn, { seed: 7, walks: 500 });
    if (!failure) throw new Error('it found nothing');
    expect(failure.legs).toEqual([
      ['asked: by the visitor', 'loading.prompt'],
      ['load: two items', 'full'],
      ['taken: by the visitor', 'full'],
    ]);
    expect(asJourney(failure)).toContain('["load: two items", "full"],');
  });

  test('weights and a stop condition steer it', () => {
    const only = { seed: 1, walks: 100, weigh: (step: { kind: string }) => (step.kind === 'timer' ? 0 : 1) };
    expect(
      walkAtRandom(overdrawn, { ...only, stop: (snapshot) => snapshot.matches('full') }).failure,
    ).toBeNull();
  });
});

describe('journeys and mutations', () => {
  const journey = {
    title: 'two things are taken',
    legs: [
      ['asked: by the visitor', 'loading.prompt', { tries: 1 }],
      ['load: two items', 'full', { items: 2 }],
      ['taken: by the visitor', 'full', { items: 1 }],
    ],
  } as const;

  test('a journey says in a sentence where it went otherwise', () => {
    expect(astray(flow, journey)).toBeNull();
    expect(astray(flow, { title: '', legs: [['taken: by the visitor', 'full']] })).toBe(
      'taken: by the visitor: the last step cannot happen in "idle"',
    );
    expect(astray(flow, { title: '', legs: [['asked: by the visitor', 'full']] })).toBe(
      'asked: by the visitor: led to "loading.prompt", not to "full"',
    );
  });

  test('every transition is removed and retargeted, every guard and action dropped, and all of it undone', () => {
    const mutations = mutationsOf(shelfMachine);
    const kinds = mutations.map(({ name }) => name.split(' ')[0]);
    expect(kinds.filter((kind) => kind === 'remove')).toHaveLength(11);
    expect(kinds.filter((kind) => kind === 'retarget')).toHaveLength(11);
    expect(mutations.filter(({ name }) => name.startsWith('drop guard'))).toHaveLength(3);
    expect(mutations.filter(({ name }) => name.startsWith('drop action'))).toHaveLength(4);
    const before = JSON.stringify(shelfMachine.config);
    for (const { apply } of mutations) {
      const undo = apply();
      expect(JSON.stringify(shelfMachine.config)).not.toBe(before);
      undo();
    }
    expect(JSON.stringify(shelfMachine.config)).toBe(before);
  });

  test('a mutant goes astray', () => {
    const removed = mutationsOf(shelfMachine).find(({ name }) => name === 'remove shelf.idle · asked');
    const undo = removed?.apply();
    expect(astray({ ...flow, machine: shelfMachine.provide({}) }, journey)).toContain('cannot happen');
    undo?.();
    expect(astray({ ...flow, machine: shelfMachine.provide({}) }, journey)).toBeNull();
  });
});

describe('printing', () => {
  const paths = plan(graph, usual);

  test('in plain words', () => {
    expect(printPaths(flow, graph, paths, 'text')).toMatch(
      /Given Nothing has been asked for\. \[idle\]\n {2}When asked, by the visitor,\n {2}then \[loading\.prompt\]/,
    );
  });

  test('as data', () => {
    const data: unknown = JSON.parse(printPaths(flow, graph, paths, 'json'));
    expect(data).toMatchObject({ flow: 'shelf', tests: expect.any(Array) });
  });

  test('as a chart', () => {
    expect(printPaths(flow, graph, paths, 'mermaid')).toMatch(/^flowchart TD\n {2}subgraph "Test 1/);
  });
});
