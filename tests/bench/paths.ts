import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { catalogue } from '../../machines/catalogue.ts';
import {
  createSimulation,
  defaultCriteria,
  explore,
  type Flow,
  type Graph,
  plan,
  shortestPathPerTransition,
  stepName,
} from '../../machines/paths/index.ts';
import { fewestSteps } from '../support/fewestSteps.ts';
import { benchExploring } from './exploring.ts';

/** Figures of the path tests: the savings and the cost of a plan, and the speed of each level. */

/** For each path the names of its steps. */
type Walked = string[][];

const size = (paths: { length: number }[]) => ({
  tests: paths.length,
  steps: paths.reduce((sum, { length }) => sum + length, 0),
});

const MOST_SECONDS = 5;
const MOST_MEGABYTES = 1_024;

/**
 * Returns the paths that the graph package finds for one flow with the same events and the same keys. It runs in another
 * process, because simple paths can exceed the memory. Null if they exceed its bounds.
 */
function graphPackage(flow: Flow, kind: 'shortest' | 'simple'): Walked | null {
  const script = fileURLToPath(new URL('./graphPackage.ts', import.meta.url));
  const { status, stdout } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${MOST_MEGABYTES}`, '--import', 'tsx', script, flow.id, kind],
    {
      encoding: 'utf8',
      timeout: MOST_SECONDS * 1_000,
      maxBuffer: 512 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  return status === 0 ? JSON.parse(stdout) : null;
}

const transitionsIn = (graph: Graph) =>
  new Set([...graph.states.values()].flatMap(({ edges }) => edges.flatMap(({ transitions }) => transitions)))
    .size;

function countTransitionsOf(flow: Flow, walked: Walked): number {
  const taken = new Set<string>();
  for (const names of walked) {
    const simulation = createSimulation(flow);
    for (const name of names) {
      const step = simulation.possibleSteps().find((possible) => stepName(possible) === name);
      if (step) simulation.perform(step);
    }
    for (const id of simulation.takenTransitions) taken.add(id);
    simulation.actor.stop();
  }
  return taken.size;
}

function comparePlans(): void {
  console.log('\nTests and steps that walk the flows (all flows together)');
  const graphs = catalogue.map((flow) => ({ flow, graph: explore(flow) }));
  const all = graphs.reduce((sum, { graph }) => sum + transitionsIn(graph), 0);
  const transitionPlan = size(graphs.flatMap(({ graph }) => plan(graph, ['transitions'])));
  const fullPlan = size(graphs.flatMap(({ graph }) => plan(graph, defaultCriteria)));
  const each = size(graphs.flatMap(({ graph }) => shortestPathPerTransition(graph)));
  const printRow = (name: string, { tests, steps }: { tests: number; steps: number }, share: string) =>
    console.log(
      `  ${name.padEnd(48)} ${String(tests).padStart(6)} tests ${String(steps).padStart(7)} steps  ${share}`,
    );
  printRow('plan, every transition', transitionPlan, `${all} of ${all} transitions`);
  printRow('plan, states, transitions, guards, cases', fullPlan, `${all} of ${all} transitions`);
  printRow('one shortest path a transition', each, `${all} of ${all} transitions`);
  for (const kind of ['shortest', 'simple'] as const) {
    const found = graphs.map(({ flow }) => ({ flow, walked: graphPackage(flow, kind) }));
    const share = found.reduce(
      (sum, { flow, walked }) => sum + (walked ? countTransitionsOf(flow, walked) : 0),
      0,
    );
    const overLimit = found.filter(({ walked }) => walked === null).map(({ flow }) => flow.id);
    const exclusions =
      overLimit.length > 0
        ? ` (without ${overLimit.join(', ')}: more than ${MOST_SECONDS} s or ${MOST_MEGABYTES} MB)`
        : '';
    printRow(
      `@xstate/graph ${kind} paths`,
      size(found.flatMap(({ walked }) => walked ?? [])),
      `${share} of ${all} transitions${exclusions}`,
    );
  }
  console.log(
    `  ratio to one shortest path a transition: tests ${(transitionPlan.tests / each.tests).toFixed(2)}, steps ${(transitionPlan.steps / each.steps).toFixed(2)}`,
  );
}

function compareWithFewestSteps(): void {
  console.log(
    '\nSteps that take every transition: the plan, and the fewest of any tests (starting again costs no step)',
  );
  for (const flow of catalogue) {
    const graph = explore(flow);
    const { steps } = size(plan(graph, ['transitions']));
    const fewest = fewestSteps(graph);
    const figures = [
      String(steps).padStart(4),
      String(fewest.steps).padStart(4),
      (steps / fewest.steps).toFixed(2),
    ];
    const kind = fewest.isExact ? 'exact' : 'lower bound';
    console.log(`  ${flow.id.padEnd(20)} ${figures.join('  ')}  ${kind}`);
  }
}

function measureCost(): void {
  const time = (work: () => void) => {
    const start = performance.now();
    work();
    return performance.now() - start;
  };
  const explored = time(() => catalogue.map((flow) => explore(flow)));
  const graphs = catalogue.map((flow) => explore(flow));
  const planned = time(() => graphs.map((graph) => plan(graph, defaultCriteria)));
  console.log(`\nExploring all flows ${Math.round(explored)} ms, planning them ${Math.round(planned)} ms`);

  const steps = catalogue.flatMap((flow, index) => {
    const graph = graphs[index];
    return graph ? plan(graph, defaultCriteria).map((path) => ({ flow, path })) : [];
  });
  let walked = 0;
  const bare = time(() => {
    for (let round = 0; round < 20; round += 1)
      for (const { flow, path } of steps) {
        const simulation = createSimulation(flow);
        for (const { step } of path) simulation.perform(step);
        simulation.actor.stop();
        walked += path.length;
      }
  });
  console.log(`Bare machine: ${Math.round((1000 * walked) / bare)} steps a second`);
}

function measureLevels(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const steps = catalogue.reduce((sum, flow) => sum + plan(explore(flow), defaultCriteria).flat().length, 0);
  console.log(`\nThe plan of all flows (${steps} steps), walked by its tests, start-up and build included`);
  let all = 0;
  for (const level of ['machines', 'screens', 'browser']) {
    const start = performance.now();
    const { status } = spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--project', level, `tests/${level}/paths.test`],
      { cwd: root, stdio: 'ignore' },
    );
    const seconds = (performance.now() - start) / 1000;
    all += seconds;
    console.log(
      `  ${level.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s  ${(steps / seconds).toFixed(1).padStart(7)} steps a second${status === 0 ? '' : '  (failed)'}`,
    );
  }
  console.log(`  together   ${all.toFixed(1).padStart(6)} s`);
}

export function benchPaths(): void {
  comparePlans();
  benchExploring();
  compareWithFewestSteps();
  measureCost();
  measureLevels();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) benchPaths();
