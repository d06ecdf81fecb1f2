import type { InspectionEvent } from 'xstate';
import { takenIn } from '../../machines/paths/internals.ts';

/** What a microstep of a flow did: the ids of the transitions that were taken. */
export type Microstep = { flow: string; transitions: string[] };

declare global {
  interface WindowEventMap {
    microstep: CustomEvent<Microstep>;
  }
}

/** Says on the page, as the event `microstep` of its window, what an inspected flow has just done. */
export function tellMicrostep(flow: string, event: InspectionEvent): void {
  const transitions = takenIn(event);
  if (transitions.length > 0)
    window.dispatchEvent(new CustomEvent<Microstep>('microstep', { detail: { flow, transitions } }));
}
