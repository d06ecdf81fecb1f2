import { failureLink } from '../../src/visualiser/failureLinks.ts';
import { pathFolders, readPathFailures } from '../support/pathFailures.ts';

const ORIGIN = 'http://localhost:3000';

/** Returns two lines for each path that has failed: what failed and its file, and the link that replays it. */
export async function failureLines(folder = pathFolders.failures): Promise<string[]> {
  const lines = await Promise.all(
    readPathFailures(folder).map(async ({ file, failure }) => [
      `${failure.flow}, ${failure.level}: ${failure.path} failed at step ${failure.steps.length} (.cache/failures/${file})`,
      `  ${ORIGIN}${await failureLink(failure)}`,
    ]),
  );
  return lines.flat();
}
