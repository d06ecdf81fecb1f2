import {
  chartOf,
  type Flow,
  type PersistedSnapshot,
  restoredSnapshot,
  stateName,
} from '../../../../../machines/paths/index.ts';
import { hasChanged, readExpression } from '../../../../../machines/visualiser/expression.ts';
import type { Mask } from '../../../../../machines/visualiser/mask.ts';
import { memoize } from '../../../../../machines/visualiser/memoize.ts';
import { stepNameOf } from '../../../../../machines/visualiser/recording.ts';
import type {
  Call,
  LogEntry,
  TimelineRecord,
} from '../../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import type { Watch } from '../../../../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import { contextChanges, valueText } from '../contextChanges.ts';
import { flowWithId, modelOf } from '../flowModels.ts';
import { eventParticipant } from '../participants.ts';

export function displayedBody(call: Call, mask: Mask): unknown {
  const { body } = call.kind === 'request' ? call.request : call.response;
  const flow = call.flow === null ? undefined : flowWithId(call.flow);
  return mask.data(flow, { body }, call.kind === 'request').body;
}

/** A guard with its answer: `isValid: no`. One without a name has the id of its transition. */
export function guardAnswer(flow: Flow | undefined, guardResult: string): string {
  const id = guardResult.slice(0, guardResult.lastIndexOf(' ? '));
  const transition = flow && chartOf(flow.machine).transitions.find((known) => known.id === id);
  return `${transition?.guard ?? id}: ${guardResult.endsWith(' ? true') ? 'yes' : 'no'}`;
}

/** The name of the case of an event; null where it is none of its flow. */
export const caseNameOf = memoize(({ flow: id, before, event }: LogEntry): string | null => {
  const flow = flowWithId(id);
  return flow && before ? stepNameOf(flow, restoredSnapshot(flow, before), event) : null;
}, new WeakMap());

/** The path of the value that an event changed by typing; null where the event did anything else. */
export const typedPath = memoize((entry: LogEntry): string | null => {
  const { before, event, snapshot, failure } = entry;
  if (before === null || failure || caseNameOf(entry) !== null) return null;
  if (event.type.startsWith('xstate.')) return null;
  const [change, ...others] = contextChanges(before.context, snapshot.context);
  return change && others.length === 0 ? change.path : null;
}, new WeakMap());

/** Whether a typing event continues another one in the same field. */
export function isTypedOn(earlier: LogEntry, later: LogEntry): boolean {
  const path = typedPath(earlier);
  return (
    path !== null &&
    path === typedPath(later) &&
    earlier.session === later.session &&
    earlier.event.type === later.event.type &&
    stateName(earlier.snapshot) === stateName(later.snapshot)
  );
}

/** The typing of an event for display: `values.name "Xxxx" changed`; null where nothing was typed. */
function typedText(entry: LogEntry, mask: Mask): string | null {
  const path = typedPath(entry);
  if (path === null) return null;
  const context = mask.data(flowWithId(entry.flow), entry.snapshot.context);
  const [change] = contextChanges({}, context).filter((each) => each.path === path);
  return [path, change?.after, entry.event.type].filter(Boolean).join(' ');
}

/** The values of an expression before and after an event for display; null where the expression cannot be read. */
function shownValues(text: string, { flow: id, before, snapshot }: LogEntry, mask: Mask) {
  const flow = flowWithId(id);
  const read = flow && readExpression(flow, text);
  if (!read || 'problem' in read) return null;
  const { valueIn, isContext } = read;
  const shown = (at: PersistedSnapshot) =>
    valueIn(isContext ? { ...at, context: mask.data(flow, at.context) } : at);
  return {
    old: before && { [text]: shown(before) },
    now: { [text]: shown(snapshot) },
    isChanged: hasChanged(read, { before, snapshot }),
  };
}

/** The difference that an event made to the value of an expression: `context.attempts from 1 to 2`. */
export function changeText(text: string, entry: LogEntry, mask: Mask): string {
  const { old, now } = shownValues(text, entry, mask) ?? {};
  const changes = contextChanges(old ?? {}, now ?? {});
  return changes.map(({ path, before, after }) => `${path} from ${before} to ${after}`).join(', ');
}

/** The value of a watched expression after an event of its flow; null at other entries. */
export function laneValue(watch: Watch | null, record: TimelineRecord, mask: Mask) {
  if (!watch?.isLane || record.kind !== 'event' || record.entry.flow !== watch.flow) return null;
  const values = shownValues(watch.expression, record.entry, mask);
  return values && { text: valueText(values.now[watch.expression]), isChanged: values.isChanged };
}

/** Whether an event is the start of its flow. */
export const isStart = ({ before, event }: LogEntry): boolean =>
  before === null || event.type === 'xstate.init';

/** The title of an event: the name of its case, the trigger of its transition, or its type. */
export function eventTitle(entry: LogEntry): string {
  const { event, transitions } = entry;
  if (isStart(entry)) return 'the flow begins';
  const transition = modelOf(entry.flow)?.transitions.find(({ id }) => id === transitions[0]);
  return caseNameOf(entry) ?? transition?.trigger ?? event.type;
}

/** Seconds from a request to its response; null where the request is no longer on the timeline. */
export function responseTime(timeline: readonly TimelineRecord[], response: TimelineRecord): number | null {
  const request = requestOf(timeline, response);
  return request ? (response.at - request.at) / 1_000 : null;
}

/** The request of a response; undefined where it is no longer on the timeline. */
const requestOf = (timeline: readonly TimelineRecord[], record: TimelineRecord) =>
  timeline.find(
    (known): known is Extract<TimelineRecord, { kind: 'request' }> =>
      record.kind === 'response' &&
      known.kind === 'request' &&
      known.page.id === record.page.id &&
      known.request.id === record.response.request,
  );

/** The participants, each in a lane of the timeline; the payment window is drawn with the server. */
export const LANES = ['visitor', 'page', 'machine', 'server', 'clock'] as const;

/** The text of an entry: the action, and the machine's reaction; `isFailure` where something went wrong. */
type Told = { lane: (typeof LANES)[number]; title: string; result?: string; isFailure?: boolean };

function eventTold(entry: LogEntry, mask: Mask): Told {
  const { failure, before, transitions, snapshot, event } = entry;
  const flow = flowWithId(entry.flow);
  const participant = flow && before ? eventParticipant(flow, before.children, event.type) : 'page';
  const nothing = !isStart(entry) && transitions.length === 0 ? ' (nothing taken)' : '';
  return {
    lane: participant === 'paymentWindow' ? 'server' : participant,
    title: typedText(entry, mask) ?? eventTitle(entry),
    result: failure ? `threw “${mask.text(failure.message)}”` : `${stateName(snapshot)}${nothing}`,
    isFailure: failure !== null,
  };
}

/** The number of flows that began on a page, in words; undefined before one did. */
function startsOn(timeline: readonly TimelineRecord[], page: string): string | undefined {
  const started = timeline.flatMap((record) =>
    record.kind === 'event' && record.page.id === page && isStart(record.entry) ? [record.entry.flow] : [],
  );
  const { size } = new Set(started);
  return size === 0 ? undefined : `${size} ${size === 1 ? 'flow begins' : 'flows begin'}`;
}

/** The words of an entry, with possibly typed texts masked. */
export function told(timeline: readonly TimelineRecord[], record: TimelineRecord, mask: Mask): Told {
  const { text } = mask;
  switch (record.kind) {
    case 'event':
      return eventTold(record.entry, mask);
    case 'check': {
      const problem = record.results.find((result) => result.problem !== null)?.problem ?? null;
      const result = problem === null ? `✓ ${record.results.length} seen` : `✗ ${text(problem)}`;
      return { lane: 'page', title: `${result} after ${record.step}`, isFailure: problem !== null };
    }
    case 'problem': {
      const { isError } = record.problem;
      const title = `${isError ? 'error' : 'warning'}: ${text(record.problem.text)}`;
      return { lane: 'page', title, isFailure: isError };
    }
    case 'audit': {
      const { length } = record.violations;
      const violations = `✗ axe finds ${length} ${length === 1 ? 'violation' : 'violations'}`;
      const title = length === 0 ? '✓ axe finds nothing' : violations;
      return { lane: 'page', title, isFailure: length > 0 };
    }
    case 'pageLoaded':
      return {
        lane: 'page',
        title: `${record.page.path} was loaded`,
        result: startsOn(timeline, record.page.id),
      };
    case 'request':
      return { lane: 'server', title: `${record.request.method} ${record.request.path}` };
    case 'response': {
      const { status } = record.response;
      const request = requestOf(timeline, record)?.request;
      return {
        lane: 'server',
        title: `${status ?? 'no response'} to ${request ? `${request.method} ${request.path}` : 'an earlier request'}`,
        isFailure: status === null || status >= 400,
      };
    }
  }
}
