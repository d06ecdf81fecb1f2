/** A graph whose states and transitions are numbers from 0. */
export type NumberedGraph = {
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
export function linearBound({ initial, stateCount, transitionCount, steps }: NumberedGraph): number {
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
