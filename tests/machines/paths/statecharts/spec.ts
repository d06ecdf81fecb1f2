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

/** A statechart as plain JSON, so that it can be printed and pasted. Every state has an id of its own, which is its key too. */
export type GuardSpec =
  | { kind: 'named' | 'inline'; count: number }
  | { kind: 'payload'; n: number }
  | { kind: 'in'; state: string }
  | { kind: 'not'; guard: GuardSpec }
  | { kind: 'and' | 'or'; guards: readonly [GuardSpec, GuardSpec] };

export type ActionSpec =
  | { kind: 'count' }
  | { kind: 'trace'; word: number }
  | { kind: 'raise'; event: string }
  | { kind: 'delay'; event: string; delay: number }
  | { kind: 'cancel'; event: string };

export type TransitionSpec = {
  targets?: readonly string[];
  guard?: GuardSpec;
  actions?: readonly ActionSpec[];
  reenter?: true;
};

export type StateSpec = {
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

export type HistorySpec = { type: 'history'; history: 'shallow' | 'deep'; target?: string };

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

/** Returns the name of a guard within another. */
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

/** Returns the machine of a statechart and the cases of all its events. */
export function chartOf(root: StateSpec): Chart {
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
