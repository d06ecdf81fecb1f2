import fc from 'fast-check';
import {
  type AnyEventObject,
  and,
  assign,
  cancel,
  createMachine,
  fromPromise,
  type GuardPredicate,
  type MachineConfig,
  not,
  or,
  type ParameterizedObject,
  raise,
  sendParent,
  setup,
  stateIn,
} from 'xstate';
import { type Chart, plainEvents } from './chart.ts';

/**
 * A statechart as plain JSON, so that it can be printed and pasted. Every state has its own id, which is its key
 * too.
 */
type GuardSpec =
  | { kind: 'named' | 'inline'; count: number }
  | { kind: 'payload'; n: number }
  | { kind: 'in'; state: string }
  | { kind: 'not'; guard: GuardSpec }
  | { kind: 'and' | 'or'; guards: readonly [GuardSpec, GuardSpec] };

type ActionSpec =
  | { kind: 'count' }
  | { kind: 'trace'; word: number }
  | { kind: 'raise'; event: string }
  | { kind: 'delay'; event: string; delay: number }
  | { kind: 'cancel'; event: string };

type TransitionSpec = {
  targets?: readonly string[];
  guard?: GuardSpec;
  actions?: readonly ActionSpec[];
  reenter?: true;
};

type StateSpec = {
  type?: 'parallel' | 'final';
  initial?: string;
  states?: Readonly<Record<string, StateSpec | HistorySpec>>;
  on?: Readonly<Record<string, readonly TransitionSpec[]>>;
  always?: readonly TransitionSpec[];
  after?: Readonly<Record<string, readonly TransitionSpec[]>>;
  invoke?: { src: 'job' | 'child'; id: string; onDone?: TransitionSpec; onError?: TransitionSpec };
  onDone?: TransitionSpec;
  entry?: readonly ActionSpec[];
  exit?: readonly ActionSpec[];
};

type HistorySpec = { type: 'history'; history: 'shallow' | 'deep'; target?: string };

type Context = { count: number; trace: number };

type Config = MachineConfig<Context, AnyEventObject>;

type Node = NonNullable<Config['states']>[string];

/** Tells its parent that it has started, and is done after 20 ms. */
const child = setup({}).createMachine({
  initial: 'on',
  entry: sendParent({ type: 'C.told' }),
  states: { on: { after: { 20: 'off' } }, off: { type: 'final' } },
  output: 1,
});

type Args = { context: Context; event: AnyEventObject };

type TransitionConfig = Exclude<NonNullable<Node['always']>, readonly unknown[] | string>;
type Guard = NonNullable<TransitionConfig['guard']>;
type Predicate = GuardPredicate<Context, AnyEventObject, unknown, ParameterizedObject>;
type Action = Exclude<NonNullable<Node['entry']>, readonly unknown[]>;

function predicateOf(spec: GuardSpec): Predicate {
  switch (spec.kind) {
    case 'named':
    case 'inline':
      return ({ context }: Args) => context.count === spec.count;
    case 'payload':
      return ({ event }: Args) => event.n === spec.n;
    case 'in':
      return stateIn(`#${spec.state}`);
    case 'not':
      return spec.guard.kind === 'named' ? not(nameOf(spec.guard)) : not(predicateOf(spec.guard));
    case 'and': {
      const [one, other] = spec.guards;
      return one.kind === 'named'
        ? and([nameOf(one), predicateOf(other)])
        : and([predicateOf(one), predicateOf(other)]);
    }
    case 'or': {
      const [one, other] = spec.guards;
      return one.kind === 'named'
        ? or([nameOf(one), predicateOf(other)])
        : or([predicateOf(one), predicateOf(other)]);
    }
  }
}

/** The name of a guard within another. */
const nameOf = ({ count }: { count: number }): string => `counts ${count}`;

const guardOf = (spec: GuardSpec): Guard =>
  spec.kind === 'named' ? { type: 'counts', params: spec.count } : predicateOf(spec);

const actionsOf = (specs: readonly ActionSpec[] = []) => specs.map(actionOf);

function actionOf(spec: ActionSpec): Action {
  switch (spec.kind) {
    case 'count':
      return assign({ count: ({ context }: Args) => (context.count + 1) % 3 });
    case 'trace':
      return assign({ trace: ({ context }: Args) => (context.trace * 2 + spec.word) % 4 });
    case 'raise':
      return raise({ type: spec.event });
    case 'delay':
      return raise({ type: spec.event }, { delay: spec.delay, id: spec.event });
    case 'cancel':
      return cancel(spec.event);
  }
}

const transitionOf = ({ targets, guard, actions, reenter }: TransitionSpec) => ({
  ...(targets && { target: targets.map((target) => `#${target}`) }),
  ...(guard && { guard: guardOf(guard) }),
  ...(actions && { actions: actionsOf(actions) }),
  ...(reenter && { reenter }),
});

const transitionsOf = (specs: Readonly<Record<string, readonly TransitionSpec[]>>) =>
  Object.fromEntries(Object.entries(specs).map(([key, transitions]) => [key, transitions.map(transitionOf)]));

function nodeOf(id: string, spec: StateSpec | HistorySpec): Node {
  if (spec.type === 'history')
    return { id, type: 'history', history: spec.history, ...(spec.target && { target: `#${spec.target}` }) };
  const { type, initial, states, on, always, after, invoke, onDone, entry, exit } = spec;
  return {
    id,
    ...(type && { type }),
    ...(initial && { initial }),
    ...(states && {
      states: Object.fromEntries(Object.entries(states).map(([key, state]) => [key, nodeOf(key, state)])),
    }),
    ...(on && { on: transitionsOf(on) }),
    ...(always && { always: always.map(transitionOf) }),
    ...(after && { after: transitionsOf(after) }),
    ...(invoke && {
      invoke: {
        src: invoke.src,
        id: invoke.id,
        ...(invoke.onDone && { onDone: transitionOf(invoke.onDone) }),
        ...(invoke.onError && { onError: transitionOf(invoke.onError) }),
      },
    }),
    ...(onDone && { onDone: transitionOf(onDone) }),
    entry: actionsOf(entry),
    exit: actionsOf(exit),
  };
}

/** The machine of a statechart and the cases of all its events. */
function chartOf(root: StateSpec): Chart {
  const config: Config = { ...nodeOf('root', root), id: 'root', context: { count: 0, trace: 0 } };
  return {
    name: 'generated',
    machine: createMachine(config).provide({
      guards: {
        counts: ({ context }, count: unknown) => context.count === count,
        'counts 0': ({ context }) => context.count === 0,
        'counts 1': ({ context }) => context.count === 1,
        'counts 2': ({ context }) => context.count === 2,
      },
      actors: { job: fromPromise(async () => 1), child },
    }),
    cases: {
      events: { 'E.a': { zero: { n: 0 }, one: { n: 1 } }, ...plainEvents('E.b', 'E.c', 'NEXT') },
      outcomes: { job: { done: { output: 1 }, failed: { error: 'failed' } } },
    },
  };
}

/** A number that stands for a state: its place among the states that are possible, counted round and round. */
const choice = fc.noBias(fc.nat(11));

/** A value so many times of ten, and otherwise none. */
const sometimes = <T>(timesOfTen: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 10 - timesOfTen, arbitrary: fc.constant(undefined) }, { weight: timesOfTen, arbitrary });

/** One of some words, each as often as its number says; the first is the simplest. */
const word = <Word extends string>(weights: Record<Word, number>): fc.Arbitrary<Word> => {
  const words: Word[] = [];
  for (const key in weights) words.push(...Array.from({ length: weights[key] }, () => key));
  return fc.constantFrom(...words);
};

const count = fc.record({ kind: word({ named: 1, inline: 1 }), count: fc.nat(2) });
const payload = fc.record({ kind: word({ payload: 1 }), n: fc.nat(1) });

const guard: fc.Arbitrary<GuardSpec> = fc.oneof(
  { weight: 5, arbitrary: count },
  { weight: 2, arbitrary: payload },
  { weight: 2, arbitrary: fc.record({ kind: word({ not: 1 }), guard: count }) },
  { weight: 2, arbitrary: fc.record({ kind: word({ or: 1, and: 1 }), guards: fc.tuple(count, payload) }) },
  { weight: 2, arbitrary: fc.record({ kind: word({ in: 1 }), state: choice.map(String) }) },
);

const transition = fc.record({
  target: choice,
  guard: sometimes(3, guard),
  kind: word({ plain: 8, targetless: 1, reenter: 2, several: 1 }),
  action: word({ none: 6, count: 5, delay: 1, cancel: 1, raise: 2 }),
});

const eventless = fc.record({
  target: choice,
  guard,
  kind: word({ plain: 1 }),
  action: word({ none: 1, count: 1 }),
});

const own = {
  on: fc.array(fc.record({ event: choice, transition }), { minLength: 1, maxLength: 3 }),
  always: sometimes(2, eventless),
  after: sometimes(3, fc.record({ delay: fc.constantFrom(10, 20, 30, 0), transition })),
  invoke: sometimes(
    2,
    fc.record({ src: word({ job: 2, child: 1 }), done: transition, error: sometimes(9, transition) }),
  ),
  done: sometimes(7, transition),
  entry: word({ none: 12, trace: 2, raise: 2, delay: 1 }),
  exit: word({ none: 12, trace: 2, count: 1 }),
  history: word({ none: 2, shallow: 1, deep: 1 }),
};

const stateOfDepth = (depth: number): fc.Arbitrary<RawState> => {
  const leaf = fc.record({ kind: word({ leaf: 5, final: 1 }), children: fc.constant([]), ...own });
  if (depth === 0) return leaf;
  const below = stateOfDepth(depth - 1);
  return fc.oneof(
    { weight: 5, arbitrary: leaf },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: word({ compound: 1 }),
        children: fc.array(below, { minLength: 1, maxLength: 3 }),
        ...own,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: word({ parallel: 1 }),
        children: fc.array(below, { minLength: 2, maxLength: 2 }),
        ...own,
      }),
    },
  );
};

/** The root has a few states; the first of them is no final one. */
const rawRoot: fc.Arbitrary<RawState> = fc.record({
  ...own,
  kind: word({ compound: 1 }),
  children: fc.array(stateOfDepth(2), { minLength: 5, maxLength: 6 }),
  history: fc.constant('none' as const),
  invoke: fc.constant(undefined),
  after: fc.constant(undefined),
  always: fc.constant(undefined),
});

/** A statechart as JSON, without an endless loop and with a finite graph. */
const statechartSpec: fc.Arbitrary<StateSpec> = rawRoot.map(specOf);

/** A statechart with its cases; fast-check prints its `spec`, which `chartOf` makes a machine of. */
export const statechart: fc.Arbitrary<Chart & { spec: StateSpec }> = statechartSpec.map((spec) => ({
  ...chartOf(spec),
  spec,
  [fc.toStringMethod]: () => JSON.stringify(spec),
}));

/** A state as it is drawn at random: its targets are numbers, so that it can be made smaller piece by piece. */
type RawState = {
  kind: 'leaf' | 'final' | 'compound' | 'parallel';
  children: readonly RawState[];
  on: { event: number; transition: RawTransition }[];
  always: RawTransition | undefined;
  after: { delay: number; transition: RawTransition } | undefined;
  invoke: { src: 'job' | 'child'; done: RawTransition; error: RawTransition | undefined } | undefined;
  done: RawTransition | undefined;
  entry: 'none' | 'trace' | 'raise' | 'delay';
  exit: 'none' | 'trace' | 'count';
  history: 'none' | 'shallow' | 'deep';
};

type RawTransition = {
  target: number;
  guard: GuardSpec | undefined;
  kind: 'plain' | 'targetless' | 'reenter' | 'several';
  action: 'none' | 'count' | 'raise' | 'delay' | 'cancel';
};

/** A state with its id and its place in the tree. */
type Placed = { id: string; raw: RawState; parent: Placed | undefined; children: Placed[] };

const EXTERNAL = ['E.a', 'E.b', 'E.c', 'E.a', 'E.b', 'E.*'];
const ALL_EVENTS = [...EXTERNAL, 'D.a', 'D.b', 'R.a', 'R.b', 'C.told', '*'];

/** Events that come within a step: their effects must end, so they lead to later states alone. */
const comesWithinStep = (event: string): boolean => event.startsWith('R.') || event.startsWith('C.');

function place(raw: RawState, id: string, parent?: Placed): Placed {
  const placed: Placed = { id, raw, parent, children: [] };
  placed.children = raw.children.map((child, index) => place(child, `${id}${index}`, placed));
  return placed;
}

const withDescendants = (state: Placed): Placed[] => [state, ...state.children.flatMap(withDescendants)];

const pick = <T>(values: readonly T[], index: number): T | undefined => values[index % values.length];

const historyIdOf = ({ id, raw }: Placed): string[] =>
  raw.history !== 'none' && raw.children.length > 0 ? [`${id}h`] : [];

function specOf(rawRoot: RawState): StateSpec {
  const root = place(rawRoot, 's');
  // The final state of the machine is the target of `NEXT` alone, so that few paths end early.
  const isEnd = (state: Placed): boolean => state === root.children.at(-1) && state.raw.kind === 'final';
  const states = withDescendants(root).filter((state) => state !== root && !isEnd(state));
  const targets = [...states.map(({ id }) => id), ...states.flatMap(historyIdOf)];
  const parallels = states.filter(({ raw }) => raw.kind === 'parallel');

  const guardOf = (guard: GuardSpec): GuardSpec =>
    guard.kind === 'in' ? { kind: 'in', state: pick(states, Number(guard.state))?.id ?? 's0' } : guard;

  const actionsOf = (
    action: RawTransition['action'] | RawState['entry'] | RawState['exit'],
    number: number,
  ): ActionSpec[] => {
    const letter = number % 2 === 0 ? 'a' : 'b';
    switch (action) {
      case 'count':
        return [{ kind: 'count' }];
      case 'trace':
        return [{ kind: 'trace', word: number % 2 }];
      case 'raise':
        return [{ kind: 'raise', event: `R.${letter}` }];
      // At most one event of a type is pending, so that the graph stays finite.
      case 'delay':
        return [
          { kind: 'cancel', event: `D.${letter}` },
          { kind: 'delay', event: `D.${letter}`, delay: number % 3 === 0 ? 20 : 10 },
        ];
      case 'cancel':
        return [{ kind: 'cancel', event: `D.${letter}` }];
      case 'none':
        return [];
    }
  };

  const transitionOf = (raw: RawTransition): TransitionSpec => {
    const parallel = raw.kind === 'several' ? pick(parallels, raw.target) : undefined;
    const several = parallel?.children.flatMap(
      (region) => pick(withDescendants(region), raw.target)?.id ?? [],
    );
    const target = pick(targets, raw.target);
    return {
      ...(raw.kind !== 'targetless' && target !== undefined && { targets: several ?? [target] }),
      ...(raw.guard && { guard: guardOf(raw.guard) }),
      ...(raw.action !== 'none' && { actions: actionsOf(raw.action, raw.target) }),
      ...(raw.kind === 'reenter' && { reenter: true as const }),
    };
  };

  /** A transition to a later sibling, or one that only counts. */
  const onwards = (state: Placed, raw: RawTransition): TransitionSpec => {
    const { parent } = state;
    const later =
      parent?.raw.kind === 'compound'
        ? parent.children.slice(parent.children.indexOf(state) + 1).filter((later) => !isEnd(later))
        : [];
    const target = pick(later, raw.target);
    return {
      ...(target && { targets: [target.id] }),
      ...(raw.guard && { guard: guardOf(raw.guard) }),
      actions: [{ kind: 'count' }],
    };
  };

  const eventsOf = (state: Placed): StateSpec['on'] => {
    const on: Record<string, TransitionSpec[]> = {};
    for (const [index, { event, transition }] of state.raw.on.entries()) {
      const type = pick(index === 0 ? EXTERNAL : ALL_EVENTS, event) ?? 'E.a';
      const made =
        comesWithinStep(type) || type === '*' ? onwards(state, transition) : transitionOf(transition);
      // A full wildcard matches the events within a step too, and stays where it is.
      const { targets: _, ...targetless } = made;
      on[type] = [...(on[type] ?? []), type === '*' ? targetless : made];
    }
    if (state.parent !== root) return on;
    // The children of the root lead to each other in a circle, so that most of a chart is reached.
    const next = pick(root.children, root.children.indexOf(state) + 1);
    return { ...on, ...(next && { NEXT: [{ targets: [next.id] }] }) };
  };

  const historyOf = (state: Placed): Record<string, HistorySpec> => {
    const { history, kind } = state.raw;
    if (history === 'none' || state.children.length === 0) return {};
    const last = kind === 'compound' && history === 'shallow' ? state.children.at(-1) : undefined;
    return { [`${state.id}h`]: { type: 'history', history, ...(last && { target: last.id }) } };
  };

  const stateOf = (state: Placed): StateSpec => {
    const { id, raw, children, parent } = state;
    const number = id.length + raw.on.length;
    const entry = raw.entry === 'none' ? {} : { entry: actionsOf(raw.entry, number) };
    const exit = raw.exit === 'none' ? {} : { exit: actionsOf(raw.exit, number) };
    if (raw.kind === 'final' && (parent !== root || state === root.children.at(-1)))
      return { type: 'final', ...entry };
    const always = raw.always && onwards(state, raw.always);
    const { after, invoke, done } = raw;
    return {
      ...(raw.kind === 'parallel' && { type: 'parallel' as const }),
      ...(raw.kind === 'compound' && { initial: `${id}0` }),
      ...(children.length > 0 && {
        states: {
          ...Object.fromEntries(children.map((child) => [child.id, stateOf(child)])),
          ...historyOf(state),
        },
      }),
      on: eventsOf(state),
      ...(always?.targets && { always: [always] }),
      ...(after && {
        after: {
          [after.delay]: [
            after.delay === 0 ? onwards(state, after.transition) : transitionOf(after.transition),
          ],
        },
      }),
      ...(invoke && {
        invoke: {
          src: invoke.src,
          id: `${invoke.src} of ${id}`,
          onDone: transitionOf(invoke.done),
          ...(invoke.error && { onError: transitionOf(invoke.error) }),
        },
      }),
      ...(children.length > 0 && done && { onDone: onwards(state, done) }),
      ...entry,
      ...exit,
    };
  };
  return stateOf(root);
}
