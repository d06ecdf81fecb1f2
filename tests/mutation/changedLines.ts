import { branchPoint, git } from '../runner/git.ts';

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
