import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { branchPoint, git } from '../runner/git.ts';
import { root } from '../runner/imports.ts';

/** Lines of a file, counted from 1, both included. */
export type Lines = { from: number; to: number };

/** Returns the lines that were added or altered, by the hunks of a diff without context. */
export const linesOfDiff = (diff: string): Lines[] =>
  [...diff.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].flatMap(([, from, count = '1']) =>
    count === '0' ? [] : [{ from: Number(from), to: Number(from) + Number(count) - 1 }],
  );

/** Returns the lines of a file that have changed since the branch left a ref; null for a file that is new. */
export function changedLines(ref: string, file: string): Lines[] | null {
  const base = branchPoint(ref);
  return git('ls-tree', '--name-only', base, '--', file)
    ? linesOfDiff(git('diff', '--unified=0', base, '--', file) ?? '')
    : null;
}

/** Returns every nth line of files, whose lines are counted on from one file to the next. */
export function sampledLines(files: readonly string[], every: number): Map<string, Lines[]> {
  let line = 0;
  return new Map(
    files.map((file) => {
      const count = readFileSync(join(root, file), 'utf8').split('\n').length;
      const chosen = Array.from({ length: count }, (_, index) => index + 1).filter(
        (at) => (line + at) % every === 0,
      );
      line += count;
      return [file, chosen.map((at) => ({ from: at, to: at }))];
    }),
  );
}
