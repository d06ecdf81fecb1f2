import { assertEvent } from 'xstate';
import { catalogue } from '../../catalogue.ts';
import { type PersistedSnapshot, stateName } from '../../paths/index.ts';
import { hasChanged, readExpression } from '../expression.ts';
import type { LogEntry } from '../visualiserLink/visualiserLink.types.ts';
import type { Stop, VisualiserContext, VisualiserEvent } from './visualiser.types.ts';

const isIn = (snapshot: PersistedSnapshot, state: string): boolean =>
  stateName(snapshot)
    .split(' | ')
    .some((name) => name === state || name.startsWith(`${state}.`));

/** Whether an event has led into the state of a stop, taken its transition, or changed its value. */
function isReached(stop: Stop, entry: LogEntry): boolean {
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

/** The report of a page about itself; null where something else is reported. */
export function pageReportOf(event: VisualiserEvent) {
  assertEvent(event, 'reported');
  const { report } = event;
  return report.type === 'present' || report.type === 'observed' ? report : null;
}

export const entriesOf = (event: VisualiserEvent) => {
  const report = pageReportOf(event);
  return report?.type === 'observed' ? report.entries : [];
};

export const isOfFollowed = ({ followed }: VisualiserContext, event: VisualiserEvent): boolean =>
  followed !== null && pageReportOf(event)?.page.id === followed.id;

/** The first entry at which the followed page has come to the stop. */
export const entryAtStop = (context: VisualiserContext, event: VisualiserEvent) => {
  const { stop } = context;
  if (!stop || !isOfFollowed(context, event)) return undefined;
  return entriesOf(event).find((entry) => isReached(stop, entry));
};
