import { comparable } from './comparable.ts';

type Context = Readonly<Record<string, unknown>>;

const textOf = (part: unknown) => comparable(part, ({ id }) => id);

/** The names of the parts in which two contexts differ. */
export const changedParts = (before: Context, after: Context): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => before[key] !== after[key] && textOf(before[key]) !== textOf(after[key]),
  );
