import {
  behaviourOf,
  counterexample,
  explore,
  type Flow,
  type Graph,
  journeyDivergence,
  mutationsOf,
  type Path,
} from '../../machines/paths/index.ts';

/** The check that a mutant fails: a journey or a property by its title, the walk of a path on the screen, or exploring. */
export type Killer = { kind: 'journey' | 'property' | 'exploration' | 'screen'; title: string };

export type Verdict = Killer | 'equivalent' | 'survivor';

/** A flow whose mutants are examined. */
export type Subject = {
  flow: Flow;
  /** The functions with which the actions of the flow are performed on its page. */
  actions: Readonly<Record<string, unknown>>;
  behaviour: ReturnType<typeof behaviourOf>;
  /** Returns the paths of a mutant that are walked on the screen, if the one to its first difference does not fail. */
  planOf: (graph: Graph) => readonly Path[];
  /** Whether the walk of a path of a mutant fails on the screen. */
  failsOnScreen: (mutant: Mutant, graph: Graph, path: Path) => Promise<boolean>;
};

/** A flow with a mutated machine, and the mutation of it. */
export type Mutant = { flow: Flow; apply: (machine: Flow['machine']) => Flow['machine'] };

/** Returns a journey that fails with a flow. */
export function failedJourney(flow: Flow): Killer | null {
  const failed = flow.journeys.find((journey) => journeyDivergence(flow, journey));
  return failed ? { kind: 'journey', title: failed.title } : null;
}

/** Returns a property that a graph violates. */
export function violatedProperty({ properties }: Flow, graph: Graph): Killer | null {
  const violated = properties.find((property) => counterexample(graph, property));
  return violated ? { kind: 'property', title: violated.title } : null;
}

/**
 * Returns what kills a mutant, the cheapest first: a journey, a property, the screen. `equivalent` is a proof: in every
 * state and at every step of both graphs the mutant behaves like the original.
 */
export async function verdictOn(subject: Subject, mutant: Mutant): Promise<Verdict> {
  const { flow } = mutant;
  const graphOrKiller = killedOnMachine(flow, maxStates(subject.behaviour.graph));
  if ('kind' in graphOrKiller) return graphOrKiller;
  const difference = subject.behaviour.firstDifference(behaviourOf(graphOrKiller, subject.actions));
  if (difference === null) return 'equivalent';
  for (const path of pathsToWalk(subject, graphOrKiller, difference))
    if (await subject.failsOnScreen(mutant, graphOrKiller, path)) return { kind: 'screen', title: '' };
  return 'survivor';
}

/** Returns the paths to walk on the screen: that to the first difference, and then the plan. */
function* pathsToWalk({ planOf }: Subject, graph: Graph, difference: Path) {
  yield difference;
  yield* planOf(graph);
}

/** Returns the number of states that a mutant may have; one with more is killed. */
export const maxStates = ({ states }: Graph): number => 100 + 2 * states.size;

/** Returns what kills a mutant on the bare machine, or its graph where nothing does. */
export function killedOnMachine(flow: Flow, limit: number): Killer | Graph {
  try {
    const journey = failedJourney(flow);
    if (journey) return journey;
    const graph = explore(flow, { limit, patience: limit });
    return violatedProperty(flow, graph) ?? graph;
  } catch (error) {
    return { kind: 'exploration', title: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Examines every mutant of a flow. Returns the names of those that survive, and a summary in a line. The journey that
 * killed the last mutant is tried first, because it often kills the next one.
 */
export async function examineMutants(subject: Subject): Promise<{ survivors: string[]; summary: string }> {
  const { flow } = subject;
  const mutations = mutationsOf(flow);
  const survivors: string[] = [];
  let equivalents = 0;
  let { journeys } = flow;
  for (const { name, apply } of mutations) {
    const mutant = { flow: { ...flow, journeys, machine: apply(flow.machine) }, apply };
    const verdict = await verdictOn(subject, mutant);
    if (verdict === 'survivor') survivors.push(name);
    else if (verdict === 'equivalent') equivalents += 1;
    else if (verdict.kind === 'journey')
      journeys = journeys.toSorted(
        (one, other) => Number(other.title === verdict.title) - Number(one.title === verdict.title),
      );
  }
  return {
    survivors,
    summary: `${flow.id}: ${mutations.length} mutants, ${survivors.length} survive, ${equivalents} proven equivalent`,
  };
}
