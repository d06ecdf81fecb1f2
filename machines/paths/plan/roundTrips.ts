import { stateName } from '../define/names.ts';
import type { Edge, Graph } from '../simulate/graph.types.ts';

/** A path that returns to the state, by name, in which it began, and passes no other state twice. */
export type RoundTrip = { id: string; edges: readonly Edge[] };

/** The most round trips, and the most steps tried to find them, before the longer ones are left out. */
const MAX_ROUND_TRIPS = 1_000;
const MAX_STEPS_TRIED = 300_000;

/**
 * The id of a round trip: its states from the first in the alphabet. The same cycle begun elsewhere has the same
 * id.
 */
function roundTripId(names: readonly string[]): string {
  const [first = ''] = names.toSorted();
  const start = names.indexOf(first);
  const rotated = [...names.slice(start), ...names.slice(0, start), first];
  return rotated.join(' → ');
}

/** A walk that passes no state twice: the names of its states, their number as a sequence, and its steps from a state. */
type Walk = { start: string; names: readonly string[]; sequence: number; edges: readonly Edge[] };

/**
 * The round trips that begin in each state, by its key: each simple cycle of state names that the steps of the
 * graph can walk, by its first walk. The shortest are found first; `cut` names the omitted ones where there are
 * too many.
 */
export function findRoundTrips(graph: Graph): { byState: Map<string, RoundTrip[]>; cut: string | null } {
  const nameOf = new Map([...graph.states].map(([key, { snapshot }]) => [key, stateName(snapshot)]));
  const ids = new Set<string>();
  const byState = new Map([...graph.states.keys()].map((key): [string, RoundTrip[]] => [key, []]));
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  let walks = [...nameOf].map(
    ([start, name]): Walk => ({ start, names: [name], sequence: numberOf(start), edges: [] }),
  );
  let stepsTried = 0;
  for (let length = 1; walks.length > 0; length += 1) {
    const next = new Map<string, Walk>();
    for (const { start, names, sequence, edges } of walks)
      for (const edge of graph.states.get(edges.at(-1)?.to ?? start)?.edges ?? []) {
        stepsTried += 1;
        if (stepsTried > MAX_STEPS_TRIED || ids.size > MAX_ROUND_TRIPS)
          return { byState, cut: `round-trips: those of ${length} steps and more are not all planned` };
        const name = nameOf.get(edge.to) ?? '';
        if (edge.transitions.length === 0 || names.indexOf(name) > 0) continue;
        if (name !== names[0]) {
          const longer = numberOf(`${sequence} ${name}`);
          const position = `${longer} ${numberOf(edge.to)}`;
          if (!next.has(position))
            next.set(position, {
              start,
              names: [...names, name],
              sequence: longer,
              edges: [...edges, edge],
            });
          continue;
        }
        const id = roundTripId(names);
        const found = byState.get(start);
        if (found?.every((trip) => trip.id !== id)) found.push({ id, edges: [...edges, edge] });
        ids.add(id);
      }
    walks = [...next.values()];
  }
  return { byState, cut: null };
}

/** The ids of the round trips that a path contains. */
export function roundTripsOf(path: readonly Edge[], initialName: string): string[] {
  const moving = path.filter(({ transitions }) => transitions.length > 0);
  const names = [initialName, ...moving.map(({ after }) => stateName(after))];
  return names.flatMap((name, start) => {
    const length = names.slice(start + 1).indexOf(name) + 1;
    const passed = names.slice(start, start + length);
    return length > 0 && new Set(passed).size === length ? [roundTripId(passed)] : [];
  });
}
