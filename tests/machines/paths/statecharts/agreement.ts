import { isDeepStrictEqual } from 'node:util';
import type { AnyMachineSnapshot } from 'xstate';
import {
  createExplorer,
  createSimulation,
  type Flow,
  flowOfMachine,
  type Graph,
  type Path,
  type Step,
  stateName,
  stepName,
} from '../../../../machines/paths/index.ts';
import type { Chart } from './chart.ts';

/** Graphs are compared with the same machine on real actors of XState. */

/** Returns a chart as a flow with the cases of the chart and no others. An actor without cases never ends. */
export function flowOfChart({ name, machine, input, cases = {}, expected }: Chart): Flow {
  const { events = {}, outcomes = {} } = cases;
  return {
    ...flowOfMachine(machine, { input, events, outcomes }),
    id: name,
    events,
    defaultOutcomes: expected?.refused ? undefined : {},
  };
}

/** Returns a random path through a graph. */
export function randomPath(graph: Graph, random: () => number, maxLength: number): Path {
  const path: Path = [];
  for (let key = graph.initial; path.length < maxLength; ) {
    const edges = graph.states.get(key)?.edges ?? [];
    const edge = edges[Math.floor(random() * edges.length)];
    if (!edge) break;
    path.push(edge);
    key = edge.to;
  }
  return path;
}

const describe = ({ status, value }: AnyMachineSnapshot) => `${status} ${JSON.stringify(value)}`;

const namesOf = (steps: readonly Step[]) => steps.map(stepName).toSorted().join(', ');

/** Performs a path of a graph on real actors. Returns the first difference in a sentence; null where there is none. */
export function replay(flow: Flow, path: Path): string | null {
  const { actor, perform, possibleSteps, takenTransitions } = createSimulation(flow);
  try {
    for (const [index, { step, after, transitions }] of path.entries()) {
      const place = `step ${index + 1}, "${stepName(step)}"`;
      const possible = possibleSteps().find((known) => stepName(known) === stepName(step));
      if (!possible || possible.kind !== step.kind) return `${place} is not possible`;
      takenTransitions.length = 0;
      perform(possible);
      const { status, value } = actor.getSnapshot();
      if (status !== after.status || !isDeepStrictEqual(value, after.value))
        return `${place} leads to ${describe(actor.getSnapshot())}, in the graph to ${describe(after)}`;
      if (status !== 'error' && takenTransitions.join() !== transitions.join())
        return `${place} takes ${takenTransitions.join()}, in the graph ${transitions.join()}`;
    }
    return null;
  } finally {
    actor.stop();
  }
}

/** Performs random steps on real actors. Returns the first one that is not in the graph, or leads elsewhere, in a sentence. */
export function missingInGraph(graph: Graph, random: () => number, length: number): string | null {
  const { actor, perform, possibleSteps } = createSimulation(graph.flow);
  try {
    const taken: string[] = [];
    for (let key = graph.initial; taken.length < length; ) {
      const possible = possibleSteps();
      const step = possible[Math.floor(random() * possible.length)];
      if (!step) break;
      taken.push(stepName(step));
      perform(step);
      const edges = graph.states.get(key)?.edges ?? [];
      const edge = edges.find((candidate) => stepName(candidate.step) === stepName(step));
      if (!edge) return `${taken.join(' → ')}: the graph has only ${namesOf(edges.map((each) => each.step))}`;
      const { status } = actor.getSnapshot();
      if (status !== edge.after.status || stateName(edge.after) !== stateName(actor.getSnapshot()))
        return `${taken.join(' → ')}: led to ${describe(actor.getSnapshot())}, in the graph to ${describe(edge.after)}`;
      key = edge.to;
    }
    return null;
  } finally {
    actor.stop();
  }
}

/**
 * Performs random steps with an explorer and on real actors at once. Returns the first state in which other steps are
 * possible, or to which a step leads one of them alone, in a sentence; null where they agree.
 */
export function firstDisagreement(flow: Flow, random: () => number, length: number): string | null {
  const explorer = createExplorer(flow);
  const { actor, perform, possibleSteps } = createSimulation(flow);
  const taken: string[] = [];
  const difference = (what: string) => `after ${taken.join(' → ')}: ${what}`;
  try {
    for (let { state } = explorer.start(); taken.length < length; ) {
      const [real, explored]: AnyMachineSnapshot[] = [actor.getSnapshot(), state.snapshot];
      if (!real || !explored || real.status !== explored.status || stateName(real) !== stateName(explored))
        return difference(`${stateName(actor.getSnapshot())}, not ${stateName(state.snapshot)}`);
      const { steps } = explorer.steps(state);
      if (namesOf(steps) !== namesOf(possibleSteps()))
        return difference(`${namesOf(possibleSteps())} can happen, not ${namesOf(steps)}`);
      const step = steps[Math.floor(random() * steps.length)];
      if (!step) break;
      taken.push(stepName(step));
      state = explorer.perform(state, step).state;
      perform(step);
    }
    return null;
  } finally {
    actor.stop();
  }
}
