import type {
  AnyActorLogic,
  AnyMachineSnapshot,
  AnyStateMachine,
  EventFromLogic,
  EventObject,
  OutputFrom,
  SnapshotFrom,
} from 'xstate';

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
  events: {
    [Type in EventFromLogic<Machine>['type']]: Record<string, Payload<EventFromLogic<Machine>, Type>>;
  };
  outcomes: { [Name in keyof Actors]: Record<string, Outcome<Actors[Name]>> };
  /** Keep it small, and complete: two states with the same projection must answer every case alike. */
  project: (context: SnapshotFrom<Machine>['context']) => unknown;
};

/** A flow of the product: its machine, and what is needed to explore it. */
export type Flow = {
  id: string;
  title: string;
  /** What it is for, in one sentence. */
  purpose: string;
  machine: AnyStateMachine;
  events: Record<string, Record<string, object>>;
  outcomes: Record<string, Record<string, { output: unknown } | { error: Error }>>;
  project: (snapshot: AnyMachineSnapshot) => unknown;
};

/** Puts a machine and its cases together; where they do not fit, it does not compile. */
export function defineFlow<Machine extends AnyStateMachine, Actors extends Record<string, AnyActorLogic>>(
  about: Pick<Flow, 'id' | 'title' | 'purpose'> & {
    machine: Machine;
    actors: Actors;
    cases: Cases<Machine, Actors>;
  },
): Flow {
  const { id, title, purpose, machine, cases } = about;
  const { events, outcomes } = cases;
  return {
    id,
    title,
    purpose,
    machine,
    events,
    outcomes,
    project: (snapshot) => cases.project(snapshot.context),
  };
}
