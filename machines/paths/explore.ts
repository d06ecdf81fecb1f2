import { type AdjacencyMap, getAdjacencyMap } from '@xstate/graph';
import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import type { Flow } from './flow.ts';
import {
  doneEvent,
  errorEvent,
  guardAnswer,
  invocations,
  takenIn,
  timers,
  transitionsOf,
  withGuardsTold,
} from './internals.ts';

/** Something that can happen to a machine: an event case, an outcome of an invoked actor, a timer. */
export type Step =
  | { kind: 'event'; type: string; name: string; event: EventObject }
  | { kind: 'outcome'; actor: string; name: string; event: EventObject }
  | { kind: 'timer'; state: string; name: string; event: EventObject };

/** A step out of a state, and what it makes of the machine. */
export type Edge = {
  from: string;
  to: string;
  step: Step;
  /** Ids of the transitions taken. */
  transitions: string[];
  /** What the guards that were asked answered. */
  answers: string[];
};

export type Graph = {
  initial: string;
  states: Map<string, { snapshot: AnyMachineSnapshot; edges: Edge[] }>;
};

/** What a step is called, the same in every run: `changed: everything right`, `createOrder: refused`, `after slowNotice`. */
export function stepName(step: Step): string {
  switch (step.kind) {
    case 'event':
      return `${step.type}: ${step.name}`;
    case 'outcome':
      return `${step.actor}: ${step.name}`;
    case 'timer':
      return `after ${step.name} in ${step.state}`;
  }
}

/** The key of a state: where the machine is, and what of its context matters. */
export function stateKey(flow: Flow, snapshot: AnyMachineSnapshot): string {
  return JSON.stringify([snapshot.status, snapshot.value, flow.project(snapshot)]);
}

/** Everything that can happen in a state: enabled event cases, every outcome of what is invoked, the earliest timer. */
export function stepsFrom(flow: Flow, snapshot: AnyMachineSnapshot): Step[] {
  if (snapshot.status !== 'active') return [];
  const events = Object.entries(flow.events).flatMap(([type, cases]) =>
    Object.entries(cases).map(
      ([name, payload]): Step => ({ kind: 'event', type, name, event: { type, ...payload } }),
    ),
  );
  const outcomes = invocations(snapshot).flatMap(({ id, src }) =>
    Object.entries(flow.outcomes[src] ?? {}).map(([name, outcome]): Step => {
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

/**
 * The graph of a flow: every state that its cases can reach, and every step between them.
 * Throws when there are more than `limit` states.
 */
export function explore(flow: Flow, { limit = 5_000 } = {}): Graph {
  const steps = new Map<EventObject, Step>();
  const facts = new Map<EventObject, Pick<Edge, 'transitions' | 'answers'>>();
  let transitions: string[] = [];
  let answers: string[] = [];
  const machine = withGuardsTold(flow.machine, (id, answer) => answers.push(guardAnswer(id, answer)));
  const listening = new WeakSet<object>();

  const watched: AnyStateMachine = Object.assign(Object.create(machine), {
    transition: (...[snapshot, event, scope]: Parameters<AnyStateMachine['transition']>) => {
      if (!listening.has(scope.system)) {
        listening.add(scope.system);
        scope.system.inspect((inspected) => transitions.push(...takenIn(inspected)));
      }
      transitions = [];
      answers = [];
      const next = machine.transition(snapshot, event, scope);
      facts.set(event, { transitions, answers });
      return next;
    },
  });

  const map: AdjacencyMap<AnyMachineSnapshot, EventObject> = getAdjacencyMap(watched, {
    limit: limit * 200,
    serializeState: (snapshot) => stateKey(flow, snapshot),
    serializeEvent: (event) => {
      const step = steps.get(event);
      return step ? stepName(step) : event.type;
    },
    events: (snapshot) =>
      stepsFrom(flow, snapshot).map((step) => {
        steps.set(step.event, step);
        return step.event;
      }),
  });

  const states: Graph['states'] = new Map();
  for (const [key, { state, transitions: out }] of Object.entries(map)) {
    const edges = Object.values<{ event: EventObject; state: AnyMachineSnapshot }>(out).flatMap(
      ({ event, state: next }): Edge[] => {
        const step = steps.get(event);
        const fact = facts.get(event);
        return step && fact ? [{ from: key, to: stateKey(flow, next), step, ...fact }] : [];
      },
    );
    states.set(key, { snapshot: state, edges });
  }
  const [initial] = states.keys();
  if (initial === undefined) throw new Error(`${flow.id}: no initial state`);
  return { initial, states };
}

/** Transitions of the machine that no step of the graph takes. */
export function unreached(flow: Flow, graph: Graph): string[] {
  const taken = new Set(
    [...graph.states.values()].flatMap(({ edges }) => edges.flatMap((edge) => edge.transitions)),
  );
  return transitionsOf(flow.machine)
    .map(({ id }) => id)
    .filter((id) => !taken.has(id));
}
