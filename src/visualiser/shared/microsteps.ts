import type { InspectionEvent } from 'xstate';
import { runtime } from '../../../machines/paths/index.ts';
import { pageInspection } from '../../flows/inspection.ts';

/** The transitions that a microstep of a flow took, by their ids. */
export type Microstep = { flow: string; transitions: string[] };

/** The id of the machine of an event: a flow, or a machine that the flow invokes. */
const machineIdOf = (flow: string, { actorRef, rootId }: InspectionEvent): string =>
  runtime.isActor(actorRef) && actorRef.sessionId !== rootId ? actorRef.id : flow;

declare global {
  interface WindowEventMap {
    microstep: CustomEvent<Microstep>;
  }
}

/** Dispatches the window event `microstep` with the transitions that an inspected flow has just taken. */
export function reportMicrostep(flow: string, event: InspectionEvent): void {
  const transitions = runtime.transitionsTakenIn(event);
  if (transitions.length > 0)
    window.dispatchEvent(new CustomEvent<Microstep>('microstep', { detail: { flow, transitions } }));
}

/** Reports the transitions of every flow that is created from now on, and of the machines that it invokes by their ids. */
export function reportMicrosteps(): void {
  pageInspection.actorOptions = (flow) => ({
    inspect: (event: InspectionEvent) => reportMicrostep(machineIdOf(flow, event), event),
  });
}
