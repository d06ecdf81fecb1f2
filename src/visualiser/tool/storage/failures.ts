import {
  failureKey,
  type PathFailure,
  type PathLevel,
  type PathResults,
  pathLevels,
} from '../../../../machines/visualiser/pathFailures.ts';
import { readFailure, readFailureLink } from './failureLinks.ts';

/** The failures of the last test run, from the time of the build, by the paths of their files. */
const failureFiles = import.meta.glob<string>(
  ['../../../../.cache/failures/*.json', '!../../../.cache/failures/tests.json'],
  { exhaustive: true, query: '?raw', import: 'default' },
);

/** Null where no failure of the path was saved. */
export async function savedFailure(
  of: Pick<PathFailure, 'flow' | 'level' | 'path'>,
): Promise<PathFailure | null> {
  const load = failureFiles[`../../../../.cache/failures/${failureKey(of)}.json`];
  return load ? readFailure(await load()) : null;
}

/** Reads the failure in the fragment of an address, with the picture where its file is known; null where there is none. */
export async function failureFromFragment(hash: string): Promise<PathFailure | null> {
  const failure = await readFailureLink(hash);
  if (failure?.picture !== null) return failure;
  const kept = await savedFailure(failure);
  return kept?.problem === failure.problem ? { ...failure, picture: kept.picture } : failure;
}

const savedResults = Object.values(
  import.meta.glob<PathResults>('../../../../.cache/results/*.json', {
    eager: true,
    exhaustive: true,
    import: 'default',
  }),
);

/** The last result of a path at each level, from the time of the build; null where it has not run. */
export function lastResults(flow: string, path: string): { level: PathLevel; result: string | null }[] {
  const ofFlow = savedResults.filter((saved) => saved.flow === flow);
  return pathLevels.map((level) => ({
    level,
    result: ofFlow.find((saved) => saved.level === level)?.results[path] ?? null,
  }));
}

/** The numbers of passed and failed paths of a flow at each level in the last tests before the build. */
export const resultCounts = (flow: string) =>
  pathLevels.flatMap((level) => {
    const found = savedResults.find((saved) => saved.flow === flow && saved.level === level);
    const all = Object.values(found?.results ?? {});
    const failed = all.filter((result) => result === 'failed').length;
    return all.length > 0 ? [{ level, passed: all.length - failed, failed }] : [];
  });
