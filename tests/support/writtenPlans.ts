import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { planFileOf } from '../../machines/folders.ts';
import {
  explore,
  type Flow,
  followTest,
  type Graph,
  type Path,
  parsePlan,
  planAsText,
  type WrittenPlan,
  writePlan,
} from '../../machines/paths/index.ts';
import { pathTitle } from '../../machines/visualiser/pathFailures.ts';

/** The written plans of the flows, which the tests of all levels walk, and their graphs. */

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

const pathOf = (flow: Flow): string => join(root, planFileOf(flow));

/** @throws Error where the flow has no written plan, or where a line of it cannot be read */
export function writtenPlanOf(flow: Flow): WrittenPlan {
  const file = planFileOf(flow);
  if (!existsSync(pathOf(flow)))
    throw new Error(`${flow.id}: there is no ${file}; write it: ${flow.planCommand}`);
  try {
    return parsePlan(readFileSync(pathOf(flow), 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * A test of a written plan: the names of its steps, the states from the start on, and the path that the machine
 * takes.
 */
export type WrittenWalk = {
  title: string;
  names: readonly string[];
  states: readonly string[];
  /** @throws PlanDivergence where the machine does something else than is written. */
  path: () => Path;
};

/** The tests of the written plan of a flow; nothing is explored. */
export function writtenWalksOf(flow: Flow): WrittenWalk[] {
  const { start, tests } = writtenPlanOf(flow);
  return tests.map((written, index) => ({
    title: pathTitle(index, written.title),
    names: written.steps.map(({ name }) => name),
    states: [start, ...written.steps].flatMap((step) => ('state' in step ? [step.state] : [])),
    path: () => followTest(flow, start, written, index + 1),
  }));
}

const graphs = new WeakMap<Flow, Graph>();

/** Explored once for all tests of a worker. */
export function exploredGraph(flow: Flow): Graph {
  const graph = graphs.get(flow) ?? explore(flow);
  graphs.set(flow, graph);
  return graph;
}

const introduction = ({ title, planCommand }: Flow) => [
  `# ${title}: the tests`,
  'Every level of the tests walks these paths, and a person can do so by hand. A line is a step, the state that follows, and what it changes: values of the context, actions, and actors that are invoked with their inputs. A step that is refused changes nothing.',
  `\`${planCommand}\` writes this file again: titles stay, and every step that can still happen.`,
];

/** Writes the plan of a flow again; returns whether the file has changed. */
export function rewritePlan(flow: Flow): boolean {
  const before = existsSync(pathOf(flow)) ? readFileSync(pathOf(flow), 'utf8') : '';
  const tests = before === '' ? [] : writtenPlanOf(flow).tests;
  const text = planAsText(introduction(flow), writePlan(flow, tests));
  writeFileSync(pathOf(flow), text);
  return text !== before;
}
