import { inject } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import { orderFlow } from '../../machines/order/order.flow.ts';
import type { Flow } from '../../machines/paths/index.ts';
import { buildComparisonFlow } from '../../machines/visualiser/buildComparison/buildComparison.flow.ts';
import { chartViewportFlow } from '../../machines/visualiser/chartViewport/chartViewport.flow.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The ids of the flows whose path tests and mutants run; all by default. */
    flows?: readonly string[];
  }
}

/** Flows without a page of their own: their paths and mutants are tested on the bare machine alone. */
const flowsOnMachine = [orderFlow, chartViewportFlow, buildComparisonFlow];

const ids = inject('flows');

/** Returns those of some flows that are chosen, in the order in which they are named. */
const chosen = (flows: readonly Flow[]): readonly Flow[] =>
  ids ? ids.flatMap((id) => flows.filter((flow) => flow.id === id)) : flows;

/** The flows of the catalogue that this run tests. */
export const chosenFlows = chosen(catalogue);

/** Those, and the flows without a page of their own. */
export const chosenOnMachine = chosen([...catalogue, ...flowsOnMachine]);
