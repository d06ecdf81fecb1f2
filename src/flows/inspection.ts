import type { AnyActor, AnyStateMachine } from 'xstate';

/** Through which a tool inspects the flows of a page. On the page of a visitor it only lists those that run. */
export type FlowInspection = {
  /** The flows that run, by their actors. */
  running: Map<AnyActor, string>;
  actorOptions?: (flow: string, machine: AnyStateMachine) => object;
  /** Is called for each flow that runs from now on. */
  onRunning?: (flow: string, actor: AnyActor) => void;
  /** Whether a flow starts in another state than the document shows. */
  isRestarted?: boolean;
};

declare global {
  var flowInspection: FlowInspection | undefined;
}

globalThis.flowInspection ??= { running: new Map() };

/**
 * The inspection is on the global object: a tool is built apart from the site, and both must find the same one.
 */
export const pageInspection: FlowInspection = globalThis.flowInspection;

/** Notes that a flow runs. Returns the function that notes that it runs no longer. */
export function noteRunning(flow: string, actor: AnyActor): () => void {
  pageInspection.running.set(actor, flow);
  pageInspection.onRunning?.(flow, actor);
  return () => pageInspection.running.delete(actor);
}
