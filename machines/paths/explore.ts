import { type AdjacencyMap, getAdjacencyMap } from '@xstate/graph';
import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { stateName } from '../stateName.ts';
import type { Flow } from './flow.ts';
import {
  activeNodes,
  doneEvent,
  errorEvent,
  guardAnswer,
  invocations,
  isRefusal,
  sourceOf,
  stateNodes,
  type Transition,
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
  /** What became of the machine. Its state has the key `to`; the rest of its context may differ from another's there. */
  after: AnyMachineSnapshot;
  /** Ids of the transitions taken. */
  transitions: string[];
  /** What the guards that were asked answered, those included that refuse an event in the state it leads to. */
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
      return `after ${step.name}`;
  }
}

const keys = new WeakMap<AnyMachineSnapshot, string>();

/** The key of a state: where the machine is, and what of its context matters. */
export function stateKey(flow: Flow, snapshot: AnyMachineSnapshot): string {
  const known = keys.get(snapshot);
  if (known !== undefined) return known;
  const key = JSON.stringify([snapshot.status, snapshot.value, flow.project(snapshot)]);
  keys.set(snapshot, key);
  return key;
}

/** Everything that can happen in a state: enabled event cases, every outcome of what is invoked, the earliest timer. */
export function stepsFrom(flow: Flow, snapshot: AnyMachineSnapshot): Step[] {
  if (snapshot.status !== 'active') return [];
  const events = Object.entries(flow.events).flatMap(([type, cases]) =>
    Object.entries(cases)
      .filter(([name]) => flow.where(type, name, snapshot))
      .map(([name, payload]): Step => ({ kind: 'event', type, name, event: { type, ...payload } })),
  );
  const outcomes = invocations(snapshot).flatMap(({ id, src }) =>
    Object.entries(flow.outcomes[src] ?? {})
      .filter(([name]) => flow.where(src, name, snapshot))
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

/** Says that a flow has more states than it should, and which part of its projection makes them. */
function explosion(flow: Flow, limit: number, seen: readonly unknown[]): Error {
  const spread = new Map<string, Set<string>>();
  for (const projected of seen)
    for (const [key, value] of Object.entries(projected ?? {}))
      spread.set(key, (spread.get(key) ?? new Set()).add(JSON.stringify(value)));
  const [worst] = [...spread].sort(([, one], [, other]) => other.size - one.size);
  const blame = worst
    ? `: "${worst[0]}" has ${worst[1].size} values; project less of it, or use fewer cases, in machines/${flow.id}/${flow.id}.cases.ts`
    : '';
  return new Error(`${flow.id}: there are more than ${limit} states${blame}`);
}

/**
 * The graph of a flow: every state that its cases can reach, and every step between them.
 * Throws when there are more than `limit` states, and names the part of the context that explodes.
 */
export function explore(flow: Flow, { limit = 5_000 } = {}): Graph {
  const steps = new Map<EventObject, Step>();
  const facts = new Map<EventObject, Pick<Edge, 'transitions' | 'answers'>>();
  let transitions: string[] = [];
  let answers: string[] = [];
  const machine = withGuardsTold(flow.machine, (id, answer) => answers.push(guardAnswer(id, answer)));
  const listening = new WeakSet<object>();
  const seen: unknown[] = [];
  const refusals = new Map<string, string[]>();

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
    limit: Number.POSITIVE_INFINITY,
    input: flow.input,
    serializeState: (snapshot) => stateKey(flow, snapshot),
    serializeEvent: (event) => {
      const step = steps.get(event);
      return step ? stepName(step) : event.type;
    },
    events: (snapshot) => {
      seen.push(flow.project(snapshot));
      if (seen.length > limit) throw explosion(flow, limit, seen);
      answers = [];
      const possible = stepsFrom(flow, snapshot);
      refusals.set(stateKey(flow, snapshot), [...new Set(answers.filter(isRefusal))]);
      for (const step of possible) steps.set(step.event, step);
      return possible.map(({ event }) => event);
    },
  });

  const states: Graph['states'] = new Map();
  for (const [key, { state, transitions: out }] of Object.entries(map)) {
    const edges = Object.values<{ event: EventObject; state: AnyMachineSnapshot }>(out).flatMap(
      ({ event, state: next }): Edge[] => {
        const step = steps.get(event);
        const fact = facts.get(event);
        if (!step || !fact) return [];
        const to = stateKey(flow, next);
        const told = [...fact.answers, ...(refusals.get(to) ?? [])];
        return [{ from: key, to, step, after: next, transitions: fact.transitions, answers: told }];
      },
    );
    states.set(key, { snapshot: state, edges });
  }
  const [initial] = states.keys();
  if (initial === undefined) throw new Error(`${flow.id}: no initial state`);
  return { initial, states };
}

/** A transition or a state that no case reaches, and why. */
export type Unreachable = { id: string; why: string };

/** What of a machine its cases never reach, each with the reason. */
export function unreachable(flow: Flow, graph: Graph): Unreachable[] {
  const states = [...graph.states.values()];
  const edges = states.flatMap((state) => state.edges);
  const taken = new Set(edges.flatMap((edge) => edge.transitions));
  const answers = new Set(edges.flatMap((edge) => edge.answers));
  const active = new Set(states.flatMap(({ snapshot }) => activeNodes(snapshot).map(({ id }) => id)));
  const happened = new Set(edges.map(({ step }) => step.event.type));
  const hasCase = (event: string) =>
    event === '' || happened.has(event) || Object.keys(flow.events[event] ?? {}).length > 0;

  const whyNot = ({ id, source, event, guard }: Transition): string => {
    if (!active.has(source)) return `its state "${source}" is never reached`;
    if (!hasCase(event)) return `there is no case for ${sourceOf(event)}`;
    if (guard === undefined || answers.has(guardAnswer(id, true)))
      return 'another transition is always taken first';
    return answers.has(guardAnswer(id, false))
      ? `its guard "${guard}" is never true in any case`
      : 'another transition is always taken first';
  };
  return [
    ...stateNodes(flow.machine)
      .filter(({ id, type }) => !active.has(id) && type !== 'history')
      .map(({ id }) => ({ id, why: 'no transition that is taken leads there' })),
    ...transitionsOf(flow.machine)
      .filter(({ id }) => !taken.has(id))
      .map((transition) => ({ id: transition.id, why: whyNot(transition) })),
  ];
}

/** The names of the states that a graph reaches. */
export const stateNames = ({ states }: Graph): Set<string> =>
  new Set([...states.values()].map(({ snapshot }) => stateName(snapshot)));
