import type { AnyStateMachine, EventObject } from 'xstate';

/** The behaviour of an invoked or spawned actor: it ends, it shows a value, or it sends an event to its owner. */
export type Outcome =
  | { output: unknown }
  | { error: unknown }
  | { snapshot: unknown }
  | { sends: EventObject & Record<string, unknown> };

/** The events that are sent to a machine, and what its actors do, each by a name. All of it is plain JSON. */
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
  /** States and transitions of the machine that no case reaches, by id, and the kind of reason. */
  unreachable?: Readonly<Record<string, UnreachableReason>>;
  /** The machine has no finite graph, or never comes to rest; the message says why. */
  refused?: RegExp;
  /** A step puts the machine into the error status with this message. */
  breaks?: RegExp;
};

export type UnreachableReason =
  | 'no case'
  | 'guard never true'
  | 'another transition first'
  | 'another timer first'
  | 'state never entered';

/** A machine with its cases and what is known of it. */
export type Chart = {
  name: string;
  machine: AnyStateMachine;
  input?: unknown;
  cases?: ChartCases;
  expected?: Expected;
};

/** Returns cases of events without a payload. */
export const plainEvents = (...types: string[]): Record<string, Record<string, Record<string, unknown>>> =>
  Object.fromEntries(types.map((type) => [type, { plain: {} }]));

/** Returns a conformance machine: without cases it ends in `pass`, and never in `fail`. */
export const conformance = (name: string, machine: AnyStateMachine): Chart => ({
  name: `conformance: ${name}`,
  machine,
  expected: { reaches: ['pass'], neverReaches: ['fail'] },
});
