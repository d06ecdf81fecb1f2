import type { AnyMachineSnapshot, EventObject } from 'xstate';

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
export type PerformedStep = { before: AnyMachineSnapshot; step: Step; after: AnyMachineSnapshot };

/** A requirement of a flow, written by hand and not derived from its machine. */
export type Property =
  | { title: string; kind: 'always'; holds: (snapshot: AnyMachineSnapshot) => boolean }
  | { title: string; kind: 'never'; happens: (performed: PerformedStep) => boolean }
  | {
      title: string;
      kind: 'eventually';
      after: (snapshot: AnyMachineSnapshot) => boolean;
      comes: (snapshot: AnyMachineSnapshot) => boolean;
    };

/**
 * A step by its name, the state it must lead to, the part of the context that must then hold, and the actors that the
 * step must invoke: each by its name with the part of its input that must hold. Actors left out must not be invoked.
 */
export type JourneyStep = readonly [
  step: string,
  state: string,
  context?: Readonly<Record<string, unknown>>,
  invoked?: Readonly<Record<string, unknown>>,
];

/** A scenario written by hand from the specification. It is not derived from the machine, so it can prove the machine wrong. */
export type Journey = { title: string; steps: readonly JourneyStep[] };

/** A state of a flow as plain data, from which XState can restore it. */
export type PersistedSnapshot = {
  status: 'active' | 'done' | 'error' | 'stopped';
  value: string | Record<string, unknown>;
  context: Record<string, unknown>;
  children: Record<string, unknown>;
};
