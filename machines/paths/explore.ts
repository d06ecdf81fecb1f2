import { type AdjacencyMap, getAdjacencyMap } from '@xstate/graph';
import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { stateName } from '../stateName.ts';
import type { Flow } from './flow.ts';
import type { Step } from './paths.types.ts';
import {
  activeNodes,
  describeEventSource,
  doneEvent,
  errorEvent,
  guardResult,
  invocations,
  isFalseResult,
  stateNodes,
  type TransitionData,
  timers,
  transitionsOf,
  transitionsTakenIn,
  withObservedGuards,
} from './xstateInternals.ts';

export type { Step };

/** A step out of a state, and the state it leads to. Both are named by their keys. */
export type Edge = {
  from: string;
  to: string;
  step: Step;
  /** The snapshot after the step, with the key `to`. Its context may differ from other snapshots with that key outside the projection. */
  after: AnyMachineSnapshot;
  /** Ids of the transitions taken. */
  transitions: string[];
  /** Results of the evaluated guards, with those that reject an event in the state that the step leads to. */
  guardResults: string[];
  /** Conditions of composed guards, each seen deciding true or false. */
  conditions?: string[];
  /** Names of the states that the step passes through. */
  transientStates?: string[];
};

export type Graph = {
  initial: string;
  states: Map<string, { snapshot: AnyMachineSnapshot; edges: Edge[] }>;
};

/** Returns the name of a step, the same in every run: `changed: everything valid`, `createOrder: refused`, `after slowNotice`. */
export function stepName(step: Step): string {
  switch (step.kind) {
    case 'event':
      return `${step.type}: ${step.name}`;
    case 'outcome':
      return `${step.actor}: ${step.name}`;
    case 'timer':
      return `after ${step.name}`;
  }
}

const keys = new WeakMap<AnyMachineSnapshot, string>();

/** Returns the key of a state: its status, its value and the projection of its context. */
export function stateKey(flow: Flow, snapshot: AnyMachineSnapshot): string {
  const known = keys.get(snapshot);
  if (known !== undefined) return known;
  const key = JSON.stringify([snapshot.status, snapshot.value, flow.project(snapshot)]);
  keys.set(snapshot, key);
  return key;
}

/** Returns every step that is possible in a state: enabled event cases, outcomes of invoked actors, the earliest timer. */
export function possibleSteps(flow: Flow, snapshot: AnyMachineSnapshot): Step[] {
  if (snapshot.status !== 'active') return [];
  const events = Object.entries(flow.events).flatMap(([type, cases]) =>
    Object.entries(cases)
      .filter(([name]) => flow.isPossible(type, name, snapshot))
      .map(([name, payload]): Step => ({ kind: 'event', type, name, event: { type, ...payload } })),
  );
  const outcomes = invocations(snapshot).flatMap(({ id, src }) =>
    Object.entries(flow.outcomes[src] ?? {})
      .filter(([name]) => flow.isPossible(src, name, snapshot))
      .map(([name, outcome]): Step => {
        const event = 'error' in outcome ? errorEvent(id, outcome.error) : doneEvent(id, outcome.output);
        return { kind: 'outcome', actor: src, name, event };
      }),
  );
  const [earliest] = timers(snapshot);
  const timer: Step[] = earliest
    ? [{ kind: 'timer', state: earliest.state, name: earliest.name, event: earliest.event }]
    : [];
  return [...events.filter(({ event }) => snapshot.can(event)), ...outcomes, ...timer];
}

/** Returns the error for a flow with too many states; it names the part of the projection with the most values. */
function tooManyStatesError(flow: Flow, limit: number, projections: readonly unknown[]): Error {
  const valuesByKey = new Map<string, Set<string>>();
  for (const projected of projections)
    for (const [key, value] of Object.entries(projected ?? {}))
      valuesByKey.set(key, (valuesByKey.get(key) ?? new Set()).add(JSON.stringify(value)));
  const [largest] = [...valuesByKey].sort(([, one], [, other]) => other.size - one.size);
  const hint = largest
    ? `: "${largest[0]}" has ${largest[1].size} values; project less of it, or use fewer cases, in machines/${flow.id}/${flow.id}.cases.ts`
    : '';
  return new Error(`${flow.id}: there are more than ${limit} states${hint}`);
}

/**
 * Returns the graph of a flow: every state that its cases can reach, and every step between them.
 * @throws Error when there are more than `limit` states; it names the part of the projection with the most values.
 */
export function explore(flow: Flow, { limit = 5_000 } = {}): Graph {
  const steps = new Map<EventObject, Step>();
  const observations = new Map<EventObject, Pick<Edge, 'transitions' | 'guardResults'>>();
  let transitions: string[] = [];
  let results: string[] = [];
  const machine = withObservedGuards(flow.machine, (id, result) => results.push(guardResult(id, result)));
  const inspectedSystems = new WeakSet<object>();
  const projections: unknown[] = [];
  const falseResults = new Map<string, string[]>();

  const observedMachine: AnyStateMachine = Object.assign(Object.create(machine), {
    transition: (...[snapshot, event, scope]: Parameters<AnyStateMachine['transition']>) => {
      if (!inspectedSystems.has(scope.system)) {
        inspectedSystems.add(scope.system);
        scope.system.inspect((inspected) => transitions.push(...transitionsTakenIn(inspected)));
      }
      transitions = [];
      results = [];
      const next = machine.transition(snapshot, event, scope);
      observations.set(event, { transitions, guardResults: results });
      return next;
    },
  });

  const map: AdjacencyMap<AnyMachineSnapshot, EventObject> = getAdjacencyMap(observedMachine, {
    limit: Number.POSITIVE_INFINITY,
    input: flow.input,
    serializeState: (snapshot) => stateKey(flow, snapshot),
    serializeEvent: (event) => {
      const step = steps.get(event);
      return step ? stepName(step) : event.type;
    },
    events: (snapshot) => {
      projections.push(flow.project(snapshot));
      if (projections.length > limit) throw tooManyStatesError(flow, limit, projections);
      results = [];
      const possible = possibleSteps(flow, snapshot);
      falseResults.set(stateKey(flow, snapshot), [...new Set(results.filter(isFalseResult))]);
      for (const step of possible) steps.set(step.event, step);
      return possible.map(({ event }) => event);
    },
  });

  const states: Graph['states'] = new Map();
  for (const [key, { state, transitions: transitionsByEvent }] of Object.entries(map)) {
    const edges = Object.values<{ event: EventObject; state: AnyMachineSnapshot }>(
      transitionsByEvent,
    ).flatMap(({ event, state: next }): Edge[] => {
      const step = steps.get(event);
      const observation = observations.get(event);
      if (!step || !observation) return [];
      const to = stateKey(flow, next);
      const guardResults = [...observation.guardResults, ...(falseResults.get(to) ?? [])];
      return [
        {
          from: key,
          to,
          step,
          after: next,
          transitions: observation.transitions,
          guardResults,
        },
      ];
    });
    states.set(key, { snapshot: state, edges });
  }
  const [initial] = states.keys();
  if (initial === undefined) throw new Error(`${flow.id}: no initial state`);
  return { initial, states };
}

/** A transition or a state that no case reaches, with the reason. */
export type Unreachable = { id: string; reason: string };

/** Returns the states and transitions of a machine that its cases never reach. */
export function findUnreachable(flow: Flow, graph: Graph): Unreachable[] {
  const states = [...graph.states.values()];
  const edges = states.flatMap((state) => state.edges);
  const taken = new Set(edges.flatMap((edge) => edge.transitions));
  const guardResults = new Set(edges.flatMap((edge) => edge.guardResults));
  const active = new Set(states.flatMap(({ snapshot }) => activeNodes(snapshot).map(({ id }) => id)));
  const usedEvents = new Set(edges.map(({ step }) => step.event.type));
  const hasCase = (event: string) =>
    event === '' || usedEvents.has(event) || Object.keys(flow.events[event] ?? {}).length > 0;

  const reasonFor = ({ id, source, event, guard }: TransitionData): string => {
    if (!active.has(source)) return `its state "${source}" is never reached`;
    if (!hasCase(event)) return `there is no case for ${describeEventSource(event)}`;
    if (guard === undefined || guardResults.has(guardResult(id, true)))
      return 'another transition is always taken first';
    return guardResults.has(guardResult(id, false))
      ? `its guard "${guard}" is never true in any case`
      : 'another transition is always taken first';
  };
  return [
    ...stateNodes(flow.machine)
      .filter(({ id, type }) => !active.has(id) && type !== 'history')
      .map(({ id }) => ({ id, reason: 'no transition that is taken leads there' })),
    ...transitionsOf(flow.machine)
      .filter(({ id }) => !taken.has(id))
      .map((transition) => ({ id: transition.id, reason: reasonFor(transition) })),
  ];
}

/** Returns the names of the states in a graph. */
export const stateNames = ({ states }: Graph): Set<string> =>
  new Set([...states.values()].map(({ snapshot }) => stateName(snapshot)));
