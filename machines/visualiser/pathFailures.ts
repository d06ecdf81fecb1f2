import * as v from 'valibot';
import { isSitePath } from './recording.ts';

/** The levels at which the tests walk generated paths. */
export const pathLevels = ['machines', 'screens', 'browser'] as const;

export type PathLevel = (typeof pathLevels)[number];

const TERMINAL_CODES = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');

export const pathFailureSchema = v.object({
  flow: v.string(),
  level: v.picklist(pathLevels),
  /** The title of the test: `3. A message is sent`. */
  path: v.string(),
  /** The path of the page on which the flow runs; null where it has none. */
  page: v.nullable(v.pipe(v.string(), v.check(isSitePath))),
  /** The steps up to the failed one, with the states that they must lead to. */
  steps: v.array(v.object({ name: v.string(), state: v.string() })),
  /** The expected content of the page in the last state, in words. */
  checks: v.array(v.string()),
  /** The state that the failed step led to; null where nothing renders the flow. */
  actual: v.nullable(v.string()),
  /** The problem, in words. */
  problem: v.pipe(
    v.string(),
    v.transform((problem) => problem.replace(TERMINAL_CODES, '')),
  ),
  /** The page as it was: an HTML document, or an image as a data URL. */
  picture: v.nullable(v.string()),
});

/** A generated path that failed at a level of the tests. Texts that somebody could have typed are masked. */
export type PathFailure = v.InferOutput<typeof pathFailureSchema>;

/** The results of the paths of a flow in the last test run of a level, by the titles of their tests. */
export type PathResults = { flow: string; level: PathLevel; results: Record<string, 'passed' | 'failed'> };

/** The title of the test of a written path. */
export const pathTitle = (index: number, title: string): string => `${index + 1}. ${title}`;

/** The key of a path's failure. */
export const failureKey = ({ flow, level, path }: Pick<PathFailure, 'flow' | 'level' | 'path'>): string =>
  `${flow}-${level}-${path.replace(/[^a-z0-9]+/gi, '-')}`;
