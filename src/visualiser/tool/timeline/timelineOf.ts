import type {
  LinkContext,
  StoredPicture,
  TimelineRecord,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import type { ShownRecord } from './checks.ts';
import { completePicture } from './pictures.ts';
import type { TimelineEntry } from './types.ts';

type Pictured = Pick<LinkContext, 'timeline' | 'pictures' | 'styleSheets'>;

/**
 * Returns the timeline of the followed pages, oldest entry first. A picture is made only when it is read; typed values
 * are masked in it unless they are shown. The other values are as they were: `displayedEvent` and `displayedBody` mask
 * them.
 */
export function timelineOf(context: Pictured, areValuesShown = false): TimelineEntry[] {
  const pictures = new Map(context.pictures.map((picture) => [picture.entry, picture]));
  return context.timeline.map((record) => ({
    ...record,
    get picture() {
      const stored = pictures.get(record.number);
      return stored ? completePicture(stored, context, !areValuesShown) : null;
    },
  }));
}

/** A picture with the entry after which it was taken. */
type NearestPicture = { stored: StoredPicture; record: TimelineRecord };

/**
 * Returns the picture of an entry. Where it has none, because too much happened at once, the first one of its page
 * afterwards; null where there is none either.
 */
export function nearestPicture(
  { timeline, pictures }: Pick<LinkContext, 'timeline' | 'pictures'>,
  { number, page }: Pick<TimelineRecord, 'number' | 'page'>,
): NearestPicture | null {
  // A check of a run belongs to the entry before it.
  const first = Math.floor(number);
  const stored = pictures
    .filter((picture) => picture.page === page.id && picture.entry >= first)
    .reduce<StoredPicture | null>(
      (nearest, picture) => (nearest && nearest.entry <= picture.entry ? nearest : picture),
      null,
    );
  const record = timeline.find((known) => known.number === stored?.entry);
  return stored && record ? { stored, record } : null;
}

/** Returns the latest event of a flow at an entry of its page: that of a call's flow, else of any; null where none is. */
export function eventAt(
  timeline: readonly ShownRecord[],
  record: ShownRecord,
): Extract<TimelineRecord, { kind: 'event' }> | null {
  if (record.kind === 'event') return record;
  const flow = record.kind === 'pageLoaded' ? null : record.flow;
  const earlier = timeline.filter(
    (known) =>
      known.kind === 'event' &&
      known.page.id === record.page.id &&
      known.number < record.number &&
      (flow === null || known.entry.flow === flow),
  );
  const last = earlier.at(-1);
  return last?.kind === 'event' ? last : null;
}
