import type { Flow } from '../../../../machines/paths/index.ts';
import { stateName } from '../../../../machines/paths/index.ts';
import type { Mask } from '../../../../machines/visualiser/mask.ts';
import type {
  LogEntry,
  TimelineRecord,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { payloadOf } from '../flows/mask.ts';
import { contextChanges } from '../model/contextChanges.ts';
import {
  displayedBody,
  eventTitle,
  guardAnswer,
  isTypedOn,
  told,
  typedPath,
} from '../model/entries/displayed.ts';
import { modelOf } from '../model/flowModels.ts';
import { eventParticipant, participantNames } from '../model/participants.ts';
import type { ReportStep } from './types.ts';

const separateWords = (name: string) =>
  name.replace(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);

/** The name of a step in plain words: `create order: refused by the server`; `after slow notice`. */
const inWords = (name: string): string => name.replace(/.*?(?=: |$)/, separateWords);

const asJson = (data: unknown): string | null => {
  const isEmpty =
    data === null || data === undefined || (typeof data === 'object' && Object.keys(data).length === 0);
  return isEmpty ? null : JSON.stringify(data, null, 2);
};

function descriptionOf(flow: Flow, name: string): string | null {
  const model = modelOf(flow.id);
  const descriptions = name
    .split(' | ')
    .flatMap((path) => model?.states.find(({ id }) => id === `${flow.id}.${path}`)?.description ?? []);
  return descriptions.length > 0 ? descriptions.join(' ') : null;
}

const changesBetween = (flow: Flow, mask: Mask, from: LogEntry, to: LogEntry) =>
  from.before === null
    ? []
    : contextChanges(mask.data(flow, from.before.context), mask.data(flow, to.snapshot.context));

type Numbered = Omit<ReportStep, 'number' | 'picture'>;

type ReportedStep = { step: Omit<ReportStep, 'picture'>; record: TimelineRecord };

/** The step of an event, or of several that type in one field, of which `entry` is the last. */
function eventStep(flow: Flow, mask: Mask, first: LogEntry, entry: LogEntry): Numbered {
  const { event, before, transitions, failure, snapshot, at } = entry;
  const state = stateName(snapshot);
  const typed = typedPath(entry);
  const name = inWords(eventTitle(entry));
  return {
    at,
    who:
      before === null
        ? participantNames.page
        : participantNames[eventParticipant(flow, before.children, event.type)],
    text: typed === null ? name : `${name}: ${typed}`,
    state,
    description: descriptionOf(flow, state),
    failure: failure && mask.text(failure.message),
    transitions,
    guards: entry.guardResults.map((guardResult) => guardAnswer(flow, guardResult)),
    payload: asJson(mask.data(flow, payloadOf(entry))),
    changes: changesBetween(flow, mask, first, entry),
  };
}

/** The step of a call or of a problem of the page, in the words of the timeline; null for the load of the page. */
function exchangeStep(
  entries: readonly TimelineRecord[],
  mask: Mask,
  record: Exclude<TimelineRecord, { kind: 'event' }>,
): Numbered | null {
  if (record.kind === 'pageLoaded') return null;
  const { title } = told(entries, record, mask);
  const isCall = record.kind === 'request' || record.kind === 'response';
  const error = record.kind === 'problem' && record.problem.isError ? mask.text(record.problem.text) : null;
  const violations = record.kind === 'audit' ? record.violations : [];
  return {
    at: record.at,
    who: participantNames[record.kind === 'response' ? 'server' : 'page'],
    text: error === null ? [title, ...violations].join('\n') : 'an error',
    state: null,
    description: null,
    failure: error,
    transitions: [],
    guards: [],
    payload: isCall ? asJson(displayedBody(record, mask)) : null,
    changes: [],
  };
}

/** The steps of the entries of a flow, with typing in one field as one, that of the last key. */
export function stepsOf(flow: Flow, entries: readonly TimelineRecord[], mask: Mask): ReportedStep[] {
  type Typing = { first: LogEntry; last: LogEntry };
  const steps: { typing: Typing | null; step: Numbered; record: TimelineRecord }[] = [];
  for (const record of entries) {
    if (record.kind !== 'event') {
      const step = exchangeStep(entries, mask, record);
      if (step) steps.push({ typing: null, step, record });
      continue;
    }
    const last = record.entry;
    const typing = steps.at(-1)?.typing;
    const continued = typing && isTypedOn(typing.last, last) ? typing : null;
    if (continued) steps.pop();
    const first = continued?.first ?? last;
    steps.push({ typing: { first, last }, step: eventStep(flow, mask, first, last), record });
  }
  return steps.map(({ step, record }, index) => ({ step: { number: index + 1, ...step }, record }));
}
