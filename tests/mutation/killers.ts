import {
  type Behaviour,
  behaviourOf,
  counterexample,
  explore,
  type Flow,
  firstDifference,
  type Graph,
  journeyDivergence,
  type Path,
  stepName,
} from '../../machines/paths/index.ts';
import { findPathThrough } from '../support/pathThrough.ts';

/** What a mutant fails: a journey or a property by its title, the walk of a path on the screen by its steps, or to be explored. */
export type Killer =
  | { kind: 'journey' | 'property' | 'exploration'; title: string }
  | { kind: 'screen'; steps: readonly string[] };

export type Verdict = Killer | 'equivalent' | 'survivor';

/** A flow whose mutants are examined. */
export type Subject = {
  flow: Flow;
  /** The functions with which the actions of the flow are performed on its page. */
  actions: Readonly<Record<string, unknown>>;
  behaviour: Behaviour;
  /** Whether something else than a journey or a property fails on the bare machine. */
  failsOnMachine?: (flow: Flow) => boolean;
  /** Returns the paths of a mutant that are walked on the screen, if the one to its first difference does not fail. */
  planOf: (graph: Graph) => readonly Path[];
  /** Whether the walk of a path of a mutant fails on the screen. */
  failsOnScreen: (mutant: Mutant, graph: Graph, path: Path) => Promise<boolean>;
};

/** A flow with a mutated machine, and the mutation of it. */
export type Mutant = { flow: Flow; apply: (machine: Flow['machine']) => Flow['machine'] };

/** Returns a journey that fails with a flow; the remembered one is tried first. */
export function failedJourney(flow: Flow, remembered?: Killer): Killer | null {
  const isRemembered = ({ title }: { title: string }) =>
    remembered?.kind === 'journey' && remembered.title === title;
  const journeys = flow.journeys.toSorted(
    (one, other) => Number(isRemembered(other)) - Number(isRemembered(one)),
  );
  const failed = journeys.find((journey) => journeyDivergence(flow, journey));
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
export async function verdictOn(subject: Subject, mutant: Mutant, remembered?: Killer): Promise<Verdict> {
  const { flow } = mutant;
  if (subject.failsOnMachine?.(flow)) return { kind: 'exploration', title: 'on the bare machine' };
  const limit = maxStates(subject.behaviour.graph);
  const graphOrKiller = killedOnMachine(flow, limit, remembered);
  if ('kind' in graphOrKiller) return graphOrKiller;
  const difference = firstDifference(subject.behaviour, behaviourOf(flow, graphOrKiller, subject.actions));
  if (difference === null) return 'equivalent';
  for (const path of pathsToWalk(subject, graphOrKiller, difference, remembered))
    if (await subject.failsOnScreen(mutant, graphOrKiller, path))
      return { kind: 'screen', steps: path.map(({ step }) => stepName(step)) };
  return 'survivor';
}

/** Returns the paths to walk on the screen: the remembered one, that to the first difference, and then the plan. */
function* pathsToWalk({ planOf }: Subject, graph: Graph, difference: Path, remembered?: Killer) {
  const known = remembered?.kind === 'screen' ? findPathThrough(graph, remembered.steps) : null;
  if (known) yield known;
  yield difference;
  yield* planOf(graph);
}

/** Returns the number of states that a mutant may have; one with more is killed. */
export const maxStates = ({ states }: Graph): number => 100 + 4 * states.size;

/** Returns what kills a mutant on the bare machine, or its graph where nothing does. */
export function killedOnMachine(flow: Flow, limit: number, remembered?: Killer): Killer | Graph {
  try {
    const journey = failedJourney(flow, remembered);
    if (journey) return journey;
    const graph = explore(flow, { limit });
    return violatedProperty(flow, graph) ?? graph;
  } catch (error) {
    return { kind: 'exploration', title: error instanceof Error ? error.message : String(error) };
  }
}
