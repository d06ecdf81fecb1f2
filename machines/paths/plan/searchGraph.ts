import { countedStates, stateName } from '../define/names.ts';
import type { Edge, Graph } from '../simulate/graph.types.ts';
import { isRefusal } from '../simulate/refusals.ts';
import { type Criterion, type Goal, goalsOfStep } from './criteria.ts';
import { RequirementGoals, type Requirements } from './requirements.ts';
import { findRoundTrips, type RoundTrip, roundTripsOf } from './roundTrips.ts';
import type { Move, Searchable, SearchNode } from './search.types.ts';

const MAX_GOALS = 20_000;
const MAX_NODES = 100_000;

/** The criteria with goals that only an event reaches that nothing takes. */
const OF_REFUSALS: readonly Criterion[] = ['guards', 'conditions', 'refusals'];

/** The graph in which paths are searched; each node is expanded when it is first visited. */
export class SearchGraph implements Searchable {
  readonly start: SearchNode;
  readonly #graph: Graph;
  readonly #criteria: readonly Criterion[];
  readonly #sendsRefused: boolean;
  readonly #hasPairs: boolean;
  readonly #requirements: RequirementGoals | null;
  readonly #roundTrips: ReadonlyMap<string, readonly RoundTrip[]>;
  readonly #stateNumbers: ReadonlyMap<string, number>;
  readonly #nodes = new Map<string, SearchNode>();
  readonly #moves: (readonly Move[] | undefined)[] = [];
  readonly #goalNumbers = new Map<string, number>();
  readonly #goals: Goal[] = [];
  /** The omitted goals, where there are too many, in sentences. */
  readonly cut: string[] = [];

  constructor(graph: Graph, criteria: readonly Criterion[], requirements: Requirements) {
    this.#graph = graph;
    this.#criteria = criteria;
    this.#stateNumbers = new Map([...graph.states.keys()].map((state, number) => [state, number]));
    this.#sendsRefused = criteria.some((criterion) => OF_REFUSALS.includes(criterion));
    this.#hasPairs = criteria.includes('pairs');
    this.#requirements = criteria.includes('requirements') ? new RequirementGoals(requirements) : null;
    const { byState, cut } = criteria.includes('round-trips')
      ? findRoundTrips(graph)
      : { byState: new Map(), cut: null };
    this.#roundTrips = byState;
    if (cut !== null) this.cut.push(cut);
    this.start = this.#nodeOf(graph.initial, null, this.#requirements ? '' : null);
  }

  #nodeOf(state: string, previous: string | null, prefix: string | null): SearchNode {
    // The key of a state may be long.
    const key = JSON.stringify([this.#stateNumbers.get(state), previous, prefix]);
    const node = this.#nodes.get(key) ?? { id: this.#nodes.size, state, previous, prefix };
    this.#nodes.set(key, node);
    return node;
  }

  #nodeAfter({ previous, prefix }: SearchNode, edge: Edge): SearchNode {
    return this.#nodeOf(
      edge.to,
      this.#hasPairs ? (edge.transitions.at(-1) ?? previous) : null,
      this.#requirements?.prefixAfter(prefix, edge) ?? null,
    );
  }

  #goalNumber(criterion: Criterion, id: string): number {
    const key = `${criterion}: ${id}`;
    const number = this.#goalNumbers.get(key) ?? this.#goals.push({ criterion, id }) - 1;
    this.#goalNumbers.set(key, number);
    return number;
  }

  #goalsOf({ previous, prefix }: SearchNode, edge: Edge): number[] {
    return this.#criteria.flatMap((criterion) => {
      if (criterion === 'round-trips') return [];
      if (criterion === 'restores')
        return this.#graph.lossesIn(edge.to).map((loss) => this.#goalNumber(criterion, loss));
      const ids =
        criterion === 'requirements'
          ? (this.#requirements?.tagsOfStep(prefix, edge) ?? [])
          : goalsOfStep(criterion, edge, previous).flatMap((id) =>
              criterion === 'states' ? countedStates(this.#graph.stateNames, id) : id,
            );
      return ids.map((id) => this.#goalNumber(criterion, id));
    });
  }

  #roundTripFrom(node: SearchNode, { edges, id }: RoundTrip): Move {
    const goals = [this.#goalNumber('round-trips', id)];
    let to = node;
    for (const edge of edges) {
      goals.push(...this.#goalsOf(to, edge));
      to = this.#nodeAfter(to, edge);
    }
    return { edges, to, goals: [...new Set(goals)] };
  }

  movesFrom(node: SearchNode): readonly Move[] {
    const known = this.#moves[node.id];
    if (known) return known;
    const steps = (this.#graph.states.get(node.state)?.edges ?? []).map(
      (edge): Move => ({
        edges: [edge],
        to: this.#nodeAfter(node, edge),
        goals: [...new Set(this.#goalsOf(node, edge))],
      }),
    );
    const refusals = (this.#sendsRefused ? this.#graph.refusalsFrom(node.state) : []).map(
      (edge): Move => ({ edges: [edge], to: node, goals: this.#goalsOf(node, edge) }),
    );
    const roundTrips = (this.#roundTrips.get(node.state) ?? []).map((trip) =>
      this.#roundTripFrom(node, trip),
    );
    const distinct = new Map<string, Move>();
    for (const move of [...steps, ...refusals, ...roundTrips]) {
      const key = `${move.edges.length} ${move.to.id} ${move.goals}`;
      if (!distinct.has(key)) distinct.set(key, move);
    }
    const moves = [...distinct.values()];
    this.#moves[node.id] = moves;
    return moves;
  }

  get size(): number {
    return this.#nodes.size;
  }

  /** Every reachable goal, where there are too many the nearest; its index is its number. */
  goals(): readonly Goal[] {
    const seen = new Set([this.start]);
    for (const node of seen) {
      for (const { to } of this.movesFrom(node)) seen.add(to);
      if (this.#goals.length > MAX_GOALS || seen.size > MAX_NODES) {
        this.cut.push(
          `${this.#criteria.join(', ')}: the ${this.#goals.length} nearest goals are planned, there are more`,
        );
        break;
      }
    }
    return [...this.#goals];
  }

  /** The numbers of the goals that a path from the start reaches. */
  goalsOn(path: readonly Edge[]): number[] {
    let node = this.start;
    const numbers = path.flatMap((edge) => {
      const reached = this.#goalsOf(node, edge);
      if (!isRefusal(edge)) node = this.#nodeAfter(node, edge);
      return reached;
    });
    const initial = this.#graph.states.get(this.#graph.initial);
    if (!this.#criteria.includes('round-trips') || !initial) return numbers;
    const roundTrips = roundTripsOf(path, stateName(initial.snapshot));
    return [...numbers, ...roundTrips.map((id) => this.#goalNumber('round-trips', id))];
  }
}
