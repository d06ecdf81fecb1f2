import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Checks } from '../../machines/checks/checks.types.ts';
import { sentenceOf } from '../../machines/checks/sentences.ts';
import {
  type Flow,
  type ObservedCoverage,
  StepFailure,
  stateName,
  stepName,
} from '../../machines/paths/index.ts';
import { caseMask } from '../../machines/visualiser/mask.ts';
import {
  failureKey,
  type PathFailure,
  type PathLevel,
  type PathResults,
} from '../../machines/visualiser/pathFailures.ts';

const cache = join(dirname(fileURLToPath(import.meta.url)), '../../.cache');

/** The folders of failures and of results of paths. */
export const pathFolders = { failures: join(cache, 'failures'), results: join(cache, 'results') };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function checksOfLast(checks: Checks | undefined, { steps }: StepFailure): string[] {
  const last = steps.at(-1);
  const inState = last && checks?.states[stateName(last.after)];
  return last && inState ? inState(last.after, last.step).map(sentenceOf) : [];
}

/** The failure of a journey at the last of some steps, which have the states to which they must lead. */
export class JourneyFailure extends Error {
  /** Private, because Vitest prints the public properties of an error. */
  readonly #steps: PathFailure['steps'];
  readonly #actual: string;

  constructor(steps: PathFailure['steps'], actual: string, problem: string) {
    super(problem);
    this.#steps = steps;
    this.#actual = actual;
  }

  /** The failure as it is kept, with everything masked that its events type. */
  kept(flow: Flow, level: PathLevel, path: string): PathFailure {
    const [steps, actual] = [this.#steps, this.#actual];
    const problem = caseMask(flow).text(this.message);
    return { flow: flow.id, level, path, page: flow.page, steps, checks: [], actual, problem, picture: null };
  }
}

/**
 * The failure of a path as it is kept, with everything masked that its events type. `checks` are those of its
 * page.
 */
export function pathFailureOf(
  flow: Flow,
  level: PathLevel,
  path: string,
  failure: StepFailure,
  checks?: Checks,
): PathFailure {
  const masked = caseMask(flow).text;
  const { steps, actual, cause, picture } = failure;
  return {
    flow: flow.id,
    level,
    path,
    page: flow.page,
    steps: steps.map(({ step, after }) => ({ name: stepName(step), state: stateName(after) })),
    checks: checksOfLast(checks, failure).map(masked),
    actual,
    problem: masked(messageOf(cause)),
    picture: picture?.startsWith('data:') ? picture : picture && masked(picture),
  };
}

/** Removes the kept failure of a path, if there is one. */
export const removePathFailure = (
  failure: Pick<PathFailure, 'flow' | 'level' | 'path'>,
  folder = pathFolders.failures,
): void => rmSync(join(folder, `${failureKey(failure)}.json`), { force: true });

function write(folder: string, name: string, data: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(data, null, 2));
}

export const writePathFailure = (failure: PathFailure, folder = pathFolders.failures): void =>
  write(folder, failureKey(failure), failure);

/** The kept failures with the names of their files. */
export function readPathFailures(folder = pathFolders.failures): { file: string; failure: PathFailure }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((file) => ({ file, failure: JSON.parse(readFileSync(join(folder, file), 'utf8')) }));
}

/** The title for a walk of a failed path that is not, or no longer, in the plan. */
export const savedTitle = (title: string): string => (title.endsWith(', saved') ? title : `${title}, saved`);

/**
 * Keeps the results of the paths of a flow at a level, for the next run and for the visualiser: a file for each
 * that fails until it passes, and the results of all until the level runs again.
 */
export class PathResultKeeper {
  readonly #flow: Flow;
  readonly #level: PathLevel;
  readonly #checks: Checks | undefined;
  readonly #folders: typeof pathFolders;
  readonly #results: PathResults['results'] = {};

  constructor(flow: Flow, level: PathLevel, checks?: Checks, folders = pathFolders) {
    this.#flow = flow;
    this.#level = level;
    this.#checks = checks;
    this.#folders = folders;
  }

  /**
   * Passes the result of a test on. Where it throws the failure of a step or a journey, its path is kept until the
   * test passes.
   */
  async keepFailure<Result>(title: string, testing: Promise<Result>): Promise<Result> {
    const folder = this.#folders.failures;
    try {
      const result = await testing;
      removePathFailure({ flow: this.#flow.id, level: this.#level, path: title }, folder);
      return result;
    } catch (error) {
      if (error instanceof JourneyFailure)
        writePathFailure(error.kept(this.#flow, this.#level, title), folder);
      if (error instanceof StepFailure)
        writePathFailure(pathFailureOf(this.#flow, this.#level, title, error, this.#checks), folder);
      throw error;
    }
  }

  /** Passes the result of a walk on, and keeps whether it passed. */
  async keep<Result>(path: string, walking: Promise<Result>): Promise<Result> {
    this.#results[path] = 'failed';
    const result = await this.keepFailure(path, walking);
    this.#results[path] = 'passed';
    return result;
  }

  /** Saves the results of the paths that have run. */
  save(): void {
    if (Object.keys(this.#results).length === 0) return;
    const results: PathResults = { flow: this.#flow.id, level: this.#level, results: this.#results };
    write(this.#folders.results, `${this.#level}-${this.#flow.id}`, results);
  }
}

const coverageFolder = join(cache, 'coverage');

/** Saves the observed coverage of a flow at a level of the tests, until the level runs again. */
export function saveObservedCoverage(run: ObservedCoverage): void {
  mkdirSync(coverageFolder, { recursive: true });
  writeFileSync(join(coverageFolder, `${run.level}-${run.flow}.json`), JSON.stringify(run));
}

/** The observed coverage of the last runs of the tests. */
export function readObservedCoverage(): ObservedCoverage[] {
  if (!existsSync(coverageFolder)) return [];
  return readdirSync(coverageFolder).map((name) =>
    JSON.parse(readFileSync(join(coverageFolder, name), 'utf8')),
  );
}
