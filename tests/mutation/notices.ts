import {
  behaviourOf,
  counterexample,
  explore,
  type Flow,
  type Graph,
  journeyDivergence,
  type Path,
  writtenDivergence,
} from '../../machines/paths/index.ts';
import { writtenPlanOf } from '../support/writtenPlans.ts';

/** The tests that can notice a mutant, in the order in which they are asked. */
export const noticers = ['written plan', 'journey', 'property', 'exploration', 'check'] as const;

/** The test that notices a mutant, with its sentence or title. */
export type Notice = { by: (typeof noticers)[number]; what: string };

export type Verdict = readonly Notice[] | 'equivalent' | 'survivor';

/** A flow whose mutants are examined. */
export type Subject = {
  flow: Flow;
  /** The functions with which the actions of the flow are performed on its page. */
  actions: Readonly<Record<string, unknown>>;
  behaviour: ReturnType<typeof behaviourOf>;
  /** The paths of a mutant to walk on the screen, if the one to its first difference does not fail. */
  planOf: (graph: Graph) => readonly Path[];
  /** How the walk of a path of a mutant fails on the screen; null where it does not. */
  failureOnScreen: (mutant: Mutant, graph: Graph, path: Path) => Promise<string | null>;
};

/** A flow with a mutated machine, and the mutation of it. */
export type Mutant = { flow: Flow; apply: (machine: Flow['machine']) => Flow['machine'] };

const failedJourney = (flow: Flow): string | null =>
  flow.journeys.find((journey) => journeyDivergence(flow, journey))?.title ?? null;

const violatedProperty = ({ properties }: Flow, graph: Graph): string | null =>
  properties.find((property) => counterexample(graph, property))?.title ?? null;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** A notice where a test finds something or throws an error. */
function noticesOf(by: Notice['by'], test: () => string | null): Notice[] {
  try {
    const what = test();
    return what === null ? [] : [{ by, what }];
  } catch (error) {
    return [{ by, what: messageOf(error) }];
  }
}

/** A mutant may have this many states; exploring notices one with more. */
export const maxStates = ({ states }: Graph): number => 100 + 2 * states.size;

/**
 * Asks the written plan, the journeys and the properties of a flow. Exploring takes seconds in a large flow:
 * unless `asksAll`, it is left out where plan or journeys notice something.
 */
export function askOnMachine(
  flow: Flow,
  { limit, asksAll }: { limit: number; asksAll: boolean },
): { notices: Notice[]; graph?: Graph } {
  const notices = [
    ...noticesOf('written plan', () => writtenDivergence(flow, writtenPlanOf(flow))),
    ...noticesOf('journey', () => failedJourney(flow)),
  ];
  if (notices.length > 0 && !asksAll) return { notices };
  try {
    const graph = explore(flow, { limit, patience: limit });
    return { notices: [...notices, ...noticesOf('property', () => violatedProperty(flow, graph))], graph };
  } catch (error) {
    return { notices: [...notices, { by: 'exploration', what: messageOf(error) }] };
  }
}

/**
 * Asks the screen where nothing on the bare machine notices the mutant. `equivalent` is a proof: in every state
 * and at every step of both graphs the mutant behaves like the original.
 */
export async function verdictOn(subject: Subject, mutant: Mutant, asksAll: boolean): Promise<Verdict> {
  const limit = maxStates(subject.behaviour.graph);
  const { notices, graph } = askOnMachine(mutant.flow, { limit, asksAll });
  if (notices.length > 0 || !graph) return notices;
  const difference = subject.behaviour.firstDifference(behaviourOf(graph, subject.actions));
  if (difference === null) return 'equivalent';
  for (const path of pathsToWalk(subject, graph, difference)) {
    const what = await subject.failureOnScreen(mutant, graph, path);
    if (what !== null) return [{ by: 'check', what }];
  }
  return 'survivor';
}

/** The path to the first difference, and then the plan. */
function* pathsToWalk({ planOf }: Subject, graph: Graph, difference: Path) {
  yield difference;
  yield* planOf(graph);
}
