import {
  createExplorer,
  type Edge,
  type Graph,
  type Step,
  stepName,
} from '../../../../machines/paths/index.ts';
import { stateName } from '../../../../machines/stateName.ts';
import type { Chart } from './chart.ts';
import { flowOfChart } from './chartFlow.ts';
import { type ReplayStep, type ReplayTest, runningActor } from './replay.ts';
import { possibleSteps } from './walk.ts';

/** Returns a step of a graph as the replay on real actors names it. */
function replayStepOf(step: Step): ReplayStep {
  const { kind, event } = step;
  if (!('path' in step)) return { kind, name: stepName(step), event };
  const owner = step.path.slice(0, -1).join('.');
  return { kind, name: `${step.path.at(-1)}: ${step.name}`, event, ...(owner !== '' && { to: owner }) };
}

/** Returns a path of a graph as a test that can be replayed on real actors. */
export const testOfPath = (path: readonly Edge[]): ReplayTest => ({
  steps: path.map(({ step, after: { value, status } }) => ({
    ...replayStepOf(step),
    after: { value, status },
  })),
});

/** Returns a random path through a graph. */
export function randomPath(graph: Graph, random: () => number, maxLength: number): Edge[] {
  const path: Edge[] = [];
  for (let key = graph.initial; path.length < maxLength; ) {
    const edges = graph.states.get(key)?.edges ?? [];
    const edge = edges[Math.floor(random() * edges.length)];
    if (!edge) break;
    path.push(edge);
    key = edge.to;
  }
  return path;
}

const isTimed = (kind: ReplayStep['kind']) => kind === 'timer' || kind === 'delayed';

/** Returns the name of a step that is the same for a graph and for real actors. */
const commonName = ({ kind, name, to = '' }: ReplayStep): string =>
  isTimed(kind) ? 'what is due next' : `${kind} ${to} ${name}`;

/** Returns the first step of a test on real actors that is not in the graph, or leads elsewhere, in a sentence; null where there is none. */
export function missingInGraph(graph: Graph, { steps }: ReplayTest): string | null {
  let key = graph.initial;
  for (const [index, step] of steps.entries()) {
    const edges = graph.states.get(key)?.edges ?? [];
    const edge = edges.find((candidate) => commonName(replayStepOf(candidate.step)) === commonName(step));
    const place = `step ${index + 1}, "${step.name}" of ${steps.map(({ name }) => name).join(' → ')}`;
    if (!edge) return `${place}: the graph has only ${edges.map((known) => stepName(known.step)).join(', ')}`;
    const { value, status } = edge.after;
    if (status !== step.after.status || stateName(edge.after) !== stateName(step.after))
      return `${place}: led to ${status} "${stateName(step.after)}" (${step.after.status}), in the graph to ${JSON.stringify(value)} (${status})`;
    key = edge.to;
  }
  return null;
}

/**
 * Performs random steps with an explorer and on real actors at once. Returns the first state in which other steps are
 * possible, or to which a step leads one of them alone, in a sentence; null where they agree.
 */
export function firstDisagreement(chart: Chart, random: () => number, length: number): string | null {
  const explorer = createExplorer(flowOfChart(chart));
  const running = runningActor(chart.machine, { input: chart.input });
  const taken: string[] = [];
  const difference = (what: string) => `after ${taken.join(' → ')}: ${what}`;
  try {
    for (let { state } = explorer.start(); taken.length < length; ) {
      const [expected, actual] = [running.snapshot(), state.snapshot];
      if (expected.status !== actual.status || stateName(expected) !== stateName(actual))
        return difference(
          `${expected.status} "${stateName(expected)}", not ${actual.status} "${stateName(actual)}"`,
        );
      const { steps } = explorer.steps(state);
      const [explored, possible] = [steps.map(replayStepOf), possibleSteps(chart, running)].map((all) =>
        all.map(commonName).toSorted().join(', '),
      );
      if (explored !== possible) return difference(`${possible} can happen, not ${explored}`);
      const step = steps[Math.floor(random() * steps.length)];
      if (!step) break;
      taken.push(stepName(step));
      state = explorer.perform(state, step).state;
      running.perform(replayStepOf(step));
    }
    return null;
  } finally {
    running.stop();
  }
}
