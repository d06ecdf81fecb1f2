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

import type { Journey, Property } from './paths.types.ts';
import { neverInErrorStatus } from './properties.ts';

type Payload<Event extends EventObject, Type extends Event['type']> = Omit<
  Extract<Event, { type: Type }>,
  'type'
>;

/** One way in which an invoked actor can end. That it never answers needs no case: its timeout stands for it. */
export type Outcome<Logic extends AnyActorLogic = AnyActorLogic> =
  | { output: OutputFrom<Logic> }
  | { error: Error };

/**
 * The alphabet of a machine: for each type of event the payloads worth trying, for each invoked actor the ways
 * it can end, all by name, and what of the context tells one state from another. A missing event or actor does
 * not compile.
 */
export type Cases<Machine extends AnyStateMachine, Actors extends Record<string, AnyActorLogic>> = {
  /** What the machine is started with, where it wants something. */
  input?: InputFrom<Machine>;
  events: {
    [Type in EventFromLogic<Machine>['type']]: Record<string, Payload<EventFromLogic<Machine>, Type>>;
  };
  outcomes: { [Name in keyof Actors]: Record<string, Outcome<Actors[Name]>> };
  /**
   * Where a case is worth trying, by the type of its event or the name of its actor; everywhere unless said. It keeps
   * a form with many cases from exploding, and out of the tests what cannot happen.
   */
  isPossible?: (of: string, name: string, snapshot: AnyMachineSnapshot) => boolean;
  /** Keep it small, and complete: two states with the same projection must answer every case alike. */
  project: (context: SnapshotFrom<Machine>['context']) => unknown;
  /** Fields whose values are chosen among what the site offers and never typed: a recording keeps them as they are. */
  choiceFields?: readonly string[];
  /** Endings of file names that a rule asks for: a recording keeps them too. */
  fileExtensions?: readonly string[];
};

/** A flow of the product: its machine, and what is needed to explore it. */
export type Flow = {
  id: string;
  title: string;
  /** What it is for, in one sentence. */
  purpose: string;
  machine: AnyStateMachine;
  /** What the machine is started with. */
  input?: unknown;
  events: Record<string, Record<string, object>>;
  outcomes: Record<string, Record<string, { output: unknown } | { error: Error }>>;
  isPossible: (of: string, name: string, snapshot: AnyMachineSnapshot) => boolean;
  project: (snapshot: AnyMachineSnapshot) => unknown;
  /** What carries no personal data: fields that are chosen and never typed, and endings of file names. */
  choiceFields: readonly string[];
  fileExtensions: readonly string[];
  /** Pinned by hand from the specification. */
  journeys: readonly Journey[];
  /** What must hold, whatever the machine says. */
  properties: readonly Property[];
};

/** Puts a machine and its cases together; where they do not fit, it does not compile. */
export function defineFlow<Machine extends AnyStateMachine, Actors extends Record<string, AnyActorLogic>>(
  definition: Pick<Flow, 'id' | 'title' | 'purpose'> & {
    machine: Machine;
    actors: Actors;
    cases: Cases<Machine, Actors>;
    journeys?: readonly Journey[];
    properties?: readonly Property[];
  },
): Flow {
  const { id, title, purpose, machine, cases, journeys = [], properties = [] } = definition;
  const { input, events, outcomes, choiceFields: choices = [], fileExtensions: endings = [] } = cases;
  return {
    id,
    title,
    purpose,
    machine,
    input,
    events,
    outcomes,
    isPossible: (of, name, snapshot) => cases.isPossible?.(of, name, snapshot) ?? true,
    project: (snapshot) => cases.project(snapshot.context),
    choiceFields: choices,
    fileExtensions: endings,
    journeys,
    properties: [neverInErrorStatus, ...properties],
  };
}
