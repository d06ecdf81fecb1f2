import type { Actor, AnyStateMachine, InspectionEvent } from 'xstate';
import type { InvokedActors } from './invokedActors.ts';
import type { PausableClock } from './PausableClock.ts';

/** A flow that runs on the page, with its actor and its clock. */
export type InspectedFlow = {
  flow: string;
  actor: Actor<AnyStateMachine>;
  clock: PausableClock;
  /** The event that was sent to it last. */
  lastEvent: { type: string };
  /** The error that its machine has thrown, with the event that it came of. The flow has stopped. */
  failure: { error: unknown; event: { type: string } } | null;
};

/** The running flows of a page as the agent sees and controls them. */
export type InspectedPage = {
  readonly invokedActors: InvokedActors;
  /** The flows that run, by the session of their actor. */
  readonly running: ReadonlyMap<string, InspectedFlow>;
  /** Called for each microstep and each snapshot of each flow. */
  listener: ((inspected: InspectedFlow, event: InspectionEvent) => void) | null;
  /** Called for each flow whose machine has thrown an error. */
  failureListener: ((inspected: InspectedFlow) => void) | null;
  /**
   * Pauses the environment of one flow, its clock and its invoked actors; null resumes. All other flows run on, and their
   * actors that wait are started, unless they are kept waiting.
   */
  pause(flow: string | null, keepsWaiting?: boolean): void;
};
