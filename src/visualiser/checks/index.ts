import type { Checks } from './checks.types.ts';

const modules = import.meta.glob<Record<string, Checks>>('./*.checks.ts', { eager: true });

const idOf = (path: string): string => path.slice('./'.length, -'.checks.ts'.length);

/** The checks of each flow with a page, by its id: those of `contact` are what `contact.checks.ts` exports. */
export const checks: Readonly<Record<string, Checks>> = Object.fromEntries(
  Object.entries(modules).flatMap(([path, module]) =>
    Object.values(module).map((ofFlow) => [idOf(path), ofFlow]),
  ),
);
