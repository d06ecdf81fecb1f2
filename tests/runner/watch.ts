import { join } from 'node:path';
import { startVitest, type Vitest } from 'vitest/node';
import { FLOW_TESTS, flowIds, flowsAffectedBy } from './flows.ts';
import { type ImportGraph, pathFromRoot, root } from './imports.ts';
import { type CliOptions, vitestSettings } from './vitest.ts';

const WATCHED_LEVELS = ['machines', 'screens'] as const;

const CODE = /^(machines|src|tests)\/.*\.(ts|tsx|js)$/;

/**
 * Waits for files to be saved, and walks the flows that they reach at the levels machines and screens, with new plans;
 * if flows are `named`, only these. Other test files run when they are saved. The keys are those of Vitest.
 */
export async function watch(
  graph: ImportGraph,
  named: readonly string[],
  options: CliOptions,
): Promise<void> {
  const watched = named.length > 0 ? named : flowIds(graph);
  const saved = new Set<string>();

  const affected = () => {
    const flows = flowsAffectedBy(graph, [...saved]);
    return WATCHED_LEVELS.map((level) => ({
      level,
      flows: flows[level].filter((id) => watched.includes(id)),
    }));
  };
  const testsToRun = (path: string): string[] | undefined => {
    const file = pathFromRoot(path);
    if (!CODE.test(file)) return undefined;
    graph.invalidate(file);
    saved.add(file);
    const ofFlows = affected().flatMap(({ level, flows }) => (flows.length > 0 ? FLOW_TESTS[level] : []));
    const own = /^tests\/(machines|screens)\/.*\.test\.tsx?$/.test(file) ? [file] : [];
    return [...ofFlows, ...own].map((name) => join(root, name));
  };
  const provideFlows = (vitest: Vitest) => {
    for (const { level, flows } of affected())
      for (const project of vitest.projects) if (project.name === level) project.provide('flows', flows);
    saved.clear();
  };

  const vitest = await startVitest('test', [], {
    ...vitestSettings,
    ...options,
    watch: true,
    standalone: true,
    project: [...WATCHED_LEVELS],
    watchTriggerPatterns: [{ pattern: /./, testsToRun }],
  });
  vitest.onTestsRerun(() => provideFlows(vitest));
  console.log(`Save a file of ${named.length > 0 ? named.join(', ') : 'a flow'}.`);
}
