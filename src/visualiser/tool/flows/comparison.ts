import { fromPromise } from 'xstate';
import { type BuildModel, withTestRuns } from '../../../../machines/paths/index.ts';
import { buildComparisonMachine } from '../../../../machines/visualiser/buildComparison/buildComparison.machine.ts';
import { testRuns } from '../model/testRuns.ts';
import { exploredBuild } from '../runs/planner/client.ts';
import { BUILD_FILE, readBuildFile } from '../storage/buildFile.ts';

/**
 * Loads the flows of this build from its file, with the coverage of the last tests. Without a file, as in
 * development, they are explored.
 */
export async function loadOwnBuild(): Promise<BuildModel> {
  const response = await fetch(`/${BUILD_FILE}`).catch(() => null);
  const found = response?.ok ? readBuildFile(await response.text()) : null;
  return withTestRuns(found ?? (await exploredBuild()), testRuns());
}

/** The comparison with another build, with its implementations. */
export const comparison = buildComparisonMachine.provide({
  actors: { loadOwnBuild: fromPromise(loadOwnBuild) },
});
