import {
  failureKey,
  type PathFailure,
  type PathLevel,
  pathLevels,
} from '../../../../machines/visualiser/pathFailures.ts';
import { TEST_FAILURES_FILE } from '../../../../machines/visualiser/testResults.ts';
import { pathResults } from '../model/testRuns.ts';
import { readFailure, readFailureLink } from './failureLinks.ts';

/** Null where no failure of the path was saved. */
export async function savedFailure(
  of: Pick<PathFailure, 'flow' | 'level' | 'path'>,
): Promise<PathFailure | null> {
  const response = await fetch(`/${TEST_FAILURES_FILE}`);
  const failures: PathFailure[] = response.ok ? await response.json() : [];
  const failure = failures.find((each) => failureKey(each) === failureKey(of));
  return failure ? readFailure(JSON.stringify(failure)) : null;
}

/** Reads the failure in the fragment of an address, with the picture where its file is known; null where there is none. */
export async function failureFromFragment(hash: string): Promise<PathFailure | null> {
  const failure = await readFailureLink(hash);
  if (failure?.picture !== null) return failure;
  const kept = await savedFailure(failure).catch(() => null);
  return kept?.problem === failure.problem ? { ...failure, picture: kept.picture } : failure;
}

/** The last result of a path at each level; null where it has not run. */
export function lastResults(flow: string, path: string): { level: PathLevel; result: string | null }[] {
  const ofFlow = pathResults().filter((saved) => saved.flow === flow);
  return pathLevels.map((level) => ({
    level,
    result: ofFlow.find((saved) => saved.level === level)?.results[path] ?? null,
  }));
}

/** The numbers of passed and failed paths of a flow at each level in the last tests. */
export const resultCounts = (flow: string) =>
  pathLevels.flatMap((level) => {
    const found = pathResults().find((saved) => saved.flow === flow && saved.level === level);
    const all = Object.values(found?.results ?? {});
    const failed = all.filter((result) => result === 'failed').length;
    return all.length > 0 ? [{ level, passed: all.length - failed, failed }] : [];
  });
