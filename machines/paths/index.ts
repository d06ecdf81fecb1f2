/**
 * The library that reads a machine as a graph: exploring, planning, properties, coverage, mutants, recordings and changes.
 * This is what others may import; everything else in this folder is private to it.
 */
export { changeStatuses, chartWithRemoved } from './changedChart.ts';
export type { Change } from './changes.types.ts';
export { type ChartModel, chartOf, transitionLabel } from './chart.ts';
export { compareBuilds } from './compareBuilds.ts';
export { compareFlows } from './compareFlows.ts';
export { counterexample } from './counterexample.ts';
export {
  coverageAsMarkdown,
  coverageAsText,
  coverageKinds,
  coverageOf,
  coveredShare,
  isSubsequence,
  type ObservedCoverage,
  observedCoverage,
  type PerformedEdge,
  plannedCoverage,
} from './coverage.ts';
export { transitionSequence, worthOfCriterion } from './criteria.ts';
export { type Behaviour, behaviourOf, firstDifference } from './equivalence.ts';
export { type Edge, explore, type Graph, stateNames } from './explore.ts';
export { ExploreError } from './exploreError.ts';
export { createExplorer } from './explorer.ts';
export { defineFlow, type Flow } from './flow.ts';
export {
  type BuildModel,
  buildModelOf,
  type FlowMessage,
  type FlowModel,
  flowModelOf,
  PLAN_LEVEL,
} from './flowModel.ts';
export { conditionsOf, guardResult, isFalseResult, withObservedGuards } from './guards.ts';
export { journeyDivergence } from './journey.ts';
export { flowOfMachine, type MachineCases } from './machineFlow.ts';
export { createMask, maskOf, textMaskOf } from './mask.ts';
export { toMermaid } from './mermaid.ts';
export { type Mutation, mutationsOf } from './mutate.ts';
export { writeMutations } from './mutateImplementations.ts';
export { Obligations } from './obligations.ts';
export {
  failureKey,
  type PathFailure,
  type PathLevel,
  type PathResults,
  pathNames,
  pathTitle,
} from './pathFailure.ts';
export type { Journey, JourneyStep, PersistedSnapshot, Property, Step } from './paths.types.ts';
export {
  type Criterion,
  criteria,
  defaultCriteria,
  goalsLeftOut,
  type Path,
  type PlanOptions,
  pathTo,
  plan,
  reachableGoals,
  shortestPathBy,
  shortestPathPerTransition,
  TooManyGoalsError,
  withoutEvents,
} from './plan.ts';
export { type Format, formats, printFailure, printPaths } from './print.ts';
export { changesAsMarkdown } from './printChanges.ts';
export {
  always,
  eventually,
  isViolatedAt,
  never,
  neverInErrorStatus,
  performedActions,
  performedInOrder,
  timersLast,
} from './properties.ts';
export {
  createRecording,
  type ObservedTransition,
  type Recording,
  recordingDivergence,
} from './recording.ts';
export { RequirementGoals, requirementTags } from './requirements.ts';
export { createSimulation, possibleSteps, type Simulation } from './simulation.ts';
export { stateKey } from './stateKey.ts';
export { stepName } from './steps.ts';
export { findUnreachable } from './unreachable.ts';
export {
  doneEvent,
  errorEvent,
  eventTypes,
  isMachine,
  stateNodes,
  transitionsOf,
} from './xstateInternals.ts';
