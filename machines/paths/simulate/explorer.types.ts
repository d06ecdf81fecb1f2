import type { EventObject } from 'xstate';
import type { Flow, PersistedSnapshot, Step } from '../define/types.ts';
import type { Carry, StepResult, SystemState } from './system.types.ts';

/** The results of the evaluated guards, and of the deciding conditions of composed guards. */
export type GuardObservation = { guardResults: string[]; conditions: string[] };

/** The result of a step, with its guards. */
export type Performed = StepResult & GuardObservation;

/** Finds and performs the steps of a flow, without a running actor. States are values; equal ones can be performed from again. */
export type Explorer = {
  flow: Flow;
  start: () => Performed;
  /** The state for a snapshot of the machine alone, with the actors and the timers that its states start. */
  restore: (snapshot: PersistedSnapshot) => SystemState;
  /** A state after it was persisted and restored; by default as JSON. */
  restored: (state: SystemState, carry?: Carry) => SystemState;
  /** The key of a state: equal states have equal keys. */
  keyOf: (state: SystemState) => string;
  /** The possible steps, with the guards evaluated to find them. */
  steps: (state: SystemState) => { steps: Step[] } & GuardObservation;
  /** Whether an event, even one without a case, does something in a state, with the evaluated guards. */
  check: (state: SystemState, event: EventObject) => { isEnabled: boolean } & GuardObservation;
  perform: (state: SystemState, step: Step) => Performed;
  /** Is called when a guard reads the clock or a random number. */
  onImpurity: (source: string) => void;
  /** The guard under evaluation, with its transition: `"isAdult" of "form · SUBMIT"`. */
  guard: () => string | null;
};
