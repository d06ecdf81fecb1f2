import type { AnyStateMachine, EventObject, SnapshotFrom } from 'xstate';

/**
 * Something that can happen to a machine: an event case; an outcome, an event or a snapshot of one of its actors, by the
 * path of names that leads to the actor; a timer; a delayed event. `wait` is the time until it happens, in milliseconds.
 */
export type Step =
  | { kind: 'event'; type: string; name: string; event: EventObject }
  | {
      kind: 'outcome' | 'sent' | 'snapshot';
      /** The name of the logic of the actor. */
      actor: string;
      path: readonly string[];
      name: string;
      event: EventObject;
    }
  | { kind: 'timer'; state: string; name: string; event: EventObject; wait: number }
  | { kind: 'delayed'; name: string; event: EventObject; wait: number };

/** A step with the snapshots before and after it. */
export type PerformedStep<Machine extends AnyStateMachine = AnyStateMachine> = {
  before: SnapshotFrom<Machine>;
  step: Step;
  after: SnapshotFrom<Machine>;
};

/** A requirement of a flow, written by hand and not derived from its machine. */
export type Property<Machine extends AnyStateMachine = AnyStateMachine> =
  | { title: string; kind: 'always'; holds: (snapshot: SnapshotFrom<Machine>) => boolean }
  | { title: string; kind: 'never'; happens: (performed: PerformedStep<Machine>) => boolean }
  | {
      title: string;
      kind: 'eventually';
      after: (snapshot: SnapshotFrom<Machine>) => boolean;
      comes: (snapshot: SnapshotFrom<Machine>) => boolean;
    };

/** The cases by which steps are named: of each event its payloads, of each actor its outcomes. */
export type NamedCases = {
  events: Record<string, Record<string, object>>;
  outcomes: Record<string, Record<string, object>>;
};

type NamesIn<Groups extends Record<string, Record<string, object>>> = {
  [Group in keyof Groups & string]: `${Group}: ${keyof Groups[Group] & string}`;
}[keyof Groups & string];

/** The name of a case: `changed: everything valid`, `createOrder: refused`. */
export type CaseName<Cases extends NamedCases = NamedCases> =
  | NamesIn<Cases['events']>
  | NamesIn<Cases['outcomes']>;

/** The name of a step: a case, a timer such as `after slowNotice`, or a delayed event such as `delayed: retry`. */
export type StepName<Cases extends NamedCases = NamedCases> =
  | CaseName<Cases>
  | `after ${string}`
  | `delayed: ${string}`;

/**
 * A step by its name, the state it must lead to, the part of the context that must then hold, and the actors that the
 * step must invoke: each by its name with the part of its input that must hold. Actors left out must not be invoked.
 */
export type JourneyStep<Cases extends NamedCases = NamedCases> = readonly [
  step: StepName<Cases>,
  state: string,
  context?: Readonly<Record<string, unknown>>,
  invoked?: Readonly<Record<string, unknown>>,
];

/** A scenario written by hand from the specification. It is not derived from the machine, so it can prove the machine wrong. */
export type Journey<Cases extends NamedCases = NamedCases> = {
  title: string;
  steps: readonly JourneyStep<Cases>[];
};

/** A state of a flow as plain data, from which XState can restore it. */
export type PersistedSnapshot = {
  status: 'active' | 'done' | 'error' | 'stopped';
  value: string | Record<string, unknown>;
  context: Record<string, unknown>;
  children: Record<string, unknown>;
};
