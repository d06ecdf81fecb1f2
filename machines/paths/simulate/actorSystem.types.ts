import type { AnyActor, AnyMachineSnapshot, EventObject, Snapshot } from 'xstate';
import type { ActorModel } from './actorModels.ts';
import type { ScheduledEvent } from './schedule.ts';

/** An actor of a system. */
export type ActorState = {
  actor: AnyActor;
  /** The names of its ancestors below the machine, and its own; empty for the machine. */
  path: readonly string[];
  model: ActorModel;
  input: unknown;
  snapshot: Snapshot<unknown>;
  /** A created actor has not started yet; an ended one is done or has failed. */
  status: 'created' | 'running' | 'ended';
};

/**
 * A system of actors at one moment: a machine, its children, and the events that are due later. It is a value that
 * nothing changes.
 */
export type SystemState = {
  snapshot: AnyMachineSnapshot;
  /** The machine and its descendants, in the order of their creation. */
  actors: ReadonlyMap<AnyActor, ActorState>;
  schedule: readonly ScheduledEvent[];
};

/** An event from outside of a system: one that is sent, the end or a snapshot of a silent actor, or the time of the event that is due next. */
export type ExternalEvent =
  | { kind: 'event'; to: readonly string[]; event: EventObject }
  | { kind: 'end'; of: readonly string[]; end: { output: unknown } | { error: unknown } }
  | { kind: 'snapshot'; of: readonly string[]; context: unknown }
  | { kind: 'time' };

/** A microstep of the machine: the event, which may be a raised one, the ids of the transitions that it takes, and its snapshot then. */
export type Microstep = { event: string; transitions: string[]; snapshot: AnyMachineSnapshot };

/** The result of one step of a system. */
export type StepResult = {
  state: SystemState;
  microsteps: Microstep[];
  /** Names of the states that the machine passes through without resting in them. */
  transientStates: string[];
  /** Types of the events that the machine cancels before they are due. */
  cancelled: string[];
};
