import { type PersistedSnapshot, stateName } from '../../paths/index.ts';
import type { LogEntry } from '../visualiserLink/visualiserLink.types.ts';
import type { Stop } from './visualiser.types.ts';

const isIn = (snapshot: PersistedSnapshot, state: string): boolean =>
  stateName(snapshot)
    .split(' | ')
    .some((name) => name === state || name.startsWith(`${state}.`));

/** Whether an event has led into the state of a stop, or taken its transition. */
export function isReached({ flow, id, state }: Stop, entry: LogEntry): boolean {
  if (entry.flow !== flow) return false;
  if (state === null) return entry.transitions.includes(id);
  return isIn(entry.snapshot, state) && !(entry.before && isIn(entry.before, state));
}
