import { groupBy } from '../support/groupBy.ts';
import type { CodeMutant } from './strykerMutants.ts';
import type { Survivor } from './survivors.ts';

/** What is scored together, and how many of its mutants must be noticed, in %. The first pattern that matches counts. */
const GROUPS: readonly { name: string; files: RegExp; threshold: number }[] = [
  { name: 'rules', files: /^machines\/(\w+\/\w+\.rules|\w+)\.ts$/, threshold: 95 },
  { name: 'machines/paths', files: /^machines\/paths\//, threshold: 90 },
  { name: 'server', files: /^server\/[^/]+$/, threshold: 95 },
  { name: 'adapters (src/browser)', files: /^src\/browser\//, threshold: 95 },
  { name: 'src/flows', files: /^src\/flows\//, threshold: 95 },
];

const folderOf = (file: string): string => file.split('/').slice(0, 2).join('/');

function groupOf(file: string): { name: string; threshold: number } {
  const group = GROUPS.find(({ files }) => files.test(file));
  return group ?? { name: folderOf(file), threshold: file.startsWith('server/') ? 95 : 90 };
}

/** How many mutants of a group of files are noticed. */
export type Score = { name: string; threshold: number; noticed: number; total: number; files: number };

export const percentageOf = ({ noticed, total }: Score): number =>
  total === 0 ? 100 : (100 * noticed) / total;

/** Returns the score of each group of files of which there are mutants. */
export function scoresOf(mutants: readonly Pick<CodeMutant, 'file' | 'isNoticed'>[]): Score[] {
  const scored = mutants.filter(({ isNoticed }) => isNoticed !== null);
  const groups = groupBy(scored, ({ file }) => groupOf(file).name);
  return [...groups].map(([name, ofGroup]) => ({
    name,
    threshold: groupOf(ofGroup[0]?.file ?? '').threshold,
    noticed: ofGroup.filter(({ isNoticed }) => isNoticed).length,
    total: ofGroup.length,
    files: new Set(ofGroup.map(({ file }) => file)).size,
  }));
}

export const scoreLine = (score: Score): string =>
  `${score.name}: ${score.noticed} of ${score.total} mutants noticed (${Math.floor(percentageOf(score))} %, ${score.threshold} % are wanted), ${score.files} ${score.files === 1 ? 'file' : 'files'}`;

const isEntry = (mutant: CodeMutant, { file, line, change }: Survivor) =>
  mutant.file === file && mutant.line === line && mutant.change === change;

/** Returns the mutants that survive and are not in the list of those that may. */
export const newSurvivors = (mutants: readonly CodeMutant[], list: readonly Survivor[]): CodeMutant[] =>
  mutants.filter((mutant) => mutant.isNoticed === false && !list.some((entry) => isEntry(mutant, entry)));

/** Returns the entries of the list, for files that were mutated as a whole, of which no mutant survives. */
export const outdatedSurvivors = (
  mutants: readonly CodeMutant[],
  list: readonly Survivor[],
  wholeFiles: readonly string[],
): Survivor[] =>
  list.filter(
    (entry) =>
      wholeFiles.includes(entry.file) &&
      !mutants.some((mutant) => mutant.isNoticed === false && isEntry(mutant, entry)),
  );
