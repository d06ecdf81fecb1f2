import { inject } from 'vitest';
import { allFlows } from '../../machines/allFlows.ts';
import { catalogue } from '../../machines/catalogue.ts';
import { isOfServer } from '../../machines/folders.ts';
import type { Flow } from '../../machines/paths/index.ts';
import { readPathFailures } from './pathFailures.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The ids of the flows whose path tests and mutants run; all by default. */
    flows?: readonly string[];
  }
}

const ids = inject('flows');

const failedFlows = new Set(readPathFailures().map(({ failure }) => failure.flow));

/** The chosen flows: those with a failure first, then in the order given. */
const chosen = (flows: readonly Flow[]): readonly Flow[] =>
  (ids ? ids.flatMap((id) => flows.filter((flow) => flow.id === id)) : flows).toSorted(
    (one, other) => Number(failedFlows.has(other.id)) - Number(failedFlows.has(one.id)),
  );

/** The flows of the catalogue that run on a page. */
const flowsOnPages = catalogue.filter((flow) => !isOfServer(flow));

/** The flows that this run tests. */
export const chosenFlows = chosen(flowsOnPages);

export const areAllFlowsChosen = chosenFlows.length === flowsOnPages.length;

/** The flows that this run tests, those included that run on no page. */
export const chosenOnMachine = chosen(allFlows);
