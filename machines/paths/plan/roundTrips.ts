import { stateName } from '../define/names.ts';
import { ExploreError } from '../simulate/exploreError.ts';
import type { Edge, Graph } from '../simulate/graph.types.ts';

/** A path that returns to the state, by name, in which it began, and passes no other state twice. */
export type RoundTrip = { id: string; edges: readonly Edge[] };

/** The most round trips, and the most steps tried to find them, before a flow has too many. */
const MAX_ROUND_TRIPS = 1_000;
const MAX_STEPS_TRIED = 2_000_000;

/** Returns the id of a round trip: its states from the first in the alphabet. The same cycle begun elsewhere has the same id. */
function roundTripId(names: readonly string[]): string {
  const [first = ''] = names.toSorted();
  const start = names.indexOf(first);
  const rotated = [...names.slice(start), ...names.slice(0, start), first];
  return rotated.join(' → ');
}

/**
 * Returns the round trips that begin in each state, by its key: each simple cycle of state names that the steps of the
 * graph can walk, by its first walk.
 * @throws ExploreError when there are too many.
 */
export function roundTripsByState(graph: Graph): Map<string, RoundTrip[]> {
  const names = new Map([...graph.states].map(([key, { snapshot }]) => [key, stateName(snapshot)]));
  const nameOf = (key: string) => names.get(key) ?? '';
  const ids = new Set<string>();
  let stepsTried = 0;

  const roundTripsFrom = (start: string): RoundTrip[] => {
    const found = new Map<string, Edge[]>();
    const tried = new Set<string>();
    const extend = (key: string, path: Edge[], passed: readonly string[]): void => {
      for (const edge of graph.states.get(key)?.edges ?? []) {
        stepsTried += 1;
        if (stepsTried > MAX_STEPS_TRIED)
          throw new ExploreError(`more than ${MAX_STEPS_TRIED} steps are needed to find all round trips`);
        if (edge.transitions.length === 0) continue;
        const name = nameOf(edge.to);
        if (name === passed[0]) {
          const id = roundTripId(passed);
          if (!found.has(id)) found.set(id, [...path, edge]);
          ids.add(id);
          if (ids.size > MAX_ROUND_TRIPS)
            throw new ExploreError(`there are more than ${MAX_ROUND_TRIPS} round trips`);
        }
        const position = JSON.stringify([...passed, edge.to]);
        if (passed.includes(name) || tried.has(position)) continue;
        tried.add(position);
        extend(edge.to, [...path, edge], [...passed, name]);
      }
    };
    extend(start, [], [nameOf(start)]);
    return [...found].map(([id, edges]) => ({ id, edges }));
  };
  return new Map([...graph.states.keys()].map((key) => [key, roundTripsFrom(key)]));
}

/** Returns the ids of the round trips that a path contains. */
export function roundTripsOf(path: readonly Edge[], initialName: string): string[] {
  const moving = path.filter(({ transitions }) => transitions.length > 0);
  const names = [initialName, ...moving.map(({ after }) => stateName(after))];
  return names.flatMap((name, start) => {
    const length = names.slice(start + 1).indexOf(name) + 1;
    const passed = names.slice(start, start + length);
    return length > 0 && new Set(passed).size === length ? [roundTripId(passed)] : [];
  });
}
