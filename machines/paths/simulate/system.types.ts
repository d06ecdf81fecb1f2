import type { AnyActor, AnyActorLogic, AnyMachineSnapshot, EventObject, Snapshot } from 'xstate';
import type { Checkpoint } from '../define/xstatePrivate.ts';

/** How an actor of a system behaves: by its own logic where it is pure, silently where its flow has cases for it. */
export type ActorModel = {
  kind: 'pure' | 'silent';
  logic: AnyActorLogic;
  /** The name of its logic. */
  src: string;
};

/** An actor of a system. */
export type ActorState = {
  actor: AnyActor;
  /** The names of its ancestors below the machine, and its own; empty for the machine. */
  path: readonly string[];
  model: ActorModel;
  /** Its name, after those of its ancestors below the machine. */
  ids: readonly string[];
  input: unknown;
  snapshot: Snapshot<unknown>;
  /** A created actor has not started yet; an ended one is done or has failed. */
  status: 'created' | 'running' | 'ended';
  /** The state to which it is set back; null until the step ends in which it is constructed. */
  checkpoint: Checkpoint | null;
};

/** An event of an `after`, or of a delayed `raise` or `sendTo`. */
export type ScheduledEvent = {
  source: AnyActor;
  target: AnyActor;
  event: EventObject;
  /** Milliseconds until it is due. */
  wait: number;
  /** The id by which it can be cancelled. */
  id: string | undefined;
  /** Whether it can still be cancelled: not after another event has been scheduled, or has fired, under its id. */
  isCancellable: boolean;
};

/** A machine with its actors at one moment: enough to say which steps are possible next. */
export type Moment = {
  snapshot: AnyMachineSnapshot;
  /** The machine and its descendants, in the order of their creation. */
  actors: ReadonlyMap<AnyActor, Pick<ActorState, 'path' | 'model' | 'status' | 'snapshot'>>;
  /** The events due later, in their order. */
  schedule: readonly Pick<ScheduledEvent, 'target' | 'event' | 'wait'>[];
};

/** A system of actors at one moment: a machine, its children, and the events due later. It is immutable. */
export type SystemState = {
  snapshot: AnyMachineSnapshot;
  actors: ReadonlyMap<AnyActor, ActorState>;
  schedule: readonly ScheduledEvent[];
  /** The actors that have a system id. */
  registered: Readonly<Record<string, AnyActor>>;
};

/** The treatment of a persisted snapshot until it is restored, such as JSON and back. */
export type Carry = (persisted: unknown) => unknown;

/**
 * An event from outside of a system: a sent one, the end or a snapshot of a silent actor, or the time of the next
 * due event.
 */
export type ExternalEvent =
  | { kind: 'event'; to: readonly string[]; event: EventObject }
  | { kind: 'end'; of: readonly string[]; end: { output: unknown } | { error: unknown } }
  | { kind: 'snapshot'; of: readonly string[]; context: unknown }
  | { kind: 'time' };

/** A microstep of the machine: the event, which may be a raised one, the ids of the transitions that it takes, and its snapshot then. */
export type Microstep = { event: string; transitions: string[]; snapshot: AnyMachineSnapshot };

/** An action that an actor of a system performs, by the path of names that leads to the actor; one of XState itself begins with `xstate.`. */
export type PerformedAction = {
  path: readonly string[];
  type: string;
  params: unknown;
  /** The context that it is given. */
  context: unknown;
};

/** The result of one step of a system. */
export type StepResult = {
  state: SystemState;
  microsteps: Microstep[];
  /** Names of the states that the machine passes through without resting in them. */
  transientStates: string[];
  /** Types of the events that the machine cancels before they are due. */
  cancelled: string[];
  actions: PerformedAction[];
};
