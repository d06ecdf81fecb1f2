import {
  createMask,
  FieldMask,
  type Mask,
  type TypedTexts,
  unmasked,
  withParts,
} from '../../../../machines/visualiser/mask.ts';
import { memoize } from '../../../../machines/visualiser/memoize.ts';
import { eventsIn } from '../../../../machines/visualiser/visualiserLink/visualiserLink.rules.ts';
import type {
  LinkContext,
  LogEntry,
  Session,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import type { ViewContext } from '../../../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import { textsOfWholePage } from '../connection/replay.ts';
import { flowWithId } from '../model/flowModels.ts';

/** Equal texts have equal masks as long as the visualiser is open. */
const fields = new FieldMask();

export function payloadOf({ event }: LogEntry): Record<string, unknown> {
  const { type: _, actorId: __, ...payload } = event;
  return payload;
}

/** The texts that a visitor may have typed up to an event, or in a session up to now. */
const typedIn = memoize((of: LogEntry | Session): TypedTexts => {
  const data = 'event' in of ? [payloadOf(of), of.before?.context ?? {}] : [];
  return [...data, of.snapshot.context].flatMap((each) => fields.typedIn(flowWithId(of.flow), each));
}, new WeakMap());

type Observed = Pick<LinkContext, 'timeline' | 'sessions' | 'recorded'>;

/** The texts of the pages that were loaded, and recorded as a whole, before anything was typed on any of them. */
function standingTexts({ timeline, recorded }: Observed): ReadonlySet<string> {
  const typed =
    eventsIn(timeline).find((entry) => typedIn(entry).length > 0)?.number ?? Number.POSITIVE_INFINITY;
  const loaded = timeline.flatMap(({ kind, page }) => (kind === 'pageLoaded' ? [page.id] : []));
  const wholes = recorded.filter(
    ({ page, entry, isWhole }) => isWhole && entry < typed && loaded.includes(page),
  );
  return new Set(wholes.flatMap(textsOfWholePage));
}

/** The mask of observed data: on the timeline and in its pictures, in the inspector and in a report. */
export function maskOf(observed: Observed): Mask {
  const typed = () => withParts([...eventsIn(observed.timeline), ...observed.sessions].flatMap(typedIn));
  return createMask(fields, typed, () => standingTexts(observed));
}

type Shown = {
  link: { snapshot: { context: Observed } };
  view: { snapshot: { context: Pick<ViewContext, 'areValuesShown'> } };
};

/** Masks nothing while typed values are shown. */
export const shownMask = ({ link, view }: Shown): Mask =>
  view.snapshot.context.areValuesShown ? unmasked : maskOf(link.snapshot.context);
