/**
 * The library that reads a machine as a graph: exploring, planning, walking, coverage, mutants and what changed.
 * Others import only these exports; everything else here is private. The examples are about this flow:
 *
 * @example
 * const fetchBook = fromPromise(async () => 'a book');
 * const machine = setup({ actors: { fetchBook } }).createMachine({
 *   id: 'shelf',
 *   initial: 'empty',
 *   states: {
 *     empty: { on: { asked: 'loading' } },
 *     loading: {
 *       invoke: { id: 'fetchBook', src: 'fetchBook', onDone: 'full', onError: 'empty' },
 *       after: { 500: 'empty' },
 *     },
 *     full: { on: { taken: 'empty' } },
 *   },
 * });
 * const outcomes = { fetchBook: { found: { output: 'a book' }, lost: { error: new Error('it is lost') } } };
 * const shelf = flowOfMachine(machine, { outcomes });
 */

export { counterexample } from './check/counterexample.ts';
export {
  coverageOf,
  type ObservedCoverage,
  observedCoverage,
  type PerformedEdge,
} from './check/coverage.ts';
export { coverageAsJUnit } from './check/coverageText.ts';
export { behaviourOf } from './check/equivalence.ts';
export { journeyDivergence } from './check/journey.ts';
export { mutationsOf } from './check/mutate.ts';
export { nearestBreak } from './check/nearestBreak.ts';
export { StepFailure } from './check/stepFailure.ts';
export { sumOfCoverage } from './check/sumOfCoverage.ts';
export { coverageOfTransitions } from './check/transitionCoverage.ts';
export { findUnreachable } from './check/unreachable.ts';
export { walk } from './check/walk.ts';
export type { ChangeStatus } from './compare/changes.types.ts';
export { type ChartModel, chartOf, transitionLabel } from './compare/chart.ts';
export { compareBuilds } from './compare/compareBuilds.ts';
export { buildModelOf, withTestRuns } from './compare/flowModel.ts';
export { toMermaid } from './compare/mermaid.ts';
export type { BuildModel } from './compare/model.types.ts';
export { printPaths } from './compare/print.ts';
export { defineFlow } from './define/flow.ts';
export { flowOfMachine, flowsOfMachine, type MachineCases } from './define/machineFlow.ts';
export { stateName, stepName } from './define/names.ts';
export { always, eventually, never, timersLast } from './define/properties.ts';
/**
 * The means of a page to observe and control the actors of a machine: the meaning of XState's events, timers and clocks.
 *
 * @example
 * const observed = [];
 * const actor = createActor(machine, { inspect: (event) => observed.push(...runtime.transitionsTakenIn(event)) });
 * actor.start().send({ type: 'asked' });
 * observed; // ['shelf.empty · asked']
 */
export * as runtime from './define/runtime.ts';
export type {
  Cases,
  Flow,
  Journey,
  JourneyStep,
  PerformedStep,
  PersistedSnapshot,
  Property,
  Step,
} from './define/types.ts';
export { pendingIn } from './define/xstateInternals.ts';
export { criteria } from './plan/criteria.ts';
export { plan } from './plan/plan.ts';
export { explore } from './simulate/explore.ts';
export { ExploreError } from './simulate/exploreError.ts';
export { createExplorer } from './simulate/explorer.ts';
export type { Edge, Graph, Path } from './simulate/graph.types.ts';
export { isRefusal } from './simulate/refusals.ts';
export { restoredSnapshot } from './simulate/restore.ts';
export { restoreLosses } from './simulate/restores.ts';
export { createSimulation } from './simulate/simulation.ts';
export { type ExploredMachine, exploreMachine, type FoundCases, findCases } from './values/findCases.ts';
export { expectPlanned, writtenDivergence } from './written/divergence.ts';
export { followTest, PlanDivergence, pathThrough } from './written/follow.ts';
export { writePlan } from './written/writePlan.ts';
export { parsePlan, planAsText, type WrittenPlan, type WrittenTest } from './written/writtenPlan.ts';
