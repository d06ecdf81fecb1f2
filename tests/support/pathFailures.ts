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
import { textMaskOf } from '../../machines/visualiser/mask.ts';
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

/** Returns the failure of a path as it is kept, with everything masked that its events type. `checks` are those of its page. */
export function pathFailureOf(
  flow: Flow,
  level: PathLevel,
  path: string,
  failure: StepFailure,
  checks?: Checks,
): PathFailure {
  const masked = textMaskOf(flow);
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

/** Removes the kept failures of earlier runs. */
export const clearPathFailures = (folder = pathFolders.failures): void =>
  rmSync(folder, { recursive: true, force: true });

function write(folder: string, name: string, data: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(data, null, 2));
}

/** Returns the kept failures with the names of their files. */
export function readPathFailures(folder = pathFolders.failures): { file: string; failure: PathFailure }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((file) => ({ file, failure: JSON.parse(readFileSync(join(folder, file), 'utf8')) }));
}

/**
 * Keeps what becomes of the paths of a flow at a level, for the visualiser: a file for each that fails, and the results
 * of all until the level runs again.
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

  /** Returns what a walk returns, and keeps its result. */
  async keep<Result>(path: string, walking: Promise<Result>): Promise<Result> {
    try {
      const result = await walking;
      this.#results[path] = 'passed';
      return result;
    } catch (error) {
      this.#results[path] = 'failed';
      if (error instanceof StepFailure) {
        const failure = pathFailureOf(this.#flow, this.#level, path, error, this.#checks);
        write(this.#folders.failures, failureKey(failure), failure);
      }
      throw error;
    }
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

/** Returns the observed coverage of the last runs of the tests. */
export function readObservedCoverage(): ObservedCoverage[] {
  if (!existsSync(coverageFolder)) return [];
  return readdirSync(coverageFolder).map((name) =>
    JSON.parse(readFileSync(join(coverageFolder, name), 'utf8')),
  );
}
