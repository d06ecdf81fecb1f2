import {
  type ChartModel,
  type Flow,
  type PersistedSnapshot,
  stateName,
} from '../../../../machines/paths/index.ts';
import { eventsIn } from '../../../../machines/visualiser/visualiserLink/visualiserLink.rules.ts';
import type {
  LogEntry,
  Session,
  TimelineRecord,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { activeStateIds } from '../model/chart/activeStateIds.ts';
import { shownRecord } from './useCursor.ts';
import type { VisualiserFlows } from './visualiserFlows.ts';

/** A flow at the moment at which the timeline stands. */
export type Moment = {
  /** The entry of the timeline; undefined for now. */
  record: TimelineRecord | undefined;
  /** The session of the flow on the followed page, which is that of now. */
  session: Session | undefined;
  snapshot: PersistedSnapshot | null;
  /** The name of the state; null where the flow does not run. */
  name: string | null;
  /** The ids of the active states, ancestors included. */
  active: string[];
  /** The last event of the flow on the page. */
  last: LogEntry | undefined;
  /** The id of the last transition. */
  taken: string | undefined;
};

export function momentOf(flow: Flow, model: ChartModel, flows: Pick<VisualiserFlows, 'link'>): Moment {
  const { sessions, timeline } = flows.link.snapshot.context;
  const record = shownRecord(flows);
  const session = sessions.findLast((running) => running.flow === flow.id);
  const ofPage = ({ page, number }: TimelineRecord) =>
    record ? page.id === record.page.id && number <= record.number : session !== undefined;
  const last = eventsIn(timeline.filter(ofPage)).findLast((entry) => entry.flow === flow.id);
  const snapshot = (record ? last?.snapshot : session?.snapshot) ?? null;
  const name = snapshot && stateName(snapshot);
  const active = name ? activeStateIds(model.id, name) : [];
  return { record, session, snapshot, name, active, last, taken: last?.transitions.at(-1) };
}
