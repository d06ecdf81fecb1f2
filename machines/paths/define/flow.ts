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

import type { CaseName, Journey, Property } from './paths.types.ts';
import { neverInErrorStatus } from './properties.ts';

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
  /** The values of these fields, where they are always the same. A case may have another one, such as none. */
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
  /** The outcomes of actors that are not named in `outcomes`; without them such an actor cannot be explored. */
  defaultOutcomes?: Record<string, FlowOutcome>;
  /** The part of the input of an actor that distinguishes states; without it the input does not. */
  projectInput?: (input: unknown) => unknown;
  /** Where cases are written, for sentences: `in contact.cases.ts`. */
  casesFile: string;
  /** Whether a case is tried in a state. */
  isPossible(name: string, snapshot: AnyMachineSnapshot): boolean;
  project: (snapshot: AnyMachineSnapshot) => unknown;
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

/** Returns the flow of a machine and its cases. Cases that do not match the machine do not compile. */
export function defineFlow<
  Machine extends AnyStateMachine,
  Actors extends Record<string, AnyActorLogic>,
  FlowCases extends Cases<Machine, Actors>,
>(
  definition: Pick<Flow, 'id' | 'title' | 'purpose'> & {
    page?: string;
    machine: Machine;
    actors: Actors;
    cases: FlowCases;
    /**
     * Whether a case is tried in a state. Without it, every case is tried everywhere. It limits the number of states of
     * a large form, and excludes what cannot happen.
     */
    isPossible?(name: CaseName<FlowCases>, snapshot: SnapshotFrom<Machine>): boolean;
    journeys?: readonly Journey<FlowCases>[];
    properties?: readonly Property<Machine>[];
  },
): Flow<Machine> {
  const { id, title, purpose, page = null, machine, cases, journeys = [], properties = [] } = definition;
  const { input, events, outcomes, choiceFields = [], choices = {}, fileExtensions = [] } = cases;
  return {
    id,
    title,
    purpose,
    page,
    machine,
    input,
    events,
    outcomes,
    casesFile: `in ${id}.cases.ts`,
    isPossible: definition.isPossible ?? (() => true),
    project: (snapshot) => cases.project(snapshot.context),
    choiceFields,
    choices,
    fileExtensions,
    journeys,
    properties: [neverInErrorStatus, ...properties],
  };
}

/** Returns a flow in which every case is tried in every state. */
export const withEveryCase = (flow: Flow): Flow => ({ ...flow, isPossible: () => true });
