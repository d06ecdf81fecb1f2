import type { AnyStateMachine } from 'xstate';

/** Returns the actor options with which a flow is inspected. */
export type FlowInspection = (flow: string, machine: AnyStateMachine) => object;

let inspection: FlowInspection | null = null;

/** Inspects the flows that start from now on. Only builds with the visualiser do. */
export function inspectFlows(newInspection: FlowInspection): void {
  inspection = newInspection;
}

/** Returns the actor options with which a flow is inspected; none where flows are not inspected. */
export const inspectionOptions: FlowInspection = (flow, machine) => inspection?.(flow, machine) ?? {};
