import type { Edge } from '../simulate/graph.types.ts';
import type { Move, Searchable, SearchNode } from './search.types.ts';

/** The cost of a further path, in steps: of two plans with as many steps the one with fewer paths is better. */
const COST_OF_A_PATH = 1;
/** The width of the beam, in partial plans; less where it times the square of the number of goals is more than the work. */
const MAX_BEAM_WIDTH = 10;
const MAX_BEAM_WORK = 400_000;
/** The number of next goals to try from a partial plan. */
const MAX_CANDIDATES_PER_PLAN = 20;
/** How many steps further than the nearest goal another goal may be to be considered. */
const SLACK = 1;

export type SearchLimits = {
  /** The greatest length of a path, unless the nearest goal is further away. */
  maxLength: number;
  /** The number of all goals, and the numbers of the goals that need not be reached. */
  goalCount: number;
  covered: ReadonlySet<number>;
};

/** Steps of the last path, or of a new one, with those before them. */
type Trace = { edges: readonly Edge[]; startsPath: boolean; before: Trace | null };

/** Some of the paths of a plan: the covered goals, the end of the last path, and how it was reached. */
type PartialPlan = {
  node: SearchNode;
  covered: Uint8Array;
  hash: number;
  steps: number;
  paths: number;
  length: number;
  trace: Trace | null;
};

/** A node that a search reaches, with the way to it. */
type Visit = { node: SearchNode; depth: number; move: Move | null; before: Visit | null };

/** A way from the end of a partial plan, or from the start, to a step with uncovered goals. */
type Candidate = { plan: PartialPlan; startsPath: boolean; last: Visit; goals: number[]; hash: number };

const costOf = ({ steps, paths }: PartialPlan): number => steps + COST_OF_A_PATH * paths;

const costOfCandidate = ({ plan, startsPath, last }: Candidate): number =>
  costOf(plan) + last.depth + (startsPath ? COST_OF_A_PATH : 0);

const visitsOf = (last: Visit): Visit[] => {
  const visits: Visit[] = [];
  for (let visit: Visit | null = last; visit?.move; visit = visit.before) visits.push(visit);
  return visits.reverse();
};

/** Whether a move reaches an uncovered goal. */
function reachesNew({ goals }: Move, covered: Uint8Array): boolean {
  for (const goal of goals) if (covered[goal] === 0) return true;
  return false;
}

/** The uncovered goals on the way to a visit. */
function newGoalsOf(last: Visit, covered: Uint8Array): number[] {
  const newGoals: number[] = [];
  for (let visit: Visit | null = last; visit?.move; visit = visit.before)
    for (const goal of visit.move.goals)
      if (covered[goal] === 0 && !newGoals.includes(goal)) newGoals.push(goal);
  return newGoals;
}

/** The number by which a goal changes the hash of the covered goals. */
const hashOf = (goal: number): number => Math.imul(goal + 1, 0x9e3779b1) ^ Math.imul(goal + 7, 0x85ebca6b);

/** The ways to the nearest steps with uncovered goals, those with the fewest steps first. */
function candidatesFrom(
  searchGraph: Searchable,
  plan: PartialPlan,
  startsPath: boolean,
  mostSteps: number,
): Candidate[] {
  const from = startsPath ? searchGraph.start : plan.node;
  const seen = new Uint8Array(searchGraph.size);
  seen[from.id] = 1;
  const reached: Visit[] = [];
  let nearest = mostSteps;
  let frontier: Visit[] = [{ node: from, depth: 0, move: null, before: null }];
  for (let depth = 1; frontier.length > 0 && depth <= nearest; depth += 1) {
    const next: Visit[] = [];
    for (const before of frontier)
      for (const move of searchGraph.movesFrom(before.node)) {
        const length = before.depth + move.edges.length;
        const isNew = length <= nearest && reachesNew(move, plan.covered);
        const isFirst = move.edges.length === 1 && seen[move.to.id] === 0;
        if (!isNew && !isFirst) continue;
        const visit = { node: move.to, depth: length, move, before };
        if (isNew) {
          nearest = Math.min(nearest, length + SLACK);
          reached.push(visit);
        }
        if (isFirst) {
          seen[move.to.id] = 1;
          next.push(visit);
        }
      }
    frontier = next;
  }
  return reached
    .filter(({ depth }) => depth <= nearest)
    .sort((one, other) => one.depth - other.depth)
    .slice(0, MAX_CANDIDATES_PER_PLAN)
    .map((last): Candidate => {
      const goals = newGoalsOf(last, plan.covered);
      const hash = goals.reduce((sum, goal) => sum ^ hashOf(goal), plan.hash);
      return { plan, startsPath, last, goals, hash };
    });
}

/**
 * The ways to the nearest goals from the end of the last path, and from the start where that is as near. Where a
 * new path would be too long too, the last one goes on.
 */
function candidatesOf(searchGraph: Searchable, plan: PartialPlan, maxLength: number): Candidate[] {
  if (plan.paths === 0) return candidatesFrom(searchGraph, plan, true, Number.POSITIVE_INFINITY);
  const next = candidatesFrom(searchGraph, plan, false, maxLength - plan.length);
  const [nearest] = next;
  const mostSteps = nearest ? nearest.last.depth + SLACK : Number.POSITIVE_INFINITY;
  const anew = candidatesFrom(searchGraph, plan, true, mostSteps);
  const steps = anew[0]?.last.depth ?? 0;
  if (nearest || steps <= maxLength) return [...next, ...anew];
  const onwards = candidatesFrom(searchGraph, plan, false, steps);
  return onwards.length > 0 ? onwards : anew;
}

/** The partial plan that a candidate leads to. */
function extended({ plan, startsPath, last, goals, hash }: Candidate): PartialPlan {
  const covered = plan.covered.slice();
  for (const goal of goals) covered[goal] = 1;
  return {
    node: last.node,
    covered,
    hash,
    steps: plan.steps + last.depth,
    paths: plan.paths + (startsPath ? 1 : 0),
    length: (startsPath ? 0 : plan.length) + last.depth,
    trace: { startsPath, edges: visitsOf(last).flatMap(({ move }) => move?.edges ?? []), before: plan.trace },
  };
}

/** The cheapest candidates, one for each end and set of covered goals. */
function cheapest(candidates: Candidate[], width: number): PartialPlan[] {
  const distinct = new Map<string, Candidate>();
  for (const candidate of candidates.sort((one, other) => costOfCandidate(one) - costOfCandidate(other))) {
    const key = `${candidate.last.node.id} ${candidate.hash}`;
    if (!distinct.has(key)) distinct.set(key, candidate);
    if (distinct.size === width) break;
  }
  return [...distinct.values()].map(extended);
}

function pathsOf(plan: PartialPlan): Edge[][] {
  const paths: Edge[][] = [];
  const traces: Trace[] = [];
  for (let { trace } = plan; trace; trace = trace.before) traces.push(trace);
  for (const { edges, startsPath } of traces.reverse())
    if (startsPath) paths.push([...edges]);
    else paths.at(-1)?.push(...edges);
  return paths;
}

/**
 * Paths from the start that together cover every goal. A beam search: of all partial plans with as many goals it
 * extends the cheapest ones, each by the nearest uncovered goals, from the end of its last path or from the start.
 */
export function searchPaths(
  searchGraph: Searchable,
  { maxLength, goalCount, covered }: SearchLimits,
): Edge[][] {
  const width = Math.max(1, Math.min(MAX_BEAM_WIDTH, Math.floor(MAX_BEAM_WORK / goalCount ** 2)));
  const empty: PartialPlan = {
    node: searchGraph.start,
    covered: Uint8Array.from({ length: goalCount }, (_, goal) => Number(covered.has(goal))),
    hash: 0,
    steps: 0,
    paths: 0,
    length: 0,
    trace: null,
  };
  const candidatesByCount = new Map<number, Candidate[]>();
  let best = empty;
  for (let reached = 0; reached <= goalCount - covered.size; reached += 1) {
    const plans = reached === 0 ? [empty] : cheapest(candidatesByCount.get(reached) ?? [], width);
    candidatesByCount.delete(reached);
    best = plans[0] ?? best;
    for (const plan of plans) {
      for (const candidate of candidatesOf(searchGraph, plan, maxLength)) {
        const count = reached + candidate.goals.length;
        const others = candidatesByCount.get(count);
        if (others) others.push(candidate);
        else candidatesByCount.set(count, [candidate]);
      }
    }
  }
  return pathsOf(best);
}
