import { stateName } from '../../../../machines/paths/index.ts';
import type { LogEntry } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { flowWithId } from '../flowModels.ts';
import { eventTitle } from '../timeline/displayed.ts';
import type { ReceivedResponse, SentRequest, TimelineEntry } from '../timeline/types.ts';
import { actorNameOf, actorParticipant, eventParticipant, participantNames } from './participants.ts';
import type { Lifeline, Sequence, SequenceRow } from './types.ts';

/** A row without its id. */
type Content = SequenceRow extends infer Row ? (Row extends { id: string } ? Omit<Row, 'id'> : never) : never;

const machineId = (flow: string) => `machine ${flow}`;

const message = (from: string, to: string, text: string, isReply = false): Content => ({
  kind: 'message',
  from,
  to,
  text,
  isReply,
  times: 1,
});

/** Returns the ids of the actors that an event started: those that did not run before, and one that ended and runs again. */
function startedActors({ before, event, snapshot }: LogEntry): string[] {
  const isOutcomeOf = (id: string) =>
    /^xstate\.(done|error)\.actor\./.test(event.type) && event.type.endsWith(`.${id}`);
  return Object.keys(snapshot.children).filter((id) => !(id in (before?.children ?? {})) || isOutcomeOf(id));
}

function messagesTo(machine: string, entry: LogEntry): Content[] {
  const { flow: id, before, event, transitions, failure } = entry;
  const flow = flowWithId(id);
  const from = flow ? eventParticipant(flow, before?.children ?? {}, event.type) : 'page';
  const isIgnored = before !== null && transitions.length === 0 && failure === null;
  const text = `${eventTitle(entry)}${isIgnored ? ' (nothing taken)' : ''}`;
  if (before === null) return [message('page', machine, text)];
  if (from !== 'visitor')
    return [message(from, machine, text, event.type.startsWith('xstate.') && from !== 'clock')];
  return [message('visitor', 'page', text), message('page', machine, event.type)];
}

function rowsOfEvent(entry: LogEntry): Content[] {
  const { before, snapshot, failure } = entry;
  const machine = machineId(entry.flow);
  const state = stateName(snapshot);
  const isNewState = before === null || stateName(before) !== state;
  const note = (text: string, isFailure: boolean): Content => ({
    kind: 'note',
    over: machine,
    text,
    isFailure,
  });
  return [
    ...messagesTo(machine, entry),
    ...(failure ? [note(`threw “${failure.message}”`, true)] : []),
    ...(isNewState && !failure ? [note(state, false)] : []),
    ...startedActors(entry).map((id) => {
      const actor = actorNameOf(snapshot.children, id);
      return message(machine, actorParticipant(actor), actor);
    }),
  ];
}

/** Returns the path of a request without what follows it, where values of a form may stand. */
const pathOnly = (path: string) => path.split(/[?#]/)[0] ?? path;

const requestText = ({ method, path }: SentRequest) => `${method} ${pathOnly(path)}`;

const responseText = ({ status }: ReceivedResponse) => (status === null ? 'no response' : `${status}`);

function rowsOf(entry: TimelineEntry): Content[] {
  switch (entry.kind) {
    case 'pageLoaded':
      return [{ kind: 'pageLoaded', text: `${entry.page.path} is loaded` }];
    case 'event':
      return rowsOfEvent(entry.entry);
    case 'request':
      return [message('page', 'server', requestText(entry.request))];
    case 'response':
      return [message('server', 'page', responseText(entry.response), true)];
  }
}

/** Returns the rows with those that repeat the rows of the entry before them, as typing does, as one. */
function withoutRepetition(groups: readonly (readonly Content[])[]): Content[] {
  const merged: { key: string; rows: Content[] }[] = [];
  for (const group of groups) {
    const key = JSON.stringify(group);
    const last = merged.at(-1);
    const isRepeated = last?.key === key && group.every(({ kind }) => kind === 'message');
    if (!isRepeated) merged.push({ key, rows: [...group] });
    else
      last.rows = last.rows.map((row) => (row.kind === 'message' ? { ...row, times: row.times + 1 } : row));
  }
  return merged.flatMap(({ rows }) => rows);
}

/** Returns the lifelines that take part: visitor, page, machines, server, payment window and clock. */
function lifelinesOf(rows: readonly Content[]): Lifeline[] {
  const used = new Set(
    rows.flatMap((row) =>
      row.kind === 'message' ? [row.from, row.to] : row.kind === 'note' ? [row.over] : ['page'],
    ),
  );
  const machines = [...used].filter((id) => id.startsWith('machine '));
  const { visitor, page, ...behind } = participantNames;
  const named = (names: Record<string, string>) => Object.entries(names).map(([id, name]) => ({ id, name }));
  return [
    ...named({ visitor, page }),
    ...machines.map((id) => ({ id, name: machines.length === 1 ? 'Machine' : `Machine ${id.slice(8)}` })),
    ...named(behind),
  ].filter(({ id }) => used.has(id));
}

/** Returns who sent what to whom, of the entries of a timeline. No text in it was typed by a visitor. */
export function sequenceOf(entries: readonly TimelineEntry[]): Sequence {
  const rows = withoutRepetition(entries.map(rowsOf));
  return { lifelines: lifelinesOf(rows), rows: rows.map((row, index) => ({ id: `${index}`, ...row })) };
}

export const lifelineName = ({ lifelines }: Sequence, id: string): string =>
  lifelines.find((lifeline) => lifeline.id === id)?.name ?? id;

/** Returns a message with how often it was sent. */
export const messageText = ({ text, times }: { text: string; times: number }): string =>
  times === 1 ? text : `${text} (${times} times)`;

/** Returns a row in a line of text: `Visitor → Page: submitted: by the button`. */
export function rowAsText(sequence: Sequence, row: SequenceRow): string {
  if (row.kind === 'pageLoaded') return row.text;
  if (row.kind === 'note')
    return `${lifelineName(sequence, row.over)} ${row.isFailure ? row.text : `is in ${row.text}`}`;
  const [from, to] = [lifelineName(sequence, row.from), lifelineName(sequence, row.to)];
  return `${from} → ${to}: ${messageText(row)}`;
}
