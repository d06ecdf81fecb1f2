import { type AdjacencyMap, getAdjacencyMap } from '@xstate/graph';
import type { AnyMachineSnapshot, EventObject, Snapshot } from 'xstate';
import { stateName, stepName } from '../define/names.ts';
import type { Flow, Step } from '../define/types.ts';
import { ExploreError, observingImpurity } from './exploreError.ts';
import { createExplorer, type Performed } from './explorer.ts';
import { createGraph } from './graph.ts';
import type { Edge, Graph, GraphState } from './graph.types.ts';
import { isFalseResult } from './guards.ts';
import { systemKey } from './stateKey.ts';
import type { SystemState } from './system.types.ts';

/** A state of the graph, as the graph package needs it. */
type Node = Extract<Snapshot<unknown>, { status: 'active' }> & { system: SystemState };

type StepEvent = EventObject & { step: Step };

const nodeOf = (system: SystemState): Node => ({
  status: 'active',
  output: undefined,
  error: undefined,
  system,
});

/** Returns the error for a flow with too many states; it names the part of the projection with the most values. */
function tooManyStatesError(
  flow: Flow,
  limit: number,
  snapshots: readonly AnyMachineSnapshot[],
  last: AnyMachineSnapshot,
): Error {
  const valuesByKey = new Map<string, Set<string>>();
  for (const snapshot of snapshots)
    for (const [key, value] of Object.entries(flow.project(snapshot) ?? {}))
      valuesByKey.set(key, (valuesByKey.get(key) ?? new Set()).add(JSON.stringify(value)));
  const [largest] = [...valuesByKey].sort(([, one], [, other]) => other.size - one.size);
  const hint = largest
    ? `: "${largest[0]}" has ${largest[1].size} values; project less of it, or use fewer cases, ${flow.casesFile}`
    : '';
  const place = `the last one in "${stateName(last)}"`;
  return new ExploreError(`${flow.id}: there are more than ${limit} states, ${place}${hint}`);
}

/**
 * Returns the graph of a flow: every state that its cases can reach, and every step between them.
 * @throws ExploreError for what cannot be explored, and where there are more than `limit` states.
 *
 * @example
 * const graph = explore(shelf);
 * [...graph.stateNames]; // ['empty', 'loading', 'full']
 * graph.pathTo('full').map(({ step }) => stepName(step)); // ['asked: without a payload', 'fetchBook: found']
 */
export function explore(flow: Flow, { limit = 5_000 } = {}): Graph {
  const explorer = createExplorer(flow);
  return observingImpurity(() => exploreWith(explorer, flow, limit), explorer.onImpurity);
}

function exploreWith(explorer: ReturnType<typeof createExplorer>, flow: Flow, limit: number): Graph {
  const performed = new Map<StepEvent, Performed>();
  const asked = new Map<string, { guardResults: string[]; conditions: string[] }>();
  const evaluations = new Map<string, Set<string>>();
  const snapshots: AnyMachineSnapshot[] = [];
  const keys = new WeakMap<SystemState, string>();
  const keyOf = (system: SystemState): string => {
    const known = keys.get(system);
    if (known !== undefined) return known;
    const key = systemKey(flow, system);
    keys.set(system, key);
    return key;
  };
  const noteEvaluations = (key: string, guardResults: readonly string[]) => {
    for (const result of guardResults)
      evaluations.set(result, (evaluations.get(result) ?? new Set()).add(key));
  };

  const start = explorer.start();
  const map: AdjacencyMap<Node, StepEvent> = getAdjacencyMap<Node, StepEvent, unknown>(
    {
      getInitialSnapshot: () => nodeOf(start.state),
      getPersistedSnapshot: (node) => node,
      transition: (node, event) => {
        const happened = explorer.perform(node.system, event.step);
        performed.set(event, happened);
        noteEvaluations(keyOf(node.system), happened.guardResults);
        return nodeOf(happened.state);
      },
    },
    {
      limit: Number.POSITIVE_INFINITY,
      serializeState: ({ system }) => keyOf(system),
      serializeEvent: ({ type }) => type,
      events: ({ system }) => {
        snapshots.push(system.snapshot);
        if (snapshots.length > limit) throw tooManyStatesError(flow, limit, snapshots, system.snapshot);
        const { steps, guardResults, conditions } = explorer.steps(system);
        const key = keyOf(system);
        noteEvaluations(key, guardResults);
        asked.set(key, { guardResults: [...new Set(guardResults.filter(isFalseResult))], conditions });
        return steps.map((step) => ({ type: stepName(step), step }));
      },
    },
  );

  const states = new Map<string, GraphState>();
  for (const [key, { state: node, transitions }] of Object.entries(map)) {
    const edges = Object.values<{ event: StepEvent; state: Node }>(transitions).flatMap(
      ({ event, state }) => {
        const happened = performed.get(event);
        return happened ? [edgeOf(key, keyOf(state.system), event.step, happened, asked)] : [];
      },
    );
    states.set(key, { snapshot: node.system.snapshot, system: node.system, edges });
  }
  const taken = start.microsteps.flatMap(({ transitions }) => transitions);
  return createGraph({
    flow,
    initial: keyOf(start.state),
    states,
    evaluations,
    start: { ...start, transitions: taken },
  });
}

function edgeOf(
  from: string,
  to: string,
  step: Step,
  { state, microsteps, guardResults, conditions, transientStates, cancelled }: Performed,
  asked: ReadonlyMap<string, { guardResults: string[]; conditions: string[] }>,
): Edge {
  const next = asked.get(to);
  return {
    from,
    to,
    step,
    microsteps,
    transientStates,
    cancelled,
    after: state.snapshot,
    transitions: microsteps.flatMap(({ transitions }) => transitions),
    guardResults: [...guardResults, ...(next?.guardResults ?? [])],
    conditions: [...conditions, ...(next?.conditions ?? [])],
  };
}
