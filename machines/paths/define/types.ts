import type {
  AnyActorLogic,
  AnyMachineSnapshot,
  AnyStateMachine,
  EventFromLogic,
  EventObject,
  InputFrom,
  OutputFrom,
  SnapshotFrom,
} from 'xstate';

import type { Notes } from './notes.ts';
import type { Answers, Placeholders } from './placeholders.ts';

/** The name of the logic of an actor, the path of names that leads to it, and the name of its outcome. */
type OfActor = { actor: string; path: readonly string[]; name: string };

/**
 * Something that can happen to a machine: an event case; an outcome, an event or a snapshot of one of its actors, by the
 * path of names that leads to the actor; a timer; a delayed event. `wait` is the time until it happens, in milliseconds.
 */
export type Step = (
  | { kind: 'event'; type: string; name: string; event: EventObject }
  | ({ kind: 'outcome' | 'sent'; event: EventObject } & OfActor)
  | ({ kind: 'snapshot'; event: EventObject & { snapshot: { context: unknown } } } & OfActor)
  | { kind: 'timer'; state: string; name: string; event: EventObject; wait: number }
  | { kind: 'delayed'; name: string; event: EventObject; wait: number }
) & {
  /** The answers of guards that are placeholders. */
  answers?: Answers;
};

/** A step with the snapshots before and after it. */
export type PerformedStep<Machine extends AnyStateMachine = AnyStateMachine> = {
  before: SnapshotFrom<Machine>;
  step: Step;
  after: SnapshotFrom<Machine>;
  /** The actions of the step in their order, each with the context that it is given. */
  actions: () => { type: string; context: SnapshotFrom<Machine>['context'] }[];
};

/** A requirement of a flow, written by hand and not derived from its machine. */
export type Property<Machine extends AnyStateMachine = AnyStateMachine> =
  | {
      title: string;
      kind: 'always';
      holds: (snapshot: SnapshotFrom<Machine>) => boolean;
      /** Whether it is about functions of the flow, so that no other state breaks it: mutants of the code do. */
      isOfCode?: boolean;
    }
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

type Payload<Event extends EventObject, Type extends Event['type']> = Omit<
  Extract<Event, { type: Type }>,
  'type'
>;

/**
 * One thing that an actor can do: end with an output or an error, send an event to its parent, or have a new snapshot
 * with this context. An actor that never ends needs no outcome: the timeout of its state covers it.
 */
export type Outcome<Logic extends AnyActorLogic = AnyActorLogic> =
  | { output: OutputFrom<Logic> }
  | { error: Error }
  | { sends: EventObject }
  | { snapshot: unknown };

/**
 * The event cases and outcomes of a machine: for each type of event the payloads to try, for each invoked actor the
 * ways it can end, all by name, and the projection of the context that distinguishes states. A missing event or actor
 * does not compile.
 */
export type Cases<Machine extends AnyStateMachine, Actors extends Record<string, AnyActorLogic>> = {
  /** The input of the machine, where it has one. */
  input?: InputFrom<Machine>;
  events: {
    [Type in EventFromLogic<Machine>['type']]: Record<string, Payload<EventFromLogic<Machine>, Type>>;
  };
  outcomes: { [Name in keyof Actors]: Record<string, Outcome<Actors[Name]>> };
  /** The part of the context that distinguishes states. Two states with the same projection must react alike to every case. */
  project: (context: SnapshotFrom<Machine>['context']) => unknown;
  /** Fields whose values are chosen from a list and never typed: a recording does not mask them. */
  choiceFields?: readonly string[];
  /** The values of these fields, where they are always the same. A case may have another value, or none. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** Extensions of file names that a rule checks: a recording does not mask them. */
  fileExtensions?: readonly string[];
};

/** An outcome of a flow; see `Outcome`. */
export type FlowOutcome =
  | { output: unknown }
  | { error: unknown }
  | { sends: EventObject }
  | { snapshot: unknown };

/** A flow of the product: its machine, and everything needed to explore and test it. */
export type Flow<Machine extends AnyStateMachine = AnyStateMachine> = {
  id: string;
  title: string;
  /** The purpose of the flow in one sentence. */
  purpose: string;
  /** The path of the page of the site on which the flow runs; null for a flow of the visualiser itself. */
  page: string | null;
  machine: Machine;
  /** The input of the machine. */
  input?: unknown;
  events: Record<string, Record<string, object>>;
  /** By the names of actors, or by their ids. */
  outcomes: Record<string, Record<string, FlowOutcome>>;
  /** The outcomes of actors not named in `outcomes`; without them such an actor cannot be explored. */
  defaultOutcomes?: Record<string, FlowOutcome>;
  /** The placeholders of the machine; without them a throwing placeholder breaks it. */
  placeholders?: Placeholders;
  /** Notes from the exploration of the machine. */
  notes?: Notes;
  /** The part of the input of an actor that distinguishes states; without it the input does not. */
  projectInput?: (input: unknown) => unknown;
  /** Where cases are written, for sentences: `in contact.cases.ts`. */
  casesFile: string;
  /** The command that writes the plan again, for sentences: `npm run paths -- contact --write`. */
  planCommand: string;
  /** Whether a case is tried in a state. */
  isPossible(name: string, snapshot: AnyMachineSnapshot): boolean;
  /** The limits of `isPossible` in sentences. */
  limits?: readonly string[];
  project: (snapshot: AnyMachineSnapshot) => unknown;
  /** The part of the context that a written plan holds. */
  observe: (snapshot: AnyMachineSnapshot) => unknown;
  /** Data that is not personal: fields that are chosen and never typed, and extensions of file names. */
  choiceFields: readonly string[];
  fileExtensions: readonly string[];
  /** The values of fields that are chosen from a list that never changes, by the names of the fields. */
  choices: Readonly<Record<string, readonly string[]>>;
  /** Scenarios written by hand from the specification. */
  journeys: readonly Journey[];
  /** Requirements that are not derived from the machine. */
  properties: readonly Property<Machine>[];
};
