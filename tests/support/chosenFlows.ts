import { afterAll, inject } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import type { Checks } from '../../machines/checks/checks.types.ts';
import { isOfServer } from '../../machines/folders.ts';
import { type Flow, type Graph, observedCoverage, type PerformedEdge } from '../../machines/paths/index.ts';
import { buildComparisonFlow } from '../../machines/visualiser/buildComparison/buildComparison.flow.ts';
import type { PathLevel } from '../../machines/visualiser/pathFailures.ts';
import { visualiserEnvironmentFlow } from '../../machines/visualiser/visualiserEnvironment/visualiserEnvironment.flow.ts';
import { visualiserMessagesFlow } from '../../machines/visualiser/visualiserMessages/visualiserMessages.flow.ts';
import { nonEmpty } from './nonEmpty.ts';
import { PathResultKeeper, saveObservedCoverage } from './pathFailures.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The ids of the flows whose path tests and mutants run; all by default. */
    flows?: readonly string[];
  }
}

/** Flows that are in no list: their paths and mutants are tested on the bare machine alone, as those of the server are. */
const unlistedFlows = [buildComparisonFlow, visualiserEnvironmentFlow, visualiserMessagesFlow];

const ids = inject('flows');

/** Returns those of some flows that are chosen, in the order in which they are named. */
const chosen = (flows: readonly Flow[]): readonly Flow[] =>
  ids ? ids.flatMap((id) => flows.filter((flow) => flow.id === id)) : flows;

/** The flows of the catalogue that run on a page. */
const flowsOnPages = catalogue.filter((flow) => !isOfServer(flow));

/** Those that this run tests. */
export const chosenFlows = chosen(flowsOnPages);

/** Whether this run tests all of them. */
export const areAllFlowsChosen = chosenFlows.length === flowsOnPages.length;

/** The flows that this run tests, those included that run on no page. */
export const chosenOnMachine = chosen([...catalogue, ...unlistedFlows]);

/**
 * Records the walks of the tests of a describe by their titles, and saves their results and their coverage of the flow
 * afterwards, for the visualiser.
 */
export function walkRecorder(
  level: PathLevel,
  flow: Flow,
  graph: Graph,
  checks?: Checks,
): (title: string, walking: Promise<readonly PerformedEdge[]>) => Promise<void> {
  const walked: (readonly PerformedEdge[])[] = [];
  const results = new PathResultKeeper(flow, level, checks);
  afterAll(() => {
    if (walked.length > 0) saveObservedCoverage(observedCoverage(graph, level, walked));
    results.save();
  });
  return async (title, walking) => {
    walked.push(nonEmpty(await results.keep(title, walking)));
  };
}
