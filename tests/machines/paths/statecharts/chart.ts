import {
  type AnyEventObject,
  type AnyStateMachine,
  assign,
  createMachine,
  type EventObject,
  type MachineConfig,
} from 'xstate';

/** The behaviour of an invoked or spawned actor: it ends, it shows a value, or it sends an event to its owner. */
export type Outcome =
  | { output: unknown }
  | { error: unknown }
  | { snapshot: unknown }
  | { sends: EventObject & Record<string, unknown> };

/** The events for a machine, and the results of its actors, each by a name. All of it is plain JSON. */
export type ChartCases = {
  events?: Record<string, Record<string, Record<string, unknown>>>;
  /** By the id of the invocation, or else by the name of the logic. */
  outcomes?: Record<string, Record<string, Outcome>>;
};

/** The facts about a machine, written by hand. States are named as `stateName` names them. */
export type Expected = {
  /** States that are reached, among others. */
  reaches?: readonly string[];
  neverReaches?: readonly string[];
  /** The machine has no finite graph; a sentence says where it is cut. */
  leftOut?: RegExp;
  /** The machine never comes to rest, or cannot be explored; the message says why. */
  refused?: RegExp;
  /** A step puts the machine into the error status with this message. */
  breaks?: RegExp;
};

/** A machine with its cases and the known facts about it. */
export type Chart = {
  name: string;
  machine: AnyStateMachine;
  input?: unknown;
  cases?: ChartCases;
  expected?: Expected;
};

/** Cases of events without a payload. */
export const plainEvents = (...types: string[]): Record<string, Record<string, Record<string, unknown>>> =>
  Object.fromEntries(types.map((type) => [type, { plain: {} }]));

/** A machine whose actions write words into `trace`. */
const tracingMachine = (config: MachineConfig<{ trace: string }, AnyEventObject>) =>
  createMachine(config).provide({
    actions: {
      note: assign(({ context }, word: unknown) => ({ trace: context.trace + String(word) })),
    },
    guards: { traced: ({ context }, trace: unknown) => context.trace === trace },
  });

/** An action that adds a word to the trace. */
export const note = (params: string) => ({ type: 'note', params }) as const;

/** A guard that holds when the trace is these words. */
const traced = (params: string) => ({ type: 'traced', params }) as const;

/** Transitions of an eventless kind to `pass` when the trace is these words, and to `fail` otherwise. */
export const passIf = (trace: string) => [{ guard: traced(trace), target: 'pass' }, { target: 'fail' }];

/**
 * A conformance machine of these states, of which the first is the initial one: without cases it ends in `pass`,
 * and never in `fail`.
 */
export const conformance = (
  name: string,
  {
    states = {},
    context = { trace: '' },
    ...config
  }: Omit<MachineConfig<{ trace: string }, AnyEventObject>, 'context'> & { context?: { trace: string } },
): Chart => ({
  name: `conformance: ${name}`,
  machine: tracingMachine({
    initial: Object.keys(states)[0],
    ...config,
    context,
    states: { ...states, pass: { id: 'pass' }, fail: { id: 'fail' }, ...states },
  }),
  expected: { reaches: ['pass'], neverReaches: ['fail'] },
});
