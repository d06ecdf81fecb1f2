import type { EventObject } from 'xstate';
import type { Flow, PersistedSnapshot, Step } from '../define/types.ts';
import type { Carry, StepResult, SystemState } from './system.types.ts';

/** The results of the guards that are evaluated, and of the conditions of composed guards that decide. */
export type GuardObservation = { guardResults: string[]; conditions: string[] };

/** The result of a step, with its guards. */
export type Performed = StepResult & GuardObservation;

/** Finds and performs the steps of a flow, without a running actor. States are values; equal ones can be performed from again. */
export type Explorer = {
  flow: Flow;
  start: () => Performed;
  /** Returns the state for a snapshot of the machine alone, with the actors and the timers that its states start. */
  restore: (snapshot: PersistedSnapshot) => SystemState;
  /** Returns a state after it was persisted and restored; by default as JSON. */
  restored: (state: SystemState, carry?: Carry) => SystemState;
  /** Returns the key of a state: equal states have equal keys. */
  keyOf: (state: SystemState) => string;
  /** Returns the possible steps, with the guards that are evaluated to find them. */
  steps: (state: SystemState) => { steps: Step[] } & GuardObservation;
  /** Returns whether an event, which need be no case, does something in a state, with the guards that are evaluated. */
  check: (state: SystemState, event: EventObject) => { isEnabled: boolean } & GuardObservation;
  perform: (state: SystemState, step: Step) => Performed;
  /** Is called when a guard reads the clock or a random number. */
  onImpurity: (source: string) => void;
  /** Returns the guard that is being evaluated, with its transition: `"isAdult" of "form · SUBMIT"`. */
  guard: () => string | null;
};
