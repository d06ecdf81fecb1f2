import type { LogEntry, PageInfo } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import type { VisualiserFlows } from '../visualiserFlows.ts';
import type { TimelineEntry } from './types.ts';

const entries = new WeakMap<LogEntry, TimelineEntry[]>();

/** Returns what an entry of the log is on the timeline: an event, after the load of its page where it is the first. */
function entriesOf(entry: LogEntry, before: LogEntry | undefined, page: PageInfo): TimelineEntry[] {
  const { number, at } = entry;
  const isOnNewPage = before === undefined || before.at > at;
  return [
    ...(isOnNewPage ? [{ kind: 'pageLoaded' as const, number, page, at: 0, picture: null }] : []),
    { kind: 'event', number, page, at, picture: null, entry },
  ];
}

/** Returns the timeline of the page that is followed, the oldest entry first. */
export function timelineEntriesOf({ link }: Pick<VisualiserFlows, 'link'>): TimelineEntry[] {
  const { log, followedPage } = link.snapshot.context;
  if (!followedPage) return [];
  return log.flatMap((entry, index) => {
    const known = entries.get(entry) ?? entriesOf(entry, log[index - 1], followedPage);
    entries.set(entry, known);
    return known;
  });
}
