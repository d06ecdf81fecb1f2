import { expect } from 'vitest';
import { fileOf } from '../../machines/folders.ts';
import {
  type ChartModel,
  chartOf,
  createSimulation,
  ExploreError,
  explore,
  type Flow,
  findUnreachable,
  flowOfMachine,
  type Graph,
  nearestBreak,
  plan,
  stepName,
} from '../../machines/paths/index.ts';
import { type Driver, missingInDriver } from '../drivers/driver.ts';

/** The problems of a flow, as sentences with the mistake, its place, and the text to write. */

/** Throws an error with sentences as its message, and without a stack, because the problem is in other files. */
export function assertNoProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw Object.assign(new Error(problems.join('\n')), { stack: '' });
  expect(problems).toEqual([]);
}

/** An error that says why a flow cannot be loaded. An error that is not about its states is returned unchanged. */
export function loadProblem(id: string, machineFile: string, error: unknown): unknown {
  if (!(error instanceof Error && /\bstate\b/i.test(error.message))) return error;
  const reason = error.message.replaceAll('\n', ' ');
  return new Error(`${id}: ${reason}; write the name of a state that exists, in ${machineFile}`);
}

const isEmpty = (cases: object | undefined) => Object.keys(cases ?? {}).length === 0;

const missingCases = (flow: Flow): string[] =>
  flow.machine.events
    .map(String)
    .filter((type) => !type.startsWith('xstate.'))
    .filter((type) => isEmpty(flow.events[type]))
    .map(
      (type) =>
        `${flow.id}: the event "${type}" has no case; write one in ${fileOf(flow, 'cases')} under events.${type}`,
    );

function missingDescriptions(flow: Flow): string[] {
  const { states } = chartOf(flow.machine);
  /** Whether a state or an ancestor below the root has a description or the tag `busy`. */
  const isDescribed = ({ description, tags, parent }: ChartModel['states'][number]): boolean => {
    if (description !== undefined || tags.includes('busy')) return true;
    const above = states.find((state) => state.id === parent && state.parent !== null);
    return above !== undefined && isDescribed(above);
  };
  return states
    .filter(({ type, parent }) => ['atomic', 'final'].includes(type) && parent !== null)
    .filter((state) => !isDescribed(state))
    .map(
      (state) =>
        `${flow.id}: the state "${state.id}" has no description; write one in ${fileOf(flow, 'machine')}`,
    );
}

/** One without `onDone`, such as a subscription, runs until its state is exited. */
function missingInInvocations(flow: Flow): string[] {
  const { id, machine, outcomes } = flow;
  const { states, transitions } = chartOf(machine);
  return states.flatMap((state) => {
    const triggers = transitions.filter(({ source }) => source === state.id).map(({ trigger }) => trigger);
    return state.invokes.flatMap((invocation) => {
      const [invocationId = '', actor = invocationId] = invocation.split(': ');
      const isDone = triggers.includes(`done of ${invocationId}`);
      const fails = triggers.includes(`error of ${invocationId}`);
      const named = Object.values(outcomes[actor] ?? {});
      const lacks = (key: 'output' | 'error') => !named.some((outcome) => key in outcome);
      const outcome = `in ${fileOf(flow, 'cases')} under outcomes.${actor}`;
      return [
        isDone &&
          lacks('output') &&
          `the actor "${actor}" has no outcome with an output; write one ${outcome}`,
        fails && lacks('error') && `the actor "${actor}" has no outcome with an error; write one ${outcome}`,
        isDone &&
          !fails &&
          `the state "${state.id}" invokes "${actor}" without onError; write it in ${fileOf(flow, 'machine')}`,
        isDone &&
          !triggers.some((trigger) => trigger.startsWith('after ')) &&
          `the state "${state.id}" waits for "${actor}" without a timeout; write an \`after\` in ${fileOf(flow, 'machine')}`,
      ].flatMap((problem) => (problem ? [`${id}: ${problem}`] : []));
    });
  });
}

const unnamedGuards = (flow: Flow): string[] =>
  chartOf(flow.machine)
    .transitions.filter(({ guard }) => guard === 'inline')
    .map(
      (transition) =>
        `${flow.id}: the guard of "${transition.id}" has no name; write it in setup({ guards }) in ${fileOf(flow, 'machine')}`,
    );

/** Freezes plain data deeply, so that changing it throws. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  for (const part of Object.values(Object.freeze(value))) freeze(part);
}

/**
 * The graph of a flow; if it cannot be explored, or changes its context in place, sentences that say so instead.
 */
function exploreStrictly(flow: Flow): { graph?: Graph; problems: string[] } {
  const { id } = flow;
  const { notes } = flowOfMachine(flow.machine);
  try {
    const graph = explore({
      ...flow,
      ...(notes && { notes }),
      project: (snapshot) => {
        freeze(snapshot.context);
        return flow.project(snapshot);
      },
    });
    const errors = [...graph.states.values()].map(({ snapshot }) => snapshot.error);
    const error = errors.find(
      (known) => known instanceof Error && /read only property|not extensible/.test(known.message),
    );
    const delays = [...(notes?.delays ?? [])].map(
      (delay) =>
        `${id}: no timer can hold ${delay}, so it fires at once; write a shorter one in ${fileOf(flow, 'machine')}`,
    );
    if (delays.length > 0) return { problems: delays };
    if (!(error instanceof Error)) return { graph, problems: [] };
    const what = error.message.replaceAll('\n', ' ');
    return {
      problems: [
        `${id}: the context is changed in place: ${what}; change it with assign in an action, in ${fileOf(flow, 'machine')}`,
      ],
    };
  } catch (error) {
    if (error instanceof ExploreError) return { problems: [error.message] };
    throw error;
  }
}

/** The parts of a machine that its cases do not use. If states are never reached, only these are named. */
function unusedParts(flow: Flow, graph: Graph): string[] {
  const { id } = flow;
  const write = `write a case for it in ${fileOf(flow, 'cases')}, or remove it from ${fileOf(flow, 'machine')}`;
  const never = findUnreachable(graph);
  const ids = new Set(chartOf(flow.machine).states.map((state) => state.id));
  const states = never.filter((missing) => ids.has(missing.id));
  if (states.length > 0)
    return states.map(
      (state) =>
        `${id}: nothing reaches the state "${state.id}"; write a transition to it, or remove it, in ${fileOf(flow, 'machine')}`,
    );
  return [
    ...never.map(
      (transition) =>
        `${id}: the transition "${transition.id}" is never taken: ${transition.reason}; ${write}`,
    ),
    ...plan(graph, { criteria: ['guards'] }).unreachable.map((goal) => {
      const [transition, result] = goal.id.split(' ? ');
      return `${id}: the guard of "${transition}" is never ${result}; ${write}`;
    }),
    ...plan(graph, { criteria: ['cases'] }).unreachable.map((goal) => {
      const [of, ...name] = goal.id.split(': ');
      return `${id}: the case "${name.join(': ')}" of "${of}" changes nothing; remove it from ${fileOf(flow, 'cases')}`;
    }),
  ];
}

/** Whether a journey takes a transition. One that leads elsewhere than it says is for its own test. */
function takesTransition(flow: Flow, { steps }: Flow['journeys'][number]): boolean {
  const simulation = createSimulation({ ...flow, isPossible: () => true });
  try {
    for (const [name] of steps) {
      const step = simulation.possibleSteps().find((possible) => stepName(possible) === name);
      if (!step) break;
      simulation.perform(step);
    }
    return simulation.takenTransitions.length > 0;
  } finally {
    simulation.actor.stop();
  }
}

/** Whether a flow limits its cases, and no case in no state is excluded. The default takes no argument. */
function limitsNothing({ flow, states }: Graph): boolean {
  const names = Object.entries({ ...flow.events, ...flow.outcomes }).flatMap(([of, cases]) =>
    Object.keys(cases).map((name) => `${of}: ${name}`),
  );
  const limits = ({ snapshot }: { snapshot: Parameters<Flow['isPossible']>[1] }) =>
    names.some((name) => !flow.isPossible(name, snapshot));
  return flow.isPossible.length > 0 && ![...states.values()].some(limits);
}

/** Sentences for checks that cannot fail: properties, conditions of guards, journeys, limits. */
function vacuousChecks(flow: Flow, graph: Graph): string[] {
  const { id } = flow;
  const properties = flow.properties
    .filter((property) => nearestBreak(graph, property) === null)
    .map(
      ({ kind, title }) =>
        `nothing can break the property "${kind}: ${title}"; sharpen or remove it, in the properties of ${fileOf(flow, 'flow')}`,
    );
  const conditions = plan(graph, { criteria: ['conditions'] }).unreachable.map((goal) => {
    const [condition, result] = goal.id.split(' ? ');
    return `the condition "${condition}" never decides its guard by being ${result}; write a case for it in ${fileOf(flow, 'cases')}, or remove it from ${fileOf(flow, 'machine')}`;
  });
  const journeys = flow.journeys
    .filter((journey) => !takesTransition(flow, journey))
    .map(
      ({ title }) =>
        `the journey "${title}" takes no transition; write a step that does, or remove it, in ${fileOf(flow, 'journeys')}`,
    );
  const limits = limitsNothing(graph)
    ? [`isPossible excludes no case in any state; remove it from ${fileOf(flow, 'flow')}`]
    : [];
  return [...properties, ...conditions, ...journeys, ...limits].map((problem) => `${id}: ${problem}`);
}

/**
 * The problems of a flow, and of its driver if it has one. Problems that can only be found when others are solved
 * are left out.
 */
export function flowProblems(flow: Flow, driver?: Driver): string[] {
  const incomplete = [
    ...missingCases(flow),
    ...missingInInvocations(flow),
    ...missingDescriptions(flow),
    ...unnamedGuards(flow),
  ];
  if (incomplete.length > 0) return incomplete;
  const { graph, problems } = exploreStrictly(flow);
  if (!graph) return problems;
  const { leftOut } = graph;
  if (leftOut !== null)
    return [
      `${flow.id}: there is no end of states: ${leftOut}; project less of it, or use fewer cases, in ${fileOf(flow, 'cases')}`,
    ];
  const problemsFound = [
    ...unusedParts(flow, graph),
    ...(driver ? missingInDriver(flow, driver, graph) : []),
  ];
  return problemsFound.length > 0 ? problemsFound : vacuousChecks(flow, graph);
}
