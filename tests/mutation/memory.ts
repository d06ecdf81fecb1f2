import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Killer } from './killers.ts';

/** What killed each mutant of a flow in the last run, by the name of the mutant. It only says what is tried first. */
export type Killers = Record<string, Killer>;

const fileOf = (flow: string) => join(import.meta.dirname, '../../.cache/mutation', `${flow}.json`);

/** Returns what killed the mutants of a flow in the last run; nothing where none is known. */
export function rememberedKillers(flow: string): Killers {
  const file = fileOf(flow);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

export function rememberKillers(flow: string, killers: Killers): void {
  const file = fileOf(flow);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(killers, null, 1));
}
