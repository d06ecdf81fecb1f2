import type { Graph } from '../../machines/paths/index.ts';

/** A graph whose states and transitions are numbers from 0. */
type NumberedGraph = {
  initial: number;
  stateCount: number;
  transitionCount: number;
  steps: readonly { from: number; to: number; transitions: readonly number[] }[];
};

/** Returns the class of each state: states of a class have steps with the same transitions to the same classes. */
function classesOf({ states }: Graph): Map<string, number> {
  let classes = new Map([...states.keys()].map((key) => [key, 0]));
  for (;;) {
    const numbers = new Map<string, number>();
    const refined = new Map(
      [...states].map(([key, { edges }]) => {
        const steps = edges.map(({ to, transitions }) => `${transitions} ${classes.get(to)}`);
        const signature = JSON.stringify([classes.get(key), [...new Set(steps)].sort()]);
        const number = numbers.get(signature) ?? numbers.size;
        numbers.set(signature, number);
        return [key, number];
      }),
    );
    if (numbers.size === new Set(classes.values()).size) return classes;
    classes = refined;
  }
}

/** Returns a graph by numbers: its states by their classes, and its steps without duplicates. */
function numbered(graph: Graph): NumberedGraph {
  const classes = classesOf(graph);
  const classOf = (key: string) => classes.get(key) ?? -1;
  const edges = [...graph.states.values()].flatMap((state) => state.edges);
  const ids = [...new Set(edges.flatMap(({ transitions }) => transitions))];
  const steps = new Map(
    edges.map(({ from, to, transitions }) => {
      const numbers = [...new Set(transitions)]
        .map((id) => ids.indexOf(id))
        .sort((one, other) => one - other);
      const step = { from: classOf(from), to: classOf(to), transitions: numbers };
      return [JSON.stringify(step), step];
    }),
  );
  return {
    initial: classOf(graph.initial),
    stateCount: new Set(classes.values()).size,
    transitionCount: ids.length,
    steps: [...steps.values()].filter(({ from, to, transitions }) => from !== to || transitions.length > 0),
  };
}

/** The most pairs of a state and a set of transitions that are searched. */
const MOST_PAIRS = 2 ** 25;

/** Returns the fewest steps by a search through each pair of a state and the transitions taken so far. */
function searchFewest({ initial, stateCount, transitionCount, steps }: NumberedGraph): number {
  const all = 2 ** transitionCount - 1;
  const stepsFrom = Array.from({ length: stateCount }, (_, state) =>
    steps
      .filter(({ from }) => from === state)
      .map(({ to, transitions }) => ({ to, taken: transitions.reduce((sum, id) => sum | (1 << id), 0) })),
  );
  const seen = new Uint8Array(stateCount * (all + 1));
  let frontier: number[] = [];
  const reach = (next: number[], state: number, taken: number) => {
    const pair = taken * stateCount + state;
    if (seen[pair] === 1) return;
    seen[pair] = 1;
    next.push(pair);
  };
  reach(frontier, initial, 0);
  for (let depth = 0; frontier.length > 0; depth += 1) {
    const next: number[] = [];
    for (const pair of frontier) {
      const taken = Math.floor(pair / stateCount);
      if (taken === all) return depth;
      for (const step of stepsFrom[pair % stateCount] ?? []) {
        reach(next, step.to, taken | step.taken);
        reach(next, initial, taken | step.taken);
      }
    }
    frontier = next;
  }
  throw new Error('not every transition can be taken');
}

/**
 * Returns the fewest steps with which paths from the start can take every transition, where starting again costs no
 * step: the Chinese postman with resets. Null for a graph that is too large to be searched.
 */
export function fewestSteps(graph: Graph): number | null {
  const small = numbered(graph);
  return small.stateCount * 2 ** small.transitionCount <= MOST_PAIRS ? searchFewest(small) : null;
}
