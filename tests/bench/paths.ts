import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { catalogue } from '../../machines/catalogue.ts';
import { explore, type Graph, plan } from '../../machines/paths/index.ts';

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

export function benchPaths(): void {
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
