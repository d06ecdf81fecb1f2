import { catalogue } from '../../../machines/catalogue.ts';
import { type Edge, explore, type Graph, stateKey, stepName } from '../../../machines/paths/explore.ts';
import type { Flow } from '../../../machines/paths/flow.ts';
import { plan, usual, wayTo, without } from '../../../machines/paths/plan.ts';
import { snapshotOf } from '../../../machines/paths/recording.ts';
import { stateName } from '../../../machines/stateName.ts';
import type { RunLeg } from '../../../machines/visualiserRun/visualiserRun.types.ts';
import type { Pose } from '../channel/messages.ts';
import { deedOf } from '../legs.ts';

/** What is known of a flow once it has been explored. */
export type Planned = {
  paths: RunLeg[][];
};

/** A way from where the page stands to something that has not run yet; null where there is none. */
export type Way = { goal: string; legs: RunLeg[]; isFromStart: boolean } | null;

/** What the planner is asked. */
export type Question =
  | { kind: 'plan'; flow: string }
  | { kind: 'way'; flow: string; goals: string[]; pose: Pose | null };

/** What the planner says to a question, by its number. */
export type Reply = { id: number } & ({ answer: Planned | Way } | { problem: string });

/** A flow with its graph, and with what of it can be reached on a page that is not loaded again. */
type Known = { flow: Flow; graph: Graph; withoutReload: Graph };

const known = new Map<string, Known>();

function knownFlow(id: string): Known {
  const before = known.get(id);
  if (before) return before;
  const flow = catalogue.find((candidate) => candidate.id === id);
  if (!flow) throw new Error(`There is no flow "${id}".`);
  const graph = explore(flow);
  const made = { flow, graph, withoutReload: without(graph, 'draftFound') };
  known.set(id, made);
  return made;
}

const legsOf = (flow: Flow, edges: readonly Edge[]): RunLeg[] =>
  edges.map((edge) => ({
    name: stepName(edge.step),
    deed: deedOf(flow, edge.step),
    state: stateName(edge.after),
    transitions: edge.transitions,
  }));

function planned(id: string): Planned {
  const { flow, graph } = knownFlow(id);
  return { paths: plan(graph, usual).map((path) => legsOf(flow, path)) };
}

/**
 * The nearest of several goals; from the start where no case of the flow leads to where the page stands. A tester
 * wants to see how one comes there: what an earlier visit left is found only where nothing else leads to any goal.
 */
function way(id: string, goals: readonly string[], pose: Pose | null): Way {
  const { flow, graph, withoutReload } = knownFlow(id);
  const here = pose && stateKey(flow, snapshotOf(flow, pose));
  const isKnown = here !== null && graph.states.has(here);
  const waysIn = (known: Graph) =>
    goals.flatMap((goal) => {
      const found = wayTo(known, goal, isKnown ? here : known.initial);
      return found && found.length > 0 ? [{ goal, legs: legsOf(flow, found), isFromStart: !isKnown }] : [];
    });
  const ways = waysIn(withoutReload);
  const [nearest = null] = (ways.length > 0 ? ways : waysIn(graph)).sort(
    (one, other) => one.legs.length - other.legs.length,
  );
  return nearest;
}

/** Answers a question about a flow. Exploring a large flow takes a while. */
export const answerTo = (question: Question): Planned | Way =>
  question.kind === 'plan' ? planned(question.flow) : way(question.flow, question.goals, question.pose);
