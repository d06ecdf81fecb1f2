import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { catalogue } from '../../machines/catalogue.ts';
import {
  ExploreError,
  explore,
  findCases,
  flowsOfMachine,
  type Graph,
  type MachineCases,
  plan,
} from '../../machines/paths/index.ts';
import type { Chart } from '../machines/paths/statecharts/chart.ts';
import * as actors from '../machines/paths/statecharts/corpus/actors.ts';
import * as children from '../machines/paths/statecharts/corpus/children.ts';
import * as failing from '../machines/paths/statecharts/corpus/failing.ts';
import * as machine from '../machines/paths/statecharts/corpus/machine.ts';
import { fewestSteps } from '../support/fewestSteps.ts';

/** Figures of the path tests: the savings of a plan. */

const size = (paths: { length: number }[]) => ({
  tests: paths.length,
  steps: paths.reduce((sum, { length }) => sum + length, 0),
});

const transitionsIn = (graph: Graph) =>
  new Set([...graph.states.values()].flatMap(({ edges }) => edges.flatMap(({ transitions }) => transitions)));

/** Returns one shortest path for each transition: the baseline with which a plan is compared. */
const onePathPerTransition = (graph: Graph) =>
  [...transitionsIn(graph)].flatMap((id) => {
    const path = graph.pathTo(id);
    return path ? [path] : [];
  });

function comparePlans(): void {
  console.log('\nTests and steps that walk the flows (all flows together)');
  const graphs = catalogue.map((flow) => ({ flow, graph: explore(flow) }));
  const all = graphs.reduce((sum, { graph }) => sum + transitionsIn(graph).size, 0);
  const transitionPlan = size(
    graphs.flatMap(({ graph }) => plan(graph, { criteria: ['transitions'] }).paths),
  );
  const fullPlan = size(graphs.flatMap(({ graph }) => plan(graph).paths));
  const each = size(graphs.flatMap(({ graph }) => onePathPerTransition(graph)));
  const printRow = (name: string, { tests, steps }: { tests: number; steps: number }, share: string) =>
    console.log(
      `  ${name.padEnd(48)} ${String(tests).padStart(6)} tests ${String(steps).padStart(7)} steps  ${share}`,
    );
  printRow('plan, every transition', transitionPlan, `${all} of ${all} transitions`);
  printRow('plan, states, transitions, guards, cases', fullPlan, `${all} of ${all} transitions`);
  printRow('one shortest path a transition', each, `${all} of ${all} transitions`);
  console.log(
    `  ratio to one shortest path a transition: tests ${(transitionPlan.tests / each.tests).toFixed(2)}, steps ${(transitionPlan.steps / each.steps).toFixed(2)}`,
  );
}

function compareWithFewestSteps(): void {
  console.log(
    '\nSteps that take every transition: the plan, and the fewest of any tests (starting again costs no step), of each flow that is small enough',
  );
  for (const flow of catalogue) {
    const graph = explore(flow);
    const { steps } = size(plan(graph, { criteria: ['transitions'] }).paths);
    const fewest = fewestSteps(graph);
    if (fewest === null) continue;
    const figures = [String(steps).padStart(4), String(fewest).padStart(4), (steps / fewest).toFixed(2)];
    console.log(`  ${flow.id.padEnd(20)} ${figures.join('  ')}`);
  }
}

/** Prints how many machines of the corpus have a plan without their cases that takes every transition which they take with them. */
function planWithoutCases(): void {
  const charts = [actors, children, failing, machine].flatMap((file): Chart[] => Object.values(file).flat());
  const takenWith = ({ machine, input }: Chart, cases: MachineCases) =>
    new Set(
      flowsOfMachine(machine, { input, ...cases }).flatMap((flow) => {
        const graph = explore(flow);
        return [
          ...graph.start.transitions,
          ...plan(graph)
            .paths.flat()
            .flatMap((edge) => edge.transitions),
        ];
      }),
    );
  const start = performance.now();
  const results = charts.map((chart) => {
    try {
      const found = takenWith(chart, findCases(chart.machine));
      const wanted = [...takenWith(chart, chart.cases ?? {})];
      return wanted.every((id) => found.has(id)) ? 'planned' : 'planned in part';
    } catch (error) {
      if (error instanceof ExploreError) return 'refused';
      throw error;
    }
  });
  const count = (result: string) => results.filter((each) => each === result).length;
  console.log(
    `\n${charts.length} machines without their cases: ${count('planned')} planned at first try, ${count('planned in part')} in part, ${count('refused')} refused, in ${((performance.now() - start) / 1000).toFixed(1)} s`,
  );
}

export function benchPaths(): void {
  comparePlans();
  compareWithFewestSteps();
  planWithoutCases();
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the seconds that a program of Node takes. */
function timeProgram(...args: string[]): number {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore' });
  if (status !== 0) throw new Error(`${args.join(' ')} failed.`);
  return (performance.now() - start) / 1000;
}

/** Prints how long a developer waits for one flow, compared with the types. */
export function benchOneFlow(): void {
  const types = timeProgram('node_modules/typescript/bin/tsc', '--noEmit');
  for (const flow of ['contact', 'registration']) {
    const seconds = timeProgram('--import', 'tsx', 'tests/run.ts', flow);
    console.log(
      `npm test -- ${flow}: ${seconds.toFixed(1)} s (× ${(seconds / types).toFixed(1)} of tsc --noEmit)`,
    );
  }
}
