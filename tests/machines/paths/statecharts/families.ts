import fc from 'fast-check';
import {
  type AnyActorRef,
  type AnyEventObject,
  assign,
  createMachine,
  enqueueActions,
  fromCallback,
  fromObservable,
  fromPromise,
  fromTransition,
  type MachineConfig,
  raise,
  sendParent,
  sendTo,
  setup,
  spawnChild,
  stopChild,
} from 'xstate';
import { type Chart, plainEvents } from './chart.ts';

/**
 * Machines with children, drawn at random: spawned and invoked, with ids and system ids. They end, fail, and are
 * stopped.
 */

const KINDS = ['job', 'feed', 'prices', 'brief', 'lamp', 'tally', 'nest', 'fragile', 'ended'] as const;
const IDS = ['k1', 'k2'] as const;
const SYSTEM_IDS = ['y1', 'y2'] as const;
const EVENTS = ['A', 'B', 'C'] as const;

type ChildSpec = { kind: string; id?: string; systemId?: string; isSynced: boolean };

type ActionSpec =
  | { kind: 'spawn' | 'keep'; child: ChildSpec }
  | { kind: 'stop' | 'send' | 'sendLater'; id: string }
  | { kind: 'sendRegistered'; systemId: string }
  | { kind: 'trace' | 'raise' | 'sendKept' | 'stopKept' | 'sendDirectly' | 'noteKept' };

type TransitionSpec = { target?: number; reenter: boolean; guard?: string; actions: ActionSpec[] };

type StateSpec = {
  on: { event: string; transition: TransitionSpec }[];
  invoke: { child: ChildSpec; done: TransitionSpec; error?: TransitionSpec; snapshot?: TransitionSpec }[];
  after?: { delay: number; transition: TransitionSpec };
  entry: ActionSpec[];
  exit: ActionSpec[];
};

type FamilySpec = { states: StateSpec[]; on: StateSpec['on']; entry: ActionSpec[] };

type Context = { trace: string; kept?: AnyActorRef };
type Args = { context: Context; event: AnyEventObject };
type Config = MachineConfig<Context, AnyEventObject>;
type Node = NonNullable<Config['states']>[string];
type Action = Exclude<NonNullable<Node['entry']>, readonly unknown[]>;

const job = fromPromise(async () => 1);
const brief = createMachine({
  initial: 'on',
  entry: sendParent({ type: 'TOLD' }),
  states: { on: { after: { 20: 'off' }, on: { X: 'off' } }, off: { type: 'final' } },
  output: 1,
});
const actors = {
  job,
  feed: fromCallback(() => {}),
  prices: fromObservable(() => ({ subscribe: () => ({ unsubscribe: () => {} }) })),
  brief,
  lamp: createMachine({
    initial: 'off',
    states: { off: { on: { X: 'on' } }, on: { entry: sendParent({ type: 'TOLD' }), on: { X: 'off' } } },
  }),
  tally: fromTransition((count: number) => (count + 1) % 3, 0),
  nest: setup({ actors: { job, brief } }).createMachine({
    initial: 'busy',
    invoke: { src: 'brief', id: 'within', systemId: 'y1', onDone: '.idle' },
    states: {
      busy: { invoke: { src: 'job', id: 'job', onDone: 'idle', onError: 'idle' } },
      idle: { on: { X: 'ended' } },
      ended: { type: 'final' },
    },
  }),
  fragile: createMachine({
    on: {
      X: {
        actions: () => {
          throw new Error('fragile');
        },
      },
    },
  }),
  ended: createMachine({ initial: 'end', states: { end: { type: 'final' } }, output: 2 }),
};

const optionsOf = ({ id, systemId, isSynced }: ChildSpec) => ({
  ...(id !== undefined && { id }),
  ...(systemId !== undefined && { systemId }),
  syncSnapshot: isSynced,
});

const X = { type: 'X' };

/** All that a machine can read of the actor it has kept. */
function inWords(actor: AnyActorRef | undefined): string {
  const { status, value } = Object(actor?.getSnapshot());
  return `${String(status).charAt(0)}${typeof value === 'string' ? value : ''}`;
}

const traced = ({ trace }: Context, word: string) => `${trace}${word}`.slice(-4);

function actionOf(spec: ActionSpec): Action {
  switch (spec.kind) {
    case 'spawn':
      return spawnChild(spec.child.kind, optionsOf(spec.child));
    case 'keep':
      return assign({ kept: ({ spawn }) => spawn(spec.child.kind, optionsOf(spec.child)) });
    case 'stop':
      return stopChild(spec.id);
    case 'send':
      return sendTo(spec.id, X);
    case 'sendLater':
      return sendTo(spec.id, X, { delay: 10, id: 'later' });
    case 'sendRegistered':
      return enqueueActions(({ enqueue, system }) => {
        const actor: unknown = system.get(spec.systemId);
        if (actor) enqueue.sendTo(({ system: known }) => known.get(spec.systemId), X);
      });
    case 'trace':
      return assign({ trace: ({ context }: Args) => traced(context, 't') });
    case 'raise':
      return raise({ type: 'RAISED' });
    case 'sendKept':
      return enqueueActions(({ context, enqueue }) => {
        if (context.kept) enqueue.sendTo(context.kept, X);
      });
    case 'stopKept':
      return enqueueActions(({ context, enqueue }) => {
        if (context.kept) enqueue.stopChild(context.kept);
      });
    case 'sendDirectly':
      return ({ context }: Args) => context.kept?.send(X);
    case 'noteKept':
      return assign({ trace: ({ context }: Args) => traced(context, inWords(context.kept)) });
  }
}

const transitionOf = ({ target, reenter, guard, actions }: TransitionSpec) => ({
  ...(target !== undefined && { target: `#s${target}` }),
  ...(reenter && { reenter }),
  ...(guard !== undefined && { guard: ({ context }: Args) => inWords(context.kept) === guard }),
  actions: actions.map(actionOf),
});

function eventsOf(on: StateSpec['on']): Node['on'] {
  const transitions: Record<string, ReturnType<typeof transitionOf>[]> = {};
  for (const { event, transition } of on)
    transitions[event] = [...(transitions[event] ?? []), transitionOf(transition)];
  return transitions;
}

const nodeOf = ({ on, invoke, after, entry, exit }: StateSpec, index: number): Node => ({
  id: `s${index}`,
  on: eventsOf(on),
  invoke: invoke.map(({ child, done, error, snapshot }) => ({
    src: child.kind,
    id: child.id ?? `own ${index}`,
    ...(child.systemId !== undefined && { systemId: child.systemId }),
    onDone: transitionOf(done),
    ...(error && { onError: transitionOf(error) }),
    ...(snapshot && { onSnapshot: transitionOf(snapshot) }),
  })),
  ...(after && { after: { [after.delay]: transitionOf(after.transition) } }),
  entry: entry.map(actionOf),
  exit: exit.map(actionOf),
});

function chartOf({ states, on, entry }: FamilySpec): Chart {
  const config: Config = {
    id: 'family',
    context: { trace: '' },
    initial: 's0',
    entry: entry.map(actionOf),
    on: eventsOf(on),
    states: Object.fromEntries(states.map((state, index) => [`s${index}`, nodeOf(state, index)])),
  };
  return {
    name: 'generated',
    machine: createMachine(config).provide({ actors }),
    cases: {
      events: plainEvents(...EVENTS),
      outcomes: {
        job: { done: { output: 1 }, failed: { error: 'failed' } },
        feed: { tells: { sends: { type: 'TOLD' } } },
        prices: { rise: { snapshot: 1 }, end: { output: undefined } },
      },
    },
  };
}

const STATES = 3;

const option = <Value>(freq: number, arbitrary: fc.Arbitrary<Value>) =>
  fc.option(arbitrary, { nil: undefined, freq });

const child: fc.Arbitrary<ChildSpec> = fc.record(
  {
    kind: fc.constantFrom(...KINDS),
    id: option(3, fc.constantFrom(...IDS)),
    systemId: option(1, fc.constantFrom(...SYSTEM_IDS)),
    isSynced: fc.nat(4).map((drawn) => drawn === 0),
  },
  { requiredKeys: ['kind', 'isSynced'] },
);

const action: fc.Arbitrary<ActionSpec> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('spawn', 'keep'), child }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('stop'), id: fc.constantFrom(...IDS) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('send', 'sendLater'), id: fc.constantFrom(...IDS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('sendRegistered'), systemId: fc.constantFrom(...SYSTEM_IDS) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('trace', 'raise', 'sendKept', 'stopKept', 'sendDirectly', 'noteKept'),
    }),
  },
);

const someActions = (maxLength: number) => fc.array(action, { maxLength });

const transition: fc.Arbitrary<TransitionSpec> = fc.record(
  {
    target: option(4, fc.nat(STATES - 1)),
    reenter: fc.nat(3).map((drawn) => drawn === 0),
    guard: option(1, fc.constantFrom('a', 'd', 's', 'e', 'aon', 'aoff')),
    actions: someActions(2),
  },
  { requiredKeys: ['reenter', 'actions'] },
);

/** A transition that stays, so that an event of a child leads to no endless answer. */
const staying = transition.map(
  ({ guard }): TransitionSpec => ({
    reenter: false,
    ...(guard !== undefined && { guard }),
    actions: [{ kind: 'trace' }],
  }),
);

const own = IDS.flatMap((id) => [
  `xstate.done.actor.${id}`,
  `xstate.error.actor.${id}`,
  `xstate.snapshot.${id}`,
]);

const on = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ event: fc.constantFrom(...EVENTS), transition }) },
    {
      weight: 2,
      arbitrary: fc.record({ event: fc.constantFrom('TOLD', 'RAISED', ...own), transition: staying }),
    },
    { weight: 1, arbitrary: fc.record({ event: fc.constantFrom(...own), transition }) },
    { weight: 1, arbitrary: fc.record({ event: fc.constant('*'), transition: staying }) },
  ),
  { minLength: 1, maxLength: 4 },
);

const state: fc.Arbitrary<StateSpec> = fc.record(
  {
    on,
    invoke: fc.array(
      fc.record(
        { child, done: transition, error: option(3, transition), snapshot: option(1, staying) },
        { requiredKeys: ['child', 'done'] },
      ),
      { maxLength: 2 },
    ),
    after: option(1, fc.record({ delay: fc.constantFrom(10, 20, 30), transition })),
    entry: someActions(2),
    exit: someActions(1),
  },
  { requiredKeys: ['on', 'invoke', 'entry', 'exit'] },
);

/** A machine with children and its cases; fast-check prints its `spec`, which `chartOf` makes a machine of. */
export const family: fc.Arbitrary<Chart & { spec: FamilySpec }> = fc
  .record({ states: fc.array(state, { minLength: STATES, maxLength: STATES }), on, entry: someActions(2) })
  .map((spec) => ({ ...chartOf(spec), spec, [fc.toStringMethod]: () => JSON.stringify(spec) }));
