import { catalogue } from '../../catalogue.ts';
import { type PersistedSnapshot, stateName } from '../../paths/index.ts';
import { hasChanged, readExpression } from '../expression.ts';
import type { LogEntry } from '../visualiserLink/visualiserLink.types.ts';
import type { Stop } from './visualiser.types.ts';

const isIn = (snapshot: PersistedSnapshot, state: string): boolean =>
  stateName(snapshot)
    .split(' | ')
    .some((name) => name === state || name.startsWith(`${state}.`));

/** Whether an event has led into the state of a stop, taken its transition, or changed its value. */
export function isReached(stop: Stop, entry: LogEntry): boolean {
  if (entry.flow !== stop.flow) return false;
  if ('expression' in stop) {
    const flow = catalogue.find(({ id }) => id === stop.flow);
    const read = flow && readExpression(flow, stop.expression);
    return read !== undefined && 'valueIn' in read && hasChanged(read, entry);
  }
  const { id, state } = stop;
  if (state === null) return entry.transitions.includes(id);
  return isIn(entry.snapshot, state) && !(entry.before && isIn(entry.before, state));
}
