import type { AnyMachineSnapshot } from 'xstate';
import { stateName, stepName } from '../define/names.ts';
import type { Flow } from '../define/types.ts';
import {
  activeNodes,
  describeEventSource,
  isInitialOf,
  matchesEvent,
  stateNodes,
  type TransitionData,
  transitionsOf,
} from '../define/xstateInternals.ts';
import type { Edge, Graph } from '../simulate/graph.types.ts';
import { guardResult } from '../simulate/guards.ts';
import type { Microstep } from '../simulate/system.types.ts';

/** A transition or a state that no case reaches, with the reason. */
export type Unreachable = { id: string; reason: string };

const count = (number: number, what: string) => (number === 1 ? `the one ${what}` : `all ${number} ${what}s`);

const list = (ids: Iterable<string>) => [...new Set(ids)].map((id) => `"${id}"`).join(' or ');

/** Events that are processed while some states are active, and the transitions that they take. */
type Processed = { event: string; transitions: string[]; active: ReadonlySet<string>; from: string };

const idsOf = (snapshot: AnyMachineSnapshot) => new Set(activeNodes(snapshot).map(({ id }) => id));

/** Every event that the machine processes at its start and on the edges of a graph, raised ones included. */
function processedEvents(graph: Graph, initial: AnyMachineSnapshot): Processed[] {
  const inSteps = (from: string, before: AnyMachineSnapshot, microsteps: readonly Microstep[]) => {
    let active = idsOf(before);
    return microsteps.map(({ event, transitions, snapshot }) => {
      const processed = { event, transitions, active, from };
      active = idsOf(snapshot);
      return processed;
    });
  };
  return [
    ...inSteps(graph.initial, initial, graph.start.microsteps),
    ...[...graph.states].flatMap(([from, { snapshot, edges }]) =>
      edges.flatMap(({ microsteps }) => inSteps(from, snapshot, microsteps)),
    ),
  ];
}

/** Finds the reasons why parts of a machine are not reached, from its graph. */
class Reasons {
  readonly #flow: Flow;
  readonly #graph: Graph;
  readonly #edges: readonly Edge[];
  readonly #processed: readonly Processed[];
  readonly #taken: ReadonlySet<string>;
  readonly #active: ReadonlySet<string>;
  readonly #eventless: ReadonlySet<string>;

  constructor(graph: Graph) {
    const { flow } = graph;
    this.#flow = flow;
    this.#graph = graph;
    this.#edges = [...graph.states.values()].flatMap(({ edges }) => edges);
    this.#eventless = new Set(
      transitionsOf(flow.machine).flatMap(({ id, event }) => (event === '' ? [id] : [])),
    );
    const steps = [graph.start, ...this.#edges].flatMap(({ microsteps }) => microsteps);
    const snapshots = [...graph.states.values(), ...steps].map(({ snapshot }) => snapshot);
    // The first microstep of the start is the one after the initial states are entered.
    const initial = flow.machine.resolveState({ value: {}, context: {} });
    this.#processed = processedEvents(graph, initial);
    this.#active = new Set([initial, ...snapshots].flatMap((snapshot) => [...idsOf(snapshot)]));
    this.#taken = new Set([
      ...this.#edges.flatMap(({ transitions }) => transitions),
      ...graph.start.transitions,
    ]);
  }

  /** The states and transitions that are never reached. */
  all(): Unreachable[] {
    const { machine } = this.#flow;
    return [
      ...stateNodes(machine)
        .filter(({ id, type }) => !this.#active.has(id) && type !== 'history')
        .map(({ id }) => ({ id, reason: this.#ofState(id) })),
      ...transitionsOf(machine)
        .filter(({ id }) => !this.#taken.has(id))
        .map((transition) => ({ id: transition.id, reason: this.#ofTransition(transition) })),
    ];
  }

  #ofState(id: string): string {
    const isWithin = (target: string) => target === id || target.startsWith(`${id}.`);
    const leading = transitionsOf(this.#flow.machine).filter(
      ({ source, targets }) => targets.some(isWithin) && !isWithin(source),
    );
    const node = stateNodes(this.#flow.machine).find((candidate) => candidate.id === id);
    const parent = node?.parent;
    if (parent && !this.#active.has(parent.id)) return `its parent "${parent.id}" is never reached`;
    const [first] = leading;
    if (!first)
      return isInitialOf(node)
        ? 'its parent is always entered in another state'
        : 'no transition leads there';
    const which =
      leading.length === 1
        ? 'the only transition that leads there'
        : `no one of the ${leading.length} transitions that lead there is taken; the first`;
    return `${which}, "${first.id}", is never taken: ${this.#ofTransition(first)}`;
  }

  #ofTransition({ id, source, event, guard }: TransitionData): string {
    if (!this.#active.has(source)) return `its state "${source}" is never reached`;
    const isFalse = this.#graph.evaluations.get(guardResult(id, false));
    const isTrue = this.#graph.evaluations.has(guardResult(id, true));
    if (isFalse && !isTrue)
      return `its guard "${guard}" is false in ${count(isFalse.size, 'state')} where it is asked; the nearest is ${this.#nearest(isFalse)}`;
    const asked = this.#processed.filter(
      (processed) => processed.active.has(source) && (event === '' || matchesEvent(processed.event, event)),
    );
    const isRival = (other: string) => event !== '' || this.#eventless.has(other);
    const others = asked.filter(({ transitions }) => transitions.some(isRival));
    if (others.length > 0) {
      const states = new Set(others.map(({ from }) => from)).size;
      return `${list(others.flatMap(({ transitions }) => transitions.filter(isRival)))} is taken first in ${count(states, 'state')} where it could be`;
    }
    return this.#whyNoEvent(source, event);
  }

  #whyNoEvent(source: string, event: string): string {
    const { events, isPossible } = this.#flow;
    if (event === '') return `the machine ends in "${source}"`;
    const cancelling = this.#edges.filter(({ cancelled }) => cancelled.includes(event));
    if (event.startsWith('xstate.after.'))
      return cancelling.length > 0
        ? `its timer is always cancelled before it is due, by ${list(cancelling.flatMap(({ transitions }) => transitions.slice(0, 1)))}`
        : this.#graph.unexplored.length > 0
          ? 'the step of its timer is refused'
          : 'its timer is never due';
    if (event.startsWith('xstate.done.state.')) return 'no final state of its state is reached';
    if (event.startsWith('xstate.')) return `there is no case for ${describeEventSource(event)} in its state`;
    const types = Object.keys(events).filter((type) => matchesEvent(type, event));
    const cases = types.flatMap((type) => Object.keys(events[type] ?? {}).map((name) => ({ type, name })));
    if (cases.length === 0) return `there is no case for "${event}", and nothing raises it in its state`;
    const states = [...this.#graph.states.values()].filter(
      ({ snapshot }) => snapshot.status === 'active' && idsOf(snapshot).has(source),
    );
    const isExcluded = states.every(({ snapshot }) =>
      cases.every(({ type, name }) => !isPossible(`${type}: ${name}`, snapshot)),
    );
    if (states.length === 0) return `the machine never rests in "${source}"`;
    if (isExcluded)
      return `isPossible excludes every case of "${event}" in ${count(states.length, 'state')} where it could be taken`;
    const why = this.#graph.unexplored.length > 0 ? 'its step is refused' : 'the machine breaks';
    return `${why} in ${count(states.length, 'state')} where it could be taken`;
  }

  /** The nearest of some states, which was found first: its name, with the steps that lead to it. */
  #nearest(keys: ReadonlySet<string>): string {
    const nearest = [...this.#graph.states].find(([key]) => keys.has(key))?.[1];
    if (!nearest) throw new Error('None of the states is in the graph.');
    const name = stateName(nearest.snapshot);
    const steps = this.#graph.pathTo(name) ?? [];
    const names = steps.map(({ step }) => stepName(step)).join(' → ');
    return `"${name}"${names === '' ? ', at the start' : `, after ${names}`}`;
  }
}

/**
 * The states and transitions of a machine that its cases never reach.
 *
 * @example
 * findUnreachable(explore({ ...shelf, events: { asked: { once: {} }, taken: {} } })).map(({ id }) => id); // ['shelf.full · taken']
 */
export function findUnreachable(graph: Graph): Unreachable[] {
  const unreachable = new Reasons(graph).all();
  if (graph.leftOut === null) return unreachable;
  return unreachable.map(({ id, reason }) => ({ id, reason: `${graph.leftOut}; up to there, ${reason}` }));
}
