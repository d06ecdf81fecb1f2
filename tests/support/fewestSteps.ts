import type { Graph } from '../../machines/paths/index.ts';

/** A graph whose states and transitions are numbers from 0. */
type NumberedGraph = {
  initial: number;
  stateCount: number;
  transitionCount: number;
  steps: readonly { from: number; to: number; transitions: readonly number[] }[];
};

const EPSILON = 1e-9;

/** Maximises the sum of the variables that `weights` weighs, subject to `rows` · x ≤ 1 and x ≥ 0, by the simplex method. */
function maximise(rows: readonly Float64Array[], weights: Float64Array): Float64Array {
  const count = weights.length;
  const tableau = rows.map((row) => Float64Array.from([...row, 1]));
  const objective = Float64Array.from([...weights, 0]);
  const basic = rows.map((_, index) => count + index);
  const nonbasic = Array.from({ length: count }, (_, index) => index);
  for (;;) {
    const entering = objective
      .subarray(0, count)
      .reduce((best, value, index, all) => (value > (all[best] ?? 0) ? index : best), 0);
    if ((objective[entering] ?? 0) <= EPSILON) break;
    let leaving = -1;
    let least = Number.POSITIVE_INFINITY;
    tableau.forEach((row, index) => {
      const coefficient = row[entering] ?? 0;
      if (coefficient <= EPSILON) return;
      const ratio = (row[count] ?? 0) / coefficient;
      if (ratio < least - EPSILON) {
        least = ratio;
        leaving = index;
      }
    });
    const pivotRow = tableau[leaving];
    if (!pivotRow) throw new Error('the bound has no limit');
    const pivot = pivotRow[entering] ?? 1;
    for (let column = 0; column <= count; column += 1) pivotRow[column] = (pivotRow[column] ?? 0) / pivot;
    pivotRow[entering] = 1 / pivot;
    const columns = [...pivotRow.keys()].filter((column) => column !== entering && pivotRow[column] !== 0);
    for (const row of [...tableau, objective]) {
      const factor = row[entering] ?? 0;
      if (row === pivotRow || factor === 0) continue;
      for (const column of columns) row[column] = (row[column] ?? 0) - factor * (pivotRow[column] ?? 0);
      row[entering] = -factor / pivot;
    }
    [basic[leaving], nonbasic[entering]] = [nonbasic[entering] ?? 0, basic[leaving] ?? 0];
  }
  const values = new Float64Array(count);
  basic.forEach((variable, index) => {
    if (variable < count) values[variable] = Math.max(0, tableau[index]?.[count] ?? 0);
  });
  return values;
}

/**
 * Returns a number of steps below which no paths from the start take every transition: the linear relaxation of the
 * flow problem (each state but the first is left at most as often as it is entered, each transition is taken at least
 * once), solved by its dual. The dual solution is checked, so the bound holds whatever the rounding.
 */
function linearBound({ initial, stateCount, transitionCount, steps }: NumberedGraph): number {
  const count = stateCount + transitionCount;
  const rows = steps.map(({ from, to, transitions }) => {
    const row = new Float64Array(count);
    if (from !== to && to !== initial) row[to] = 1;
    if (from !== to && from !== initial) row[from] = -1;
    for (const id of transitions) row[stateCount + id] = 1;
    return row;
  });
  const weights = new Float64Array(count).fill(1, stateCount);
  const values = maximise(rows, weights);
  const sumOf = (row: Float64Array) =>
    row.reduce((sum, factor, index) => sum + factor * (values[index] ?? 0), 0);
  const excess = Math.max(1, ...rows.map(sumOf));
  const bound = values.subarray(stateCount).reduce((sum, value) => sum + value, 0) / excess;
  return Math.ceil(bound - 1e-6);
}

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
 * step: the Chinese postman with resets. The exact number for a small graph, otherwise a proven lower bound.
 */
export function fewestSteps(graph: Graph): { steps: number; isExact: boolean } {
  const small = numbered(graph);
  return small.stateCount * 2 ** small.transitionCount <= MOST_PAIRS
    ? { steps: searchFewest(small), isExact: true }
    : { steps: linearBound(small), isExact: false };
}
