import {
  type Edge,
  type Graph,
  isRefusal,
  type Path,
  stateName,
  stepName,
} from '../../machines/paths/index.ts';
import { chooseByWeight, type Random, randomOf } from './random.ts';

/** A state with the transition taken last, the shortest known steps to it, and its possible steps. */
type Position = {
  state: string;
  previous: string | undefined;
  path: readonly string[];
  steps: readonly string[];
  /** The steps that may not have taken their pair yet. */
  untaken: readonly string[];
  /** The number of walks that began with the path. */
  uses: number;
};

/**
 * The effect of a step when it was last performed in a state: its first and its last transition, and the next
 * state.
 */
type Effect = { first: string; last: string; to: string };

const pairOf = (one: string, next: string) => `${one} → ${next}`;
const positionKey = (state: string, previous: string | undefined) => `${state} | ${previous}`;
const effectKey = (state: string, step: string) => `${state} | ${step}`;

/**
 * Leads random walks to where coverage is thin. It counts the pairs of consecutive transitions on walks, and keeps
 * the shortest steps to each position. States and steps are given by their names.
 */
class CoverageGuide {
  readonly #pairCounts = new Map<string, number>();
  readonly #positions = new Map<string, Position>();
  readonly #effects = new Map<string, Effect>();
  #path: string[] = [];
  #state = '';
  #previous: string | undefined;

  /** Starts a walk from the start. */
  begin(): void {
    this.#path = [];
    this.#previous = undefined;
  }

  /**
   * Steps to begin a walk with: fewer than `maxLength`, to a position with pairs that have not been taken, if any.
   */
  beginning(random: Random, maxLength: number): readonly string[] {
    const reachable = [...this.#positions.values()].filter(({ path }) => path.length < maxLength);
    const position = chooseByWeight(
      reachable,
      random(),
      (known) => this.#untakenCount(known) / ((1 + known.uses) * (1 + known.path.length)),
    );
    if (!position) return [];
    position.uses += 1;
    return position.path;
  }

  /** Notes the state of the walk and the steps that are possible there. */
  enter(state: string, steps: readonly string[]): void {
    this.#state = state;
    const key = positionKey(state, this.#previous);
    const known = this.#positions.get(key);
    if (known && known.path.length <= this.#path.length) return;
    const path = [...this.#path];
    if (known) known.path = path;
    else this.#positions.set(key, { state, previous: this.#previous, path, steps, untaken: steps, uses: 0 });
  }

  /** High where the pair of the step is rare, or where the step leads to a position with untaken pairs. */
  weightOf(step: string): number {
    const effect = this.#effects.get(effectKey(this.#state, step));
    const next = effect && this.#positions.get(positionKey(effect.to, effect.last));
    const untakenShare = next && next.steps.length > 0 ? this.#untakenCount(next) / next.steps.length : 0;
    return 1 / (1 + this.#countOf(this.#state, this.#previous, step)) ** 2 + untakenShare;
  }

  /** Counts the pair of a step by the transitions that it took. */
  performed(step: string, transitions: readonly string[], to: string): void {
    this.#path.push(step);
    const [first] = transitions;
    const last = transitions.at(-1);
    if (first === undefined || last === undefined) return;
    this.#effects.set(effectKey(this.#state, step), { first, last, to });
    if (this.#previous !== undefined) {
      const pair = pairOf(this.#previous, first);
      this.#pairCounts.set(pair, (this.#pairCounts.get(pair) ?? 0) + 1);
    }
    this.#previous = last;
  }

  /** How many steps of a position have never been performed there, or take a pair that has never been taken. */
  #untakenCount(position: Position): number {
    const { state, previous } = position;
    position.untaken = position.untaken.filter((step) => this.#countOf(state, previous, step) === 0);
    return position.untaken.length;
  }

  /** How often the pair of a step has been taken; 0 where its effect is not known yet. */
  #countOf(state: string, previous: string | undefined, step: string): number {
    const effect = this.#effects.get(effectKey(state, step));
    if (!effect || previous === undefined) return 0;
    return this.#pairCounts.get(pairOf(previous, effect.first)) ?? 0;
  }
}

/**
 * Random paths through a graph, the same for the same seed. They go on from where the `walked` paths, and those
 * before them, took few pairs of transitions.
 */
export function randomPaths(
  graph: Graph,
  {
    seed,
    count,
    maxLength,
    walked,
  }: { seed: number; count: number; maxLength: number; walked: readonly Path[] },
): Path[] {
  const random = randomOf(seed);
  const guide = new CoverageGuide();
  const edgesAt = (key: string): Edge[] => {
    const state = graph.states.get(key);
    if (!state) return [];
    guide.enter(
      stateName(state.snapshot),
      state.edges.map(({ step }) => stepName(step)),
    );
    return state.edges;
  };
  const follow = (edge: Edge) =>
    guide.performed(stepName(edge.step), edge.transitions, stateName(edge.after));

  for (const path of walked) {
    guide.begin();
    // An event that nothing takes is no step of the graph.
    for (const edge of path.filter((step) => !isRefusal(step))) {
      edgesAt(edge.from);
      follow(edge);
    }
  }
  return Array.from({ length: count }, () => {
    const beginning = guide.beginning(random, maxLength);
    guide.begin();
    const path: Path = [];
    while (path.length < maxLength) {
      const edges = edgesAt(path.at(-1)?.to ?? graph.initial);
      const name = beginning[path.length];
      const edge =
        name === undefined
          ? chooseByWeight(edges, random(), ({ step }) => guide.weightOf(stepName(step)))
          : edges.find(({ step }) => stepName(step) === name);
      if (!edge) break;
      path.push(edge);
      follow(edge);
    }
    return path;
  });
}
