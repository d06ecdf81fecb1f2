import { within } from '@testing-library/react';

/** Returns the element that renders a flow; null where nothing does. */
export const findFlowRoot = (flow: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-flow="${flow}"]`);

/**
 * Returns the element that renders a flow.
 * @throws where nothing renders it.
 */
export function flowRoot(flow: string): HTMLElement {
  const element = findFlowRoot(flow);
  if (!element) throw new Error(`nothing on the page renders the flow "${flow}"`);
  return element;
}

/** Returns Testing Library's queries within the element that renders a flow. */
export const withinFlow = (flow: string) => within(flowRoot(flow));
