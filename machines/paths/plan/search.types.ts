import type { Edge } from '../simulate/graph.types.ts';

/** A state of the graph with the facts about the path before it that the criteria need. */
export type SearchNode = {
  id: number;
  state: string;
  /** The last transition taken, where pairs are goals. */
  previous: string | null;
  /** The names of the steps from the start, joined, as long as a journey begins with them; null from then on. */
  prefix: string | null;
};

/** One step, or all steps of a round trip, with the numbers of the goals that it reaches. */
export type Move = { edges: readonly Edge[]; to: SearchNode; goals: readonly number[] };

/** A graph in which paths are searched. */
export type Searchable = {
  readonly start: SearchNode;
  /** The number of nodes that have been reached. */
  readonly size: number;
  /** The moves out of a node; of several that lead to the same node and goals the first. */
  movesFrom(node: SearchNode): readonly Move[];
};
