import { restoredSnapshot, stepNameOf } from '../../../machines/paths/recording.ts';
import type { LogEntry } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import { flowWithId, modelOf } from '../flowModels.ts';

const names = new WeakMap<LogEntry, string | null>();

/** Returns the name of the step that an entry is; null where its event is no case of the flow. */
export function caseNameOf(entry: LogEntry): string | null {
  const known = names.get(entry);
  if (known !== undefined) return known;
  const flow = flowWithId(entry.flow);
  const { before, event } = entry;
  const name = flow && before ? stepNameOf(flow, restoredSnapshot(flow, before), event) : null;
  names.set(entry, name);
  return name;
}

/** Returns the title of an entry: the name of its case, the trigger of its transition, or the type of its event. */
export function titleOf(entry: LogEntry): string {
  const { flow, before, event, transitions } = entry;
  if (before === null) return 'the flow begins';
  const transition = modelOf(flow)?.transitions.find(({ id }) => id === transitions[0]);
  return caseNameOf(entry) ?? transition?.trigger ?? event.type;
}
