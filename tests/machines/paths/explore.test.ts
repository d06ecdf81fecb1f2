import { describe, expect, test } from 'vitest';
import {
  type AnyStateMachine,
  and,
  assign,
  createMachine,
  fromPromise,
  not,
  or,
  raise,
  setup,
  spawnChild,
  stateIn,
} from 'xstate';
import {
  createExplorer,
  createSimulation,
  explore,
  type Flow,
  findCases,
  findUnreachable,
  flowOfMachine,
  type MachineCases,
  plan,
  stepName,
} from '../../../machines/paths/index.ts';
import { createFixtureFlow, flow, graph, unboundedFlow } from '../../support/flowFixture.ts';

const neverOnFire =
  'its guard "isOnFire" is false in all 6 states where it is asked; the nearest is "full", after asked: by the visitor → load: two items';

describe('exploring', () => {
  test('a state has its enabled steps, each outcome’s case and its next timer', () => {
    const prompt = [...graph.states.values()].find(({ snapshot }) => snapshot.matches({ loading: 'onTime' }));
    expect(prompt?.edges.map(({ step }) => stepName(step))).toEqual([
      'load: two items',
      'load: the van broke down',
      'after hint',
    ]);
    const slow = [...graph.states.values()].find(({ snapshot }) => snapshot.matches({ loading: 'slow' }));
    expect(slow?.edges.map(({ step }) => stepName(step))).toContain('after timeout');
  });

  test('what is never reached is listed with the reason', () => {
    expect(findUnreachable(graph)).toEqual([
      {
        id: 'shelf.ashes',
        reason: `the only transition that leads there, "shelf.full · burnt", is never taken: ${neverOnFire}`,
      },
      {
        id: 'shelf.full · cleared',
        reason: 'there is no case for "cleared", and nothing raises it in its state',
      },
      { id: 'shelf.full · burnt', reason: neverOnFire },
      { id: 'shelf.ashes · asked', reason: 'its state "shelf.ashes" is never reached' },
    ]);
  });

  test('endless states are explored while new, and a sentence says where that ends', () => {
    const { leftOut, stateNames } = explore(unboundedFlow, { patience: 500 });
    expect(leftOut).toMatch(
      /^attempts: explored from 0 to \d+; beyond it nothing new was seen in 500 states$/,
    );
    expect(stateNames).toEqual(graph.stateNames);
    expect(graph.leftOut).toBeNull();
    expect(() => explore(unboundedFlow, { limit: 500 })).toThrow('shelf: there are more than 500 states');
  });

  test('what is deeper than the states without end is found by random walks', () => {
    const deep = setup({
      types: { events: {} as { type: 'LEFT' | 'RIGHT' | 'UP' | 'DOWN' } },
      guards: { isFar: ({ context }) => context.x === 12 },
    }).createMachine({
      id: 'deep',
      context: { x: 0, y: 0 },
      on: {
        LEFT: { actions: assign({ x: ({ context }) => context.x - 1 }) },
        RIGHT: { actions: assign({ x: ({ context }) => context.x + 1 }) },
        UP: { actions: assign({ y: ({ context }) => context.y - 1 }) },
        DOWN: { actions: assign({ y: ({ context }) => context.y + 1 }) },
      },
      initial: 'near',
      states: { near: { always: { guard: 'isFar', target: 'far' } }, far: {} },
    });
    expect(explore(flowOfMachine(deep), { patience: 100 }).stateNames).toContain('far');
  });

  test('the sentence about endless states names the largest projected part', () => {
    const counting = createMachine({
      id: 'm',
      context: { count: 0 },
      initial: 'a',
      states: {
        a: { on: { MORE: { target: 'b', actions: assign({ count: ({ context }) => context.count + 1 }) } } },
        b: { on: { MORE: 'a' } },
      },
    });
    const project: MachineCases['project'] = ({ count }) => ({ isOdd: Number(count) % 2, count });
    expect(explore(flowOfMachine(counting, { project }), { patience: 7 }).leftOut).toBe(
      'count: explored from 0 to 4; beyond it nothing new was seen in 7 states',
    );
    const spawning = createMachine({
      id: 'm',
      initial: 'b',
      states: { b: { on: { MORE: { actions: spawnChild(createMachine({})) } } } },
    });
    expect(explore(flowOfMachine(spawning, { project: () => null }), { patience: 7 }).leftOut).toBe(
      'states: explored to 8; beyond it nothing new was seen in 7 states',
    );
  });

  test('a plan made with a projection that hides too much diverges from the machine', () => {
    const steps = ['asked: by the visitor', ...Array(3).fill('load: the van broke down')];
    const journey = { title: 'no attempt is left', steps: steps.map((name) => [name, ''] as const) };
    const requirements = { journeys: [journey], properties: [] };
    /** The first step at which the machine diverges from the plan. */
    const firstDivergence = (each: Flow) => {
      for (const path of plan(explore(each), { criteria: ['requirements'], requirements }).paths) {
        const simulation = createSimulation(each);
        for (const { step, transitions } of path) {
          const before = simulation.takenTransitions.length;
          simulation.perform(step);
          if (simulation.takenTransitions.slice(before).join() !== transitions.join()) return stepName(step);
        }
        simulation.actor.stop();
      }
      return null;
    };
    expect(firstDivergence(flow)).toBeNull();
    // The projection omits the attempts, so that the graph always has one left.
    expect(firstDivergence(createFixtureFlow(({ items }) => ({ items })))).toBe('load: the van broke down');
  });
});

const toggles = setup({
  types: {
    context: {} as { a: boolean; b: boolean; c: boolean },
    events: {} as { type: 'a' | 'b' | 'c' | 'go' },
  },
  guards: {
    a: ({ context }) => context.a,
    b: ({ context }) => context.b,
    c: ({ context }) => context.c,
    isReady: and(['a', or(['b', not('c')])]),
  },
  actions: {
    toggleA: assign({ a: ({ context }) => !context.a }),
    toggleB: assign({ b: ({ context }) => !context.b }),
    toggleC: assign({ c: ({ context }) => !context.c }),
  },
}).createMachine({
  id: 'toggles',
  context: { a: false, b: false, c: false },
  initial: 'off',
  on: { a: { actions: 'toggleA' }, b: { actions: 'toggleB' }, c: { actions: 'toggleC' } },
  states: { off: { on: { go: { guard: 'isReady', target: 'on' } } }, on: { type: 'final' } },
});

const GO = 'toggles.off · go';

describe('guards', () => {
  const graph = explore(flowOfMachine(toggles));
  const goalsOf = (criterion: 'guards' | 'conditions') =>
    plan(graph, { criteria: [criterion] }).goals.map(({ id }) => id);

  test('a composed guard is covered both ways, also where it is named', () => {
    expect(goalsOf('guards')).toEqual(expect.arrayContaining([`${GO} ? true`, `${GO} ? false`]));
  });

  test('each condition of a composed guard decides both ways', () => {
    const expected = ['a', 'b', 'c'].flatMap((name) => [`${GO} & ${name} ? true`, `${GO} & ${name} ? false`]);
    expect(goalsOf('conditions').toSorted()).toEqual(expected.toSorted());
    const reached = plan(graph, { criteria: ['conditions'] }).paths.flatMap((path) =>
      path.flatMap(({ conditions }) => conditions),
    );
    expect(new Set(reached)).toEqual(new Set(expected));
  });

  test.each([
    [{ a: false, b: true, c: true }, ['a ? false']],
    [{ a: true, b: false, c: true }, ['b ? false', 'c ? true']],
    [{ a: true, b: true, c: true }, ['a ? true', 'b ? true']],
    [{ a: true, b: false, c: false }, ['a ? true', 'c ? false']],
  ])('the conditions that decide are named in the guard %j', (context, expected) => {
    const explorer = createExplorer(flowOfMachine(toggles));
    const state = explorer.restore({ status: 'active', value: 'off', context, children: {} });
    const { conditions } = explorer.check(state, { type: 'go' });
    expect(conditions.map((condition) => condition.replace(`${GO} & `, ''))).toEqual(expected);
  });

  test('inline guards, guards with parameters and stateIn keep their results', () => {
    const machine = createMachine(
      {
        id: 'kinds',
        initial: 'one',
        states: {
          one: {
            on: {
              inline: { guard: ({ event }) => event.yes === true, target: 'two' },
              params: { guard: { type: 'is', params: { wanted: 3 } }, target: 'two' },
              inState: { guard: stateIn('#kinds.one'), target: 'two' },
            },
          },
          two: {},
        },
      },
      { guards: { is: ({ event }, params) => JSON.stringify(params) === `{"wanted":${event.count}}` } },
    );
    const explorer = createExplorer(flowOfMachine(machine));
    const { state } = explorer.start();
    const results = [
      { type: 'inline', yes: true },
      { type: 'inline' },
      { type: 'params', count: 3 },
      { type: 'params', count: 4 },
      { type: 'inState' },
    ].flatMap((event) => explorer.check(state, event).guardResults);
    expect(results.map((result) => result.replace('kinds.one · ', ''))).toEqual([
      'inline ? true',
      'inline ? false',
      'params ? true',
      'params ? false',
      'inState ? true',
    ]);
  });
});

const unreachableOf = (machine: AnyStateMachine, cases?: MachineCases) => {
  return findUnreachable(explore(flowOfMachine(machine, cases))).map(({ id, reason }) => `${id}: ${reason}`);
};

type Config = Parameters<typeof createMachine>[0];

const load = fromPromise(() => Promise.resolve(null));

const fails = () => {
  throw new Error('it fails');
};

test.each<[string, Config, string[], MachineCases?]>([
  [
    'nothing where all is reached, also at the start and through a history state',
    {
      initial: 'starting',
      states: {
        starting: { initial: 'inner', states: { inner: { always: 'next' }, next: { always: '#m.one' } } },
        one: { on: { went: 'two' } },
        two: {
          initial: 'first',
          states: { first: { on: { next: 'second' } }, second: {}, back: { type: 'history' } },
          on: { left: 'away' },
        },
        away: { on: { returned: 'two.back' } },
      },
    },
    [],
  ],
  [
    'a state without a transition to it, and what is inside it',
    {
      initial: 'one',
      states: { one: {}, lost: { initial: 'inner', states: { inner: { on: { went: '#m.one' } } } } },
    },
    [
      'm.lost: no transition leads there',
      'm.lost.inner: its parent "m.lost" is never reached',
      'm.lost.inner · went: its state "m.lost.inner" is never reached',
    ],
  ],
  [
    'a state to which only its own transitions lead',
    {
      initial: 'one',
      states: { one: {}, lost: { on: { again: 'lost' }, initial: 'inner', states: { inner: {} } } },
    },
    [
      'm.lost: no transition leads there',
      'm.lost.inner: its parent "m.lost" is never reached',
      'm.lost · again: its state "m.lost" is never reached',
    ],
  ],
  [
    'an initial state that is never entered, of a state that is',
    {
      initial: 'one',
      states: {
        one: { on: { went: 'box.second' } },
        box: { initial: 'first', states: { first: {}, second: {} } },
      },
    },
    ['m.box.first: its parent is always entered in another state'],
  ],
  [
    'a state whose name begins like that of another',
    { initial: 'one', states: { one: { on: { went: 'boxes' } }, boxes: {}, box: {} } },
    ['m.box: no transition leads there'],
  ],
  [
    'a state into which the only transition leads deeper',
    {
      initial: 'one',
      states: {
        one: { on: { went: { guard: () => false, target: 'box.second' } } },
        box: { initial: 'first', states: { first: {}, second: {} } },
      },
    },
    [
      'm.box: the only transition that leads there, "m.one · went", is never taken: its guard "inline" is false in the one state where it is asked; the nearest is "one", at the start',
      'm.box.first: its parent "m.box" is never reached',
      'm.box.second: its parent "m.box" is never reached',
      'm.one · went: its guard "inline" is false in the one state where it is asked; the nearest is "one", at the start',
    ],
  ],
  [
    'a guard that is false in several states, with the way to the nearest; and several transitions that lead there',
    {
      initial: 'one',
      states: {
        one: { on: { went: 'two' } },
        two: { on: { went: 'three', fled: { guard: () => false, target: 'away' } } },
        three: {
          initial: 'a',
          states: { a: { on: { fled: { guard: () => false, target: '#m.away' }, next: 'b' } }, b: {} },
        },
        away: {},
      },
    },
    [
      'm.away: no one of the 2 transitions that lead there is taken; the first, "m.two · fled", is never taken: its guard "inline" is false in the one state where it is asked; the nearest is "two", after went: without a payload',
      'm.two · fled: its guard "inline" is false in the one state where it is asked; the nearest is "two", after went: without a payload',
      'm.three.a · fled: its guard "inline" is false in the one state where it is asked; the nearest is "three.a", after went: without a payload → went: without a payload',
    ],
  ],
  [
    'a guard of a state with others inside it',
    {
      initial: 'one',
      states: { one: { on: { went: 'two' } }, two: { on: { went: 'one' } } },
      on: { fled: { guard: () => false, target: '.one' } },
    },
    [
      'm · fled: its guard "inline" is false in all 2 states where it is asked; the nearest is "one", at the start',
    ],
  ],
  [
    'a transition that comes after another one without a guard',
    { initial: 'one', states: { one: { on: { went: [{ target: 'two' }, { target: 'one' }] } }, two: {} } },
    ['m.one · went[1]: "m.one · went[0]" is taken first in the one state where it could be'],
    { events: { went: { once: {}, twice: {} } } },
  ],
  [
    'a transition that comes after others which are both taken, in several states',
    {
      initial: 'one',
      context: { isSet: false },
      states: {
        one: {
          initial: 'a',
          states: { a: { on: { went: 'b', next: 'b' } }, b: { on: { went: 'a' } } },
          on: { went: 'one' },
        },
      },
    },
    ['m.one · went: "m.one.a · went" or "m.one.b · went" is taken first in all 2 states where it could be'],
  ],
  [
    'a transition that comes after the same one in several states',
    {
      initial: 'one',
      states: {
        one: {
          initial: 'a',
          states: { a: { on: { next: 'b' } }, b: {} },
          on: { went: [{ target: 'two' }, { target: 'one' }] },
        },
        two: {},
      },
    },
    ['m.one · went[1]: "m.one · went[0]" is taken first in all 2 states where it could be'],
  ],
  [
    'an eventless transition after another one',
    {
      initial: 'one',
      states: {
        one: { on: { went: 'two' } },
        two: { always: [{ target: 'three' }, { target: 'one' }] },
        three: {},
      },
    },
    ['m.two · always[1]: "m.two · always[0]" is taken first in the one state where it could be'],
  ],
  [
    'a state in which the machine never rests',
    {
      initial: 'one',
      states: {
        one: { on: { went: 'passing' } },
        passing: { always: 'two', on: { left: 'one' } },
        two: {},
      },
    },
    ['m.passing · left: the machine never rests in "m.passing"'],
  ],
  [
    'a timer that another one cancels',
    {
      initial: 'one',
      states: { one: { after: { 100: 'passing', 500: 'one' } }, passing: { always: 'two' }, two: {} },
    },
    [
      'm.one · xstate.after.500.m.one: its timer is always cancelled before it is due, by "m.one · xstate.after.100.m.one"',
    ],
  ],
  [
    'a timer that ends with the machine',
    {
      initial: 'one',
      after: { 500: '.two' },
      states: { one: { after: { 100: 'end' } }, two: {}, end: { type: 'final' } },
    },
    [
      'm.two: the only transition that leads there, "m · xstate.after.500.m", is never taken: its timer is always cancelled before it is due, by "m.one · xstate.after.100.m.one"',
      'm · xstate.after.500.m: its timer is always cancelled before it is due, by "m.one · xstate.after.100.m.one"',
    ],
  ],
  [
    'a timer of a state that is left as soon as the machine starts',
    {
      initial: 'starting',
      states: { starting: { always: 'one', after: { 100: 'one' } }, one: { on: { went: 'two' } }, two: {} },
    },
    ['m.starting · xstate.after.100.m.starting: its timer is never due'],
  ],
  [
    'the end of a state without a final state',
    {
      initial: 'one',
      states: {
        one: { initial: 'a', states: { a: {}, end: { type: 'final' } }, onDone: 'two' },
        two: {},
      },
    },
    [
      'm.one.end: no transition leads there',
      'm.two: the only transition that leads there, "m.one · xstate.done.state.m.one", is never taken: no final state of its state is reached',
      'm.one · xstate.done.state.m.one: no final state of its state is reached',
    ],
  ],
  [
    'an outcome of an actor without a case',
    {
      initial: 'one',
      states: { one: { invoke: { id: 'load', src: load, onDone: 'two', onError: 'two' } }, two: {} },
    },
    ['m.one · xstate.error.actor.load: there is no case for an error of "load" in its state'],
    { outcomes: { load: { done: { output: null } } } },
  ],
  [
    'an event without a case, and one of a wildcard',
    {
      initial: 'one',
      states: { one: { on: { left: 'two', 'form.*': 'two', next: 'two' } }, two: {} },
    },
    [
      'm.one · left: there is no case for "left", and nothing raises it in its state',
      'm.one · form.*: there is no case for "form.*", and nothing raises it in its state',
    ],
    { events: { left: {}, 'form.any': {} } },
  ],
  [
    'an event that is raised only where nothing takes it',
    {
      initial: 'one',
      states: {
        one: { entry: raise({ type: 'rang' }), on: { went: 'two' } },
        two: { on: { rang: 'one' } },
      },
    },
    ['m.two · rang: there is no case for "rang", and nothing raises it in its state'],
    { events: { rang: {} } },
  ],
  [
    'an event whose cases are excluded, in one state and in several',
    {
      initial: 'one',
      on: { 'form.*': '.one' },
      states: { one: { on: { went: 'two', left: 'two' } }, two: {} },
    },
    [
      'm · form.*: isPossible excludes every case of "form.*" in all 2 states where it could be taken',
      'm.one · left: isPossible excludes every case of "left" in the one state where it could be taken',
    ],
    { events: { 'form.sent': { once: {}, twice: {} } }, isPossible: (name) => name.startsWith('went: ') },
  ],
  [
    'an event that breaks the machine',
    {
      initial: 'one',
      states: { one: { on: { went: { guard: fails, target: 'two' } } }, two: {} },
    },
    [
      'm.two: the only transition that leads there, "m.one · went", is never taken: the machine breaks in the one state where it could be taken',
      'm.one · went: the machine breaks in the one state where it could be taken',
    ],
  ],
  [
    'an event that breaks the machine in the one state in which one of its cases is possible',
    {
      initial: 'one',
      on: { fled: { guard: fails, target: '.one' } },
      states: { one: { on: { went: 'two' } }, two: {} },
    },
    ['m · fled: the machine breaks in all 2 states where it could be taken'],
    {
      events: { fled: { once: {}, twice: {} } },
      isPossible: (name, snapshot) =>
        name.startsWith('went: ') || (name.endsWith(': once') && snapshot.matches('two')),
    },
  ],
])('%s', (_, config, expected, cases) => {
  expect(unreachableOf(createMachine({ id: 'm', ...config }), cases)).toEqual(expected);
});

/** A machine that needs an input, payloads and outputs, and has no cases. */
const clubMachine = setup({
  types: {
    input: {} as { member: { name: string } },
    context: {} as { name: string; fee: { amount: number } | null },
    events: {} as
      | { type: 'SUBMIT'; age: number }
      | { type: 'SIGN'; by: { name: string } }
      | { type: 'LOCK'; code: string }
      | { type: 'RENAME'; to: string; password: string },
  },
  actors: { loadFee: fromPromise(async (): Promise<{ amount: number }> => ({ amount: 0 })) },
  guards: {
    isAdult: ({ event }) => event.type === 'SUBMIT' && event.age >= 18,
    isFree: ({ context }) => context.fee?.amount === 0,
    isLong: ({ event }) => event.type === 'RENAME' && event.to.length > 3 && event.password.length >= 8,
    isSecret: ({ event }) => event.type === 'LOCK' && event.code.length === 97 && event.code.startsWith('x'),
  },
}).createMachine({
  id: 'club',
  context: ({ input }) => ({ name: input.member.name.trim(), fee: null }),
  initial: 'form',
  states: {
    form: {
      on: {
        SUBMIT: [{ guard: 'isAdult', target: 'loading' }, { target: 'refused' }],
        LOCK: { guard: 'isSecret', target: 'refused' },
      },
    },
    loading: {
      invoke: {
        src: 'loadFee',
        onDone: { target: 'loaded', actions: assign({ fee: ({ event }) => event.output }) },
        onError: { guard: ({ event }) => String(event.error).includes('offline'), target: 'refused' },
        onSnapshot: { guard: 'isFree', target: 'refused' },
      },
    },
    loaded: { always: [{ guard: 'isFree', target: 'member' }, { target: 'signing' }] },
    signing: {
      on: { SIGN: { target: 'member', actions: assign({ name: ({ event }) => event.by.name.trim() }) } },
    },
    member: { on: { RENAME: { guard: 'isLong', target: 'refused' } } },
    refused: {},
  },
});

test('values are found for each transition, or its guard’s reads are named', () => {
  const { events, inputs, outcomes, asked } = findCases(clubMachine);
  expect(inputs).toEqual({ 'member name a': { member: { name: 'a' } } });
  expect(events).toMatchObject({
    SUBMIT: { 'age 18': { age: 18 }, 'age 17': { age: 17 } },
    SIGN: { 'by name a': { by: { name: 'a' } } },
    RENAME: { 'to aaaa, password aaaaaaaaa': { to: 'aaaa', password: 'aaaaaaaaa' } },
  });
  expect(outcomes.loadFee).toMatchObject({ 'amount 0': { output: { amount: 0 } } });
  const [input] = Object.values(inputs);
  const graph = explore(flowOfMachine(clubMachine, { events, outcomes, input }));
  const never = findUnreachable(graph).map(({ id }) => id);
  expect(never).toContain('club.form · LOCK');
  expect(never).not.toContain('club.signing · SIGN');
  expect(never).not.toContain('club.loaded · always[0]');
  expect(asked).toEqual([
    '"club.form · LOCK" is not taken: give event.code, which "isSecret" reads',
    '"club.loading · xstate.snapshot.0.club.loading" is not taken: give cases that lead to another context.fee, which "isFree" reads',
  ]);
});

test('the values that are found are the same every time, and those that are given stay', () => {
  expect(findCases(clubMachine)).toEqual(findCases(clubMachine));
  const given = { input: { member: { name: 'Ada' } }, events: { SUBMIT: { grown: { age: 40 } } } };
  const { events, inputs } = findCases(clubMachine, given);
  expect(events.SUBMIT).toEqual(given.events.SUBMIT);
  expect(inputs).toEqual({});
});

test('an event whose guard throws breaks the machine, and is no refusal', () => {
  const machine = createMachine({
    id: 'library',
    initial: 'list',
    states: {
      list: {
        on: {
          opened: {
            target: 'book',
            guard: () => {
              throw new Error('Not implemented');
            },
          },
        },
      },
      book: {},
    },
  });
  const graph = explore(flowOfMachine(machine));
  expect(
    plan(graph)
      .paths.flat()
      .map(({ after }) => after.status),
  ).toEqual(['error']);
});
