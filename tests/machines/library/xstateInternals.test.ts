import { describe, expect, test, vi } from 'vitest';
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  and,
  assign,
  createActor,
  createMachine,
  fromPromise,
  fromTransition,
  getInitialSnapshot,
  log,
  not,
  or,
  raise,
  type StateValue,
  stateIn,
} from 'xstate';
import { ManualClock } from '../../../machines/paths/simulation.ts';
import {
  activeNodes,
  aroundGuard,
  composeGuard,
  compositionOf,
  describeEventSource,
  doneEvent,
  entryOrder,
  errorEvent,
  eventTypes,
  initialArrows,
  invocations,
  isActor,
  isInitialOf,
  isMachine,
  isStop,
  isSynchronised,
  matchesEvent,
  namedDelays,
  namedGuards,
  nameOfGuard,
  nameOfLogic,
  noteSystemId,
  replaceClock,
  setRegistered,
  setSnapshot,
  snapshotEvent,
  startTimers,
  stateNodes,
  statesOf,
  timers,
  transitionsOf,
  transitionsTakenIn,
} from '../../../machines/paths/xstateInternals.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';

const empty = createMachine({ id: 'empty' });

/** Returns the snapshot of a machine in a state. */
const at = (machine: AnyStateMachine, value: StateValue): AnyMachineSnapshot =>
  machine.resolveState({ value, context: {} });

test('the events of an actor name its id', () => {
  expect(doneEvent('load', 3)).toEqual({ type: 'xstate.done.actor.load', output: 3, actorId: 'load' });
  expect(errorEvent('load', 'no')).toEqual({ type: 'xstate.error.actor.load', error: 'no', actorId: 'load' });
  expect(snapshotEvent('load', { context: 1 })).toEqual({
    type: 'xstate.snapshot.load',
    snapshot: { context: 1 },
  });
});

describe('what a value is', () => {
  const machineParts = ['implementations', 'root', 'getInitialSnapshot', 'provide'];
  const actorParts = ['sessionId', 'logic', 'system', 'getSnapshot'];
  const withParts = (parts: readonly string[]) => Object.fromEntries(parts.map((part) => [part, {}]));
  const values = [null, undefined, 'text', {}, () => {}];

  test('a machine has all that a machine of any copy of XState has', () => {
    expect(isMachine(empty)).toBe(true);
    expect(isMachine(withParts(machineParts))).toBe(true);
    for (const part of nonEmpty(machineParts))
      expect(isMachine(withParts(machineParts.filter((other) => other !== part))), part).toBe(false);
    for (const value of nonEmpty([...values, createActor(empty)])) expect(isMachine(value)).toBe(false);
  });

  test('an actor has all that an actor of any copy of XState has', () => {
    expect(isActor(createActor(empty))).toBe(true);
    expect(isActor(withParts(actorParts))).toBe(true);
    for (const part of nonEmpty(actorParts))
      expect(isActor(withParts(actorParts.filter((other) => other !== part))), part).toBe(false);
    for (const value of nonEmpty([...values, empty])) expect(isActor(value)).toBe(false);
  });

  test('the event with which XState stops an actor is told from others', () => {
    expect(isStop({ type: 'xstate.stop' })).toBe(true);
    expect(isStop({ type: 'stop' })).toBe(false);
  });
});

describe('an actor', () => {
  test('returns the snapshot that it is given', () => {
    const actor = createActor(empty);
    expect(setSnapshot(actor, 'another')).toBe(true);
    expect(actor.getSnapshot()).toBe('another');
  });

  test('is synchronised where its parent asks for its snapshots', () => {
    const machine = createMachine({
      invoke: [
        { id: 'silent', src: fromTransition(() => 1, 0) },
        { id: 'heard', src: fromTransition(() => 1, 0), onSnapshot: {} },
      ],
    });
    const { silent, heard } = createActor(machine).getSnapshot().children;
    if (!isActor(silent) || !isActor(heard)) throw new Error('a child is missing');
    expect([isSynchronised(silent), isSynchronised(heard)]).toEqual([false, true]);
  });

  test('is known by its system id only while it is registered', () => {
    const child = (id: string, systemId?: string) => ({
      id,
      src: empty,
      ...(systemId !== undefined && { systemId }),
    });
    const machine = createMachine({
      invoke: [child('one', 'first'), child('two', 'second'), child('three')],
    });
    const root = createActor(machine).start();
    const { system } = root;
    const { one, two, three } = root.getSnapshot().children;
    if (!isActor(one) || !isActor(two) || !isActor(three)) throw new Error('a child is missing');

    noteSystemId(three);
    setRegistered(system, []);
    expect(Object.keys(system.getAll())).toEqual(['first', 'second']);

    noteSystemId(one);
    setRegistered(system, [two, three]);
    expect(system.getAll()).toEqual({ second: two });
    setRegistered(system, [one, two, three]);
    expect(system.getAll()).toEqual({ first: one, second: two });
  });
});

describe('an event in words', () => {
  test.each([
    ['xstate.done.actor.load.more', 'an output of "load.more"'],
    ['xstate.error.actor.load', 'an error of "load"'],
    ['an.xstate.done.actor.load', '"an.xstate.done.actor.load"'],
    ['xstate.after.slow.shelf.loading', 'the timer "slow", or an earlier one is always due first'],
    ['an.xstate.after.slow.shelf', '"an.xstate.after.slow.shelf"'],
    ['asked', '"asked"'],
  ])('%s', (event, words) => {
    expect(describeEventSource(event)).toBe(words);
  });
});

test.each([
  ['asked', '*', true],
  ['asked', 'asked', true],
  ['asked', 'other', false],
  ['form', 'form.*', true],
  ['form.sent', 'form.*', true],
  ['form.sent.twice', 'form.*', true],
  ['forms', 'form.*', false],
  ['my.form', 'form.*', false],
  ['form.sent', 'form.', false],
  ['form.*', 'form.*.', false],
])('the event %s is one of the descriptor %s: %s', (event, descriptor, expected) => {
  expect(matchesEvent(event, descriptor)).toBe(expected);
});

const regions = createMachine({
  id: 'regions',
  type: 'parallel',
  states: {
    one: { initial: 'a', states: { a: {}, b: { type: 'final' } } },
    two: {},
    past: { type: 'history' },
  },
});

test('a state is initial where its parent enters it first, and in parallel ones', () => {
  const nodes = stateNodes(regions).map((node) => [node.id, isInitialOf(node)]);
  expect(nodes).toEqual([
    ['regions', false],
    ['regions.one', true],
    ['regions.one.a', true],
    ['regions.one.b', false],
    ['regions.two', true],
    ['regions.past', true],
  ]);
  expect(isInitialOf(undefined)).toBe(false);
});

test('the active states are those of a snapshot with their ancestors', () => {
  const snapshot = at(regions, { one: 'b', two: {} });
  expect(
    activeNodes(snapshot)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(['regions', 'regions.one', 'regions.one.b', 'regions.two']);
});

describe('the order in which states with eventless transitions were entered', () => {
  const never = { guard: () => false, target: 'a' };
  /** A machine with two regions, of which each has two states and an event that leads from one to the other. */
  const ordered = ({ one, two, root }: { one?: object; two?: object; root?: object }) =>
    createMachine({
      id: 'm',
      type: 'parallel',
      ...root,
      states: {
        one: {
          initial: 'a',
          states: { a: { on: { one: 'b' }, ...one }, b: { on: { one: 'a' }, ...one } },
        },
        two: {
          initial: 'a',
          states: { a: { on: { two: 'b' }, ...two }, b: { on: { two: 'a' }, ...two } },
        },
      },
    });
  const orderAfter = (machine: AnyStateMachine, ...events: string[]) => {
    const actor = createActor(machine).start();
    for (const type of events) actor.send({ type });
    return entryOrder(actor.getSnapshot());
  };
  const both = ordered({ one: { always: never }, two: { always: never } });

  test('is named where it is not that of the machine', () => {
    expect(orderAfter(both)).toEqual([]);
    expect(orderAfter(both, 'two')).toEqual([]);
    expect(orderAfter(both, 'one')).toEqual(['m.two.a', 'm.one.b']);
    expect(orderAfter(both, 'one', 'two')).toEqual([]);
  });

  test('makes no difference for states without eventless transitions of their own', () => {
    expect(orderAfter(ordered({ one: { always: never } }), 'one')).toEqual([]);
    expect(orderAfter(ordered({ root: { always: { guard: () => false, target: '.one' } } }), 'one')).toEqual(
      [],
    );
  });

  test('counts the eventless transitions of the ancestors of a state, and final states', () => {
    const machine = createMachine({
      id: 'm',
      type: 'parallel',
      states: {
        one: {
          always: { guard: () => false, target: '.a' },
          initial: 'a',
          states: { a: { on: { one: 'b' } }, b: { type: 'final' } },
        },
        two: {
          always: { guard: () => false, target: '.a' },
          initial: 'a',
          states: { a: {} },
        },
      },
    });
    expect(orderAfter(machine)).toEqual([]);
    expect(orderAfter(machine, 'one')).toEqual(['m.two.a', 'm.one.b']);
  });

  test('is named where two of three were entered in another order', () => {
    const region = {
      initial: 'a',
      states: { a: { always: never, on: { again: 'b' } }, b: { always: never } },
    };
    const machine = createMachine({
      id: 'm',
      type: 'parallel',
      states: {
        one: { initial: 'a', states: { a: { always: never } } },
        two: region,
        three: { initial: 'a', states: { a: { always: never } } },
      },
    });
    expect(orderAfter(machine, 'again')).toEqual(['m.one.a', 'm.three.a', 'm.two.b']);
  });

  test('of a machine with one active state is none', () => {
    expect(
      entryOrder(getInitialSnapshot(createMachine({ initial: 'a', states: { a: { always: never } } }))),
    ).toEqual([]);
  });
});

describe('what the active states have started', () => {
  const load = fromPromise(async () => 1);
  const config = {
    id: 'm',
    type: 'parallel',
    invoke: { id: 'whole', src: 'load' },
    states: {
      one: {
        invoke: { id: 'inline', src: load },
        after: { slow: {}, 20: [{ guard: () => false }, {}] },
      },
      two: {
        initial: 'a',
        states: {
          a: { after: { 100: 'b' } },
          b: { after: { computed: 'a' } },
          c: { after: { unknown: 'a' } },
        },
      },
    },
  } as const;
  const machine = createMachine(config, { actors: { load }, delays: { slow: 300, computed: () => 5 } });

  test('its actors, inline ones by their ids', () => {
    expect(invocations(at(machine, { one: {}, two: 'a' }))).toEqual([
      { id: 'whole', src: 'load' },
      { id: 'inline', src: 'inline' },
    ]);
  });

  test('logic without a name of its own has none', () => {
    expect([load, 'load', 'xstate.invoke.0.m', 'my.xstate.invoke.0'].map(nameOfLogic)).toEqual([
      undefined,
      'load',
      undefined,
      'my.xstate.invoke.0',
    ]);
  });

  test('its timers, once each, the earliest first', () => {
    expect(timers(at(machine, { one: {}, two: 'a' }))).toEqual([
      { state: 'm.one', name: '20', delay: 20, event: { type: 'xstate.after.20.m.one' } },
      { state: 'm.two.a', name: '100', delay: 100, event: { type: 'xstate.after.100.m.two.a' } },
      { state: 'm.one', name: 'slow', delay: 300, event: { type: 'xstate.after.slow.m.one' } },
    ]);
  });

  test.each([
    ['computed', 'b'],
    ['unknown', 'c'],
  ])('a delay that is %s is an error', (name, two) => {
    expect(() => timers(at(machine, { one: {}, two }))).toThrow(
      `the delay "${name}" has no fixed length; paths need one`,
    );
  });

  test('the length of a delay is null where it is computed', () => {
    expect(namedDelays(machine)).toEqual({ slow: 300, computed: null });
    expect(namedDelays(empty)).toEqual({});
  });
});

describe('guards', () => {
  const yes = () => true;
  const composed = and(['isOpen', or([not('isEmpty'), stateIn({ a: 'b' })])]);
  const machine = createMachine(
    { id: 'm' },
    {
      guards: {
        isOpen: yes,
        isReady: composed,
        isPlaced: stateIn('#m'),
        isShut: not('isOpen'),
        isOne: or(['isOpen', 'isEmpty']),
      },
    },
  );

  test.each([
    ['isOpen', 'isOpen'],
    [{ type: 'isLong', params: 3 }, 'isLong'],
    [yes, 'inline'],
    [{ guard: 3 }, 'inline'],
    [null, 'inline'],
    [undefined, 'inline'],
    [stateIn('open'), 'stateIn(open)'],
    [composed, 'and(isOpen, or(not(isEmpty), stateIn({"a":"b"})))'],
    [and(['isOpen', yes]), 'and(isOpen, inline)'],
    [Object.assign(() => true, { guards: ['isOpen'] }), 'inline'],
  ])('%o is named %s', (guard, name) => {
    expect(nameOfGuard(guard)).toBe(name);
  });

  test('named ones are listed with their conditions', () => {
    expect(namedGuards(machine)).toEqual({
      isOpen: '',
      isReady: 'and(isOpen, or(not(isEmpty), stateIn({"a":"b"})))',
      isPlaced: 'stateIn(#m)',
      isShut: 'not(isOpen)',
      isOne: 'or(isOpen, isEmpty)',
    });
    expect(namedGuards(empty)).toEqual({});
  });

  test.each([
    ['isReady', 'and', 2],
    ['isOne', 'or', 2],
    ['isShut', 'not', 1],
  ])('%s is composed by %s', (name, kind, count) => {
    expect(compositionOf(name, machine)).toMatchObject({ kind });
    expect(compositionOf(name, machine)?.operands).toHaveLength(count);
  });

  test.each([['isOpen'], ['isPlaced'], ['isUnknown'], [yes], [{ type: 'isReady' }], [undefined]])(
    '%o is composed of no others',
    (guard) => {
      expect(compositionOf(composed, machine)?.kind).toBe('and');
      expect(compositionOf(guard, machine)).toBeNull();
    },
  );

  const results = (guard: Parameters<typeof aroundGuard>[0]) => {
    const asking = createMachine({
      initial: 'a',
      states: { a: { on: { GO: { guard, target: 'b' } } }, b: {} },
    });
    return getInitialSnapshot(asking).can({ type: 'GO' });
  };

  test.each([
    ['and', [true, true], true],
    ['and', [true, false], false],
    ['or', [false, true], true],
    ['or', [false, false], false],
    ['not', [true], false],
    ['not', [false], true],
  ] as const)('composed by %s of %j it is %s', (kind, operands, expected) => {
    expect(
      results(
        composeGuard(
          kind,
          operands.map((result) => () => result),
        ),
      ),
    ).toBe(expected);
  });

  test('one around another decides with its result', () => {
    for (const isTrue of [true, false]) {
      const heard: boolean[] = [];
      const around = aroundGuard(
        () => isTrue,
        (evaluate) => {
          heard.push(evaluate());
          return !evaluate();
        },
      );
      expect(results(around)).toBe(!isTrue);
      expect(heard).toEqual([isTrue]);
    }
  });
});

describe('a machine as data', () => {
  const load = fromPromise(async () => 1);
  const config = {
    id: 'm',
    description: 'The whole.',
    initial: 'a',
    on: { 'reset.all': '.a', 'my.xstate.done.x': '.a' },
    states: {
      a: {
        tags: ['busy'],
        entry: ['note', { type: 'note' }, () => {}],
        exit: raise({ type: 'left' }),
        invoke: [
          { id: 'load', src: 'load', onDone: 'b', onError: 'c', onSnapshot: {} },
          { id: 'first', src: 'load' },
          { id: 'own', src: load },
        ],
        on: {
          go: [{ guard: 'isOpen', target: 'b', reenter: true }, { actions: [assign({}), 'note'] }],
        },
        after: { slow: 'b', computed: 'b', 20: 'b' },
        always: { guard: () => false, target: 'b' },
      },
      b: {
        initial: 'x',
        onDone: 'c',
        states: { x: { always: [{ target: 'y' }, {}] }, y: { type: 'final' } },
      },
      c: {},
    },
  } as const;
  const machine = createMachine(config, { actors: { load }, delays: { slow: 300, computed: () => 5 } });
  const data = transitionsOf(machine);
  const idsAndTriggers = data.map(({ id, trigger }) => [id, trigger]);

  test('its transitions have ids and triggers', () => {
    expect(idsAndTriggers).toEqual([
      ['m · reset.all', 'reset.all'],
      ['m · my.xstate.done.x', 'my.xstate.done.x'],
      ['m.a · go[0]', 'go'],
      ['m.a · go[1]', 'go'],
      ['m.a · xstate.done.actor.load', 'done of load'],
      ['m.a · xstate.error.actor.load', 'error of load'],
      ['m.a · xstate.snapshot.load', 'snapshot of load'],
      ['m.a · xstate.after.20.m.a', 'after 20 ms'],
      ['m.a · xstate.after.slow.m.a', 'after slow (300 ms)'],
      ['m.a · xstate.after.computed.m.a', 'after computed'],
      ['m.a · always', 'always'],
      ['m.b · xstate.done.state.m.b', 'done of m.b'],
      ['m.b.x · always[0]', 'always'],
      ['m.b.x · always[1]', 'always'],
    ]);
  });

  test('its transitions have a guard, targets and actions', () => {
    const [first, second] = data.filter(({ event }) => event === 'go');
    expect(first).toStrictEqual({
      id: 'm.a · go[0]',
      source: 'm.a',
      event: 'go',
      trigger: 'go',
      guard: 'isOpen',
      targets: ['m.b'],
      actions: [],
      reenter: true,
    });
    expect(second).toStrictEqual({
      id: 'm.a · go[1]',
      source: 'm.a',
      event: 'go',
      trigger: 'go',
      targets: [],
      actions: ['assign', 'note'],
      reenter: false,
    });
  });

  test('its states have what they do, without the actions of timers', () => {
    const [root, a, b] = statesOf(machine);
    expect(root).toEqual({
      id: 'm',
      key: 'm',
      parent: null,
      type: 'compound',
      description: 'The whole.',
      ...{ tags: [], entry: [], exit: [], invokes: [] },
    });
    expect(a).toEqual({
      id: 'm.a',
      key: 'a',
      parent: 'm',
      type: 'atomic',
      tags: ['busy'],
      entry: ['note', 'note', 'inline'],
      exit: ['raise'],
      invokes: ['load', 'first: load', 'own'],
    });
    expect(b).not.toHaveProperty('description');
  });

  test('its events are those of its own', () => {
    expect(eventTypes(machine).toSorted()).toEqual(['go', 'my.xstate.done.x', 'reset.all']);
  });

  test('an action is named by what it is', () => {
    const named = createMachine({ entry: [() => {}, log('heard')], exit: 'note' });
    expect(statesOf(named)[0]).toMatchObject({ entry: ['inline', 'log'], exit: ['note'] });
  });

  const past = createMachine({
    id: 'h',
    initial: 'on',
    states: {
      on: {
        initial: 'a',
        states: {
          a: {},
          b: { id: 'named' },
          byName: { type: 'history', target: 'b' },
          byId: { type: 'history', history: 'deep', target: '#named' },
          without: { type: 'history' },
        },
      },
      off: { type: 'parallel', states: { one: {} } },
    },
  });

  test('a history state says how deep it is', () => {
    expect(statesOf(past).map(({ id, history }) => [id, history])).toEqual([
      ['h', undefined],
      ['h.on', undefined],
      ['h.on.a', undefined],
      ['named', undefined],
      ['h.on.byName', 'shallow'],
      ['h.on.byId', 'deep'],
      ['h.on.without', 'shallow'],
      ['h.off', undefined],
      ['h.off.one', undefined],
    ]);
  });

  test('initial arrows lead to the initial states and to the defaults of history states', () => {
    expect(initialArrows(past)).toEqual([
      { id: 'h · initial', source: 'h', target: 'h.on' },
      { id: 'h.on · initial', source: 'h.on', target: 'h.on.a' },
      { id: 'h.on.byName · initial', source: 'h.on.byName', target: 'named' },
      { id: 'h.on.byId · initial', source: 'h.on.byId', target: 'named' },
    ]);
  });
});

test('the transitions of a microstep are named, and other inspection events have none', () => {
  const machine = createMachine({
    id: 'm',
    initial: 'a',
    states: { a: { on: { GO: 'b' } }, b: { always: 'c' }, c: {} },
  });
  const taken: [string, string[]][] = [];
  const actor = createActor(machine, {
    inspect: (event) => taken.push([event.type, transitionsTakenIn(event)]),
  }).start();
  actor.send({ type: 'GO' });
  expect(taken).toEqual([
    ['@xstate.actor', []],
    ['@xstate.event', []],
    ['@xstate.snapshot', []],
    ['@xstate.event', []],
    ['@xstate.microstep', ['m.a · GO']],
    ['@xstate.microstep', ['m.b · always']],
    ['@xstate.snapshot', []],
  ]);
});

describe('timers of a running actor', () => {
  const machine = createMachine({
    initial: 'a',
    states: { a: { on: { leave: 'b' }, after: { 100: 'late' } }, b: {}, late: {} },
  });

  test('start for a snapshot that is restored, and are cancelled by leaving the state', () => {
    const clock = new ManualClock();
    const restored = () => {
      const actor = createActor(machine, { clock, snapshot: at(machine, 'a') }).start();
      startTimers(actor);
      return actor;
    };
    const [staying, leaving] = [restored(), restored()];
    leaving.send({ type: 'leave' });
    clock.advance(99);
    expect(staying.getSnapshot().value).toBe('a');
    clock.advance(1);
    expect(staying.getSnapshot().value).toBe('late');
    expect(leaving.getSnapshot().value).toBe('b');
    expect(clock.timeUntilNext).toBeUndefined();
  });

  test('run on with another clock for the time that remains, and are inspected', () => {
    vi.useFakeTimers({ now: 1_000 });
    try {
      const events: string[] = [];
      const inspect = (event: { type: string; event?: { type: string } }) => {
        if (event.type === '@xstate.event') events.push(event.event?.type ?? '');
      };
      const [first, clock] = [new ManualClock(), new ManualClock()];
      const actor = createActor(machine, { clock: first, inspect }).start();
      replaceClock(actor, clock, 1_040);
      expect(first.timeUntilNext).toBeUndefined();
      expect(clock.timeUntilNext).toBe(60);
      clock.advance(60);
      expect(actor.getSnapshot().value).toBe('late');
      expect(events).toEqual(['xstate.init', 'xstate.after.100.(machine).a']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('that were due before are due at once with another clock', () => {
    vi.useFakeTimers({ now: 1_000 });
    try {
      const scheduled: number[] = [];
      const clock = {
        setTimeout: (_: () => void, delay: number) => scheduled.push(delay),
        clearTimeout: () => {},
      };
      replaceClock(createActor(machine, { clock: new ManualClock() }).start(), clock, 1_500);
      expect(scheduled).toEqual([0]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('started later run with the other clock, and can be cancelled', () => {
    const clock = new ManualClock();
    const later = createMachine({
      initial: 'idle',
      states: {
        idle: { on: { start: 'a' } },
        a: { on: { leave: 'idle' }, after: { 100: 'late' } },
        late: {},
      },
    });
    const actor = createActor(later).start();
    replaceClock(actor, clock, Date.now());
    actor.send({ type: 'start' });
    expect(clock.timeUntilNext).toBe(100);
    actor.send({ type: 'leave' });
    expect(clock.timeUntilNext).toBeUndefined();
  });
});
