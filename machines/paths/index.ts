/**
 * The library that reads a machine as a graph: exploring, planning, properties, coverage, mutants, recordings and changes.
 * This is what others may import; everything else in this folder is private to it.
 */

export { counterexample } from './check/counterexample.ts';
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
} from './check/coverage.ts';
export { type Behaviour, behaviourOf, firstDifference } from './check/equivalence.ts';
export { journeyDivergence } from './check/journey.ts';
export { createMask, maskOf, textMaskOf } from './check/mask.ts';
export { type Mutation, mutationsOf } from './check/mutate.ts';
export { writeMutations } from './check/mutateImplementations.ts';
export { Obligations } from './check/obligations.ts';
export {
  failureKey,
  type PathFailure,
  type PathLevel,
  type PathResults,
  pathLevels,
  pathNames,
  pathTitle,
} from './check/pathFailure.ts';
export {
  createRecording,
  type ObservedTransition,
  type RecordedStep,
  type Recording,
  recordingDivergence,
  restoredSnapshot,
  stepNameOf,
} from './check/recording.ts';
export { findUnreachable } from './check/unreachable.ts';
export { changeStatuses, chartWithRemoved } from './compare/changedChart.ts';
export type { BuildChanges, Change, ChangeStatus, FlowChanges } from './compare/changes.types.ts';
export {
  activeStateIds,
  type ChartModel,
  type ChartState,
  type ChartTransition,
  chartOf,
  transitionLabel,
} from './compare/chart.ts';
export { compareBuilds } from './compare/compareBuilds.ts';
export { compareFlows } from './compare/compareFlows.ts';
export {
  type BuildModel,
  buildModelOf,
  type FlowMessage,
  type FlowModel,
  flowModelOf,
  PLAN_LEVEL,
} from './compare/flowModel.ts';
export { toMermaid } from './compare/mermaid.ts';
export { type Format, formats, printFailure, printPaths } from './compare/print.ts';
export { changesAsMarkdown } from './compare/printChanges.ts';
export { type Cases, defineFlow, type Flow, withEveryCase } from './define/flow.ts';
export { flowOfMachine, type MachineCases } from './define/machineFlow.ts';
export type {
  CaseName,
  Journey,
  JourneyStep,
  NamedCases,
  PerformedStep,
  PersistedSnapshot,
  Property,
  Step,
  StepName,
} from './define/paths.types.ts';
export {
  always,
  eventually,
  isViolatedAt,
  never,
  neverInErrorStatus,
  performedActions,
  performedInOrder,
  timersLast,
} from './define/properties.ts';
export {
  activeNodes,
  doneEvent,
  errorEvent,
  eventTypes,
  invocations,
  isActor,
  isMachine,
  isStop,
  replaceClock,
  startTimers,
  stateNodes,
  timers,
  transitionsOf,
  transitionsTakenIn,
} from './define/xstateInternals.ts';
export { transitionSequence, worthOfCriterion } from './plan/criteria.ts';
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
} from './plan/plan.ts';
export { RequirementGoals, requirementTags } from './plan/requirements.ts';
export { type Edge, explore, type Graph, stateNames } from './simulate/explore.ts';
export { ExploreError } from './simulate/exploreError.ts';
export { createExplorer } from './simulate/explorer.ts';
export { conditionsOf, guardResult, isFalseResult, withObservedGuards } from './simulate/guards.ts';
export { createSimulation, possibleSteps, type Simulation } from './simulate/simulation.ts';
export { findKey, stateKey } from './simulate/stateKey.ts';
export { stepName } from './simulate/steps.ts';
