import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';
import { type ImportGraph, pathFromRoot } from './imports.ts';
import { isInBrowser, LEVELS } from './levels.ts';

/** Returns the folders of a file and its name without endings: `tests/server/mail/worker.test.ts` → mail, worker. */
const wordsOf = (file: string): string[] =>
  file
    .replace(/^(tests\/(more\/)?\w+|\w+)\//, '')
    .replace(/(\.\w+)+$/, '')
    .split('/');

/** Returns the number of imports between a test and the nearest of some files; infinite where none leads there. */
function distanceTo(graph: ImportGraph, files: readonly string[], test: string): number {
  const seen = new Set([test]);
  let layer = [test];
  for (let distance = 0; layer.length > 0; distance++) {
    if (layer.some((file) => files.includes(file))) return distance;
    layer = layer
      .flatMap((file) => graph.importsOf(file))
      .filter((file) => !seen.has(file) && seen.add(file));
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * Returns tests in the order in which they are likely to notice a change, those that visit the built site last: first
 * those whose path shares most with that of a changed file, then those with the fewest imports between, then by level.
 */
export function nearestFirst(
  graph: ImportGraph,
  tests: readonly string[],
  changed: readonly string[],
): string[] {
  const changedWords = changed.map(wordsOf);
  const ranked = tests.map((file) => {
    const words = wordsOf(file);
    const shared = changedWords.map((of) => of.filter((word) => words.includes(word)).length);
    const level = LEVELS.findIndex((name) => file.startsWith(`tests/${name}/`));
    return {
      file,
      rank: [Number(isInBrowser(file)), -Math.max(0, ...shared), distanceTo(graph, changed, file), level],
    };
  });
  const compare = (one: readonly number[], other: readonly number[]): number =>
    one.map((value, index) => value - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
  return ranked.toSorted((one, other) => compare(one.rank, other.rank)).map(({ file }) => file);
}

/** Returns a sequencer that runs first what failed last, then the files in a given order. */
export function sequencerOf(order: readonly string[]): typeof BaseSequencer {
  const placeOf = (specification: TestSpecification) => order.indexOf(pathFromRoot(specification.moduleId));
  return class extends BaseSequencer {
    override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
      const hasFailed = ({ project, moduleId }: TestSpecification) =>
        this.ctx.cache.getFileTestResults(`${project.name}:${pathFromRoot(moduleId)}`)?.failed === true;
      return specifications.toSorted(
        (one, other) => Number(hasFailed(other)) - Number(hasFailed(one)) || placeOf(one) - placeOf(other),
      );
    }
  };
}
