import * as v from 'valibot';
import { type AnyMachineSnapshot, type EventObject, transition } from 'xstate';
import {
  createSimulation,
  type Flow,
  type PersistedSnapshot,
  pendingIn,
  restoredSnapshot,
  runtime,
  type Step,
  stateName,
  stepName,
} from '../paths/index.ts';
import { displayData } from './displayData.ts';
import { createMask } from './mask.ts';
import { memoize } from './memoize.ts';
import { eventSchema, persistedSnapshotEntries } from './visualiserLink/visualiserLink.types.ts';

/** Whether a path leads to a page of this site: browsers read a backslash as a slash, and skip control characters. */
export const isSitePath = (path: string): boolean =>
  /^\/(?![/\\])/.test(path) && !/\\|%5c|\p{Cc}/iu.test(path) && !/^\/%2f/i.test(path);

const stepSchema = v.object({
  name: v.string(),
  state: v.string(),
  event: v.exactOptional(eventSchema),
});

/** A step by its name and the state it led to. A step that is no case of the flow has its masked event. */
export type RecordedStep = v.InferOutput<typeof stepSchema>;

export const recordingSchema = v.object({
  flow: v.string(),
  /** The page on which it was recorded. */
  path: v.pipe(v.string(), v.check(isSitePath)),
  /** The masked snapshot in which the recording starts; null for the initial state of the flow. */
  start: v.nullable(v.object(persistedSnapshotEntries)),
  steps: v.array(stepSchema),
});

/** The recorded steps of a flow on a page; texts that somebody typed are masked. */
export type Recording = v.InferOutput<typeof recordingSchema>;

/** An event of a flow with the snapshots before and after it, as the page reported them. */
export type ObservedTransition = {
  before: PersistedSnapshot | null;
  event: { type: string } & Record<string, unknown>;
  after: PersistedSnapshot;
};

const jsonOfObject = memoize((value: object) => JSON.stringify(displayData({ value })), new WeakMap());

const jsonOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? jsonOfObject(value) : JSON.stringify(displayData({ value }));

const isEqual = (one: unknown, other: unknown) => Object.is(one, other) || jsonOf(one) === jsonOf(other);

const errorIn = ({ error }: Record<string, unknown>): unknown =>
  typeof error === 'object' && error !== null && 'error' in error ? error.error : error;

const messageOf = (error: unknown): unknown => (error instanceof Error ? error.message : error);

function isOutcome(
  outcome: Flow['outcomes'][string][string],
  id: string,
  { type, ...payload }: ObservedTransition['event'],
): boolean {
  if ('error' in outcome)
    return type === runtime.errorEvent(id, null).type && isEqual(errorIn(payload), messageOf(outcome.error));
  if ('output' in outcome)
    return type === runtime.doneEvent(id, null).type && isEqual(payload.output, outcome.output);
  return 'sends' in outcome && isEqual({ type, ...payload }, outcome.sends);
}

/** The name of the step for an event; null where it is no case of the flow. */
export function stepNameOf(
  flow: Flow,
  before: AnyMachineSnapshot,
  event: ObservedTransition['event'],
): string | null {
  const { type, ...payload } = event;
  const known = Object.entries(flow.events[type] ?? {}).find(([, casePayload]) =>
    isEqual(casePayload, payload),
  );
  if (known) return `${type}: ${known[0]}`;
  const pending = pendingIn(before);
  const timer = pending.timers.find((running) => running.event.type === type);
  if (timer) return `after ${timer.name}`;
  for (const { id, src } of pending.actors)
    for (const [name, outcome] of Object.entries(flow.outcomes[src] ?? {})) {
      if (isOutcome(outcome, id, event)) return `${id}: ${name}`;
    }
  return null;
}

const asObject = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : null;

/** A text that differs between two values: its path, of which the last part is the name of its field. */
type TextChange = readonly string[];

/** The texts that differ between two values; null where something else differs. */
function textChanges(one: unknown, other: unknown, path: TextChange = []): TextChange[] | null {
  if (isEqual(one, other)) return [];
  if (typeof one === 'string' && typeof other === 'string') return [path];
  const [parts, otherParts] = [asObject(one), asObject(other)];
  if (!parts || !otherParts || !isEqual(Object.keys(parts), Object.keys(otherParts))) return null;
  const changes = Object.keys(parts).map((key) => textChanges(parts[key], otherParts[key], [...path, key]));
  return changes.some((change) => change === null) ? null : changes.flatMap((change) => change ?? []);
}

/** A transition with the name of its step, null where its event is no case of the flow. */
type NamedTransition = ObservedTransition & { name: string | null };

/** Whether two events are typing in one field, and the later one alone leads to the same state and context. */
function isTypedOn(flow: Flow, earlier: NamedTransition, later: NamedTransition): boolean {
  if (earlier.name !== null || later.name !== null || !earlier.before || !later.before) return false;
  const [typed, ...others] = textChanges(earlier.event, later.event) ?? [];
  const field = typed?.at(-1);
  if (field === undefined || others.length > 0 || field === 'type' || flow.choiceFields.includes(field))
    return false;
  const isSameField = (textChanges(earlier.before.context, earlier.after.context) ?? []).some(
    (change) => change.at(-1) === field,
  );
  if (!isSameField || !isEqual(earlier.after, later.before)) return false;
  const [alone] = transition(flow.machine, restoredSnapshot(flow, earlier.before), later.event);
  return isEqual([alone.value, alone.context], [later.after.value, later.after.context]);
}

/** The transitions with typing in one field as one transition, that of the last key. */
function withoutSingleKeys(flow: Flow, transitions: readonly NamedTransition[]): NamedTransition[] {
  const merged: NamedTransition[] = [];
  for (const next of transitions) {
    const last = merged.at(-1);
    if (last && isTypedOn(flow, last, next)) merged.splice(-1, 1, { ...next, before: last.before });
    else merged.push(next);
  }
  return merged;
}

/** The most characters of a value in the name of a step, and of the name. */
const [MAX_VALUE, MAX_NAME] = [30, 80];

const cutTo = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

/** The fields of the context that differ between two snapshots, by their names. */
const changedFields = (before: PersistedSnapshot | null, after: PersistedSnapshot): Set<string | undefined> =>
  new Set((before && textChanges(before.context, after.context))?.map((path) => path.at(-1)));

/** The values in data with the names of their fields. */
const fieldsOf = (data: object): [name: string, value: unknown][] =>
  Object.entries(data).flatMap(([name, value]): [string, unknown][] =>
    asObject(value) ? fieldsOf(Object(value)) : [[name, value]],
  );

/** The name of a step that is no case: `changed: name "Xxxx"`, with the fields that it changed if it is known. */
function readableName(type: string, payload: object, changed: Set<string | undefined>): string {
  const fields = fieldsOf(payload);
  const known = fields.filter(([name]) => changed.has(name));
  const texts = (known.length > 0 ? known : fields).map(
    ([name, value]) => `${name} ${cutTo(JSON.stringify(value) ?? '', MAX_VALUE)}`,
  );
  return cutTo(
    `${type.replace(/^xstate\.(done|error)\.actor\./, '')}: ${texts.join(', ') || 'as recorded'}`,
    MAX_NAME,
  );
}

/**
 * The recording of observed transitions. Events that are no case of the flow are included with their values
 * masked; typing in one field without a pause for another is one step.
 */
export function createRecording(
  flow: Flow,
  path: string,
  observed: readonly ObservedTransition[],
): Recording {
  const initial = createSimulation(flow).actor.getSnapshot();
  const mask = createMask();
  const [first] = observed;
  const startSnapshot = first?.before ?? null;
  const isInitial =
    startSnapshot !== null &&
    isEqual(startSnapshot.value, initial.value) &&
    isEqual(startSnapshot.context, initial.context);
  const named = observed.map((each): NamedTransition => {
    const name = each.before && stepNameOf(flow, restoredSnapshot(flow, each.before), each.event);
    return { ...each, name };
  });
  const steps = withoutSingleKeys(flow, named).map(({ name, before, event, after }): RecordedStep => {
    const state = stateName(after);
    if (name) return { name, state };
    const { type, ...payload } = event;
    const masked = mask.data(flow, payload);
    return {
      name: readableName(type, masked, changedFields(before, after)),
      state,
      event: { ...masked, type },
    };
  });
  const start = startSnapshot && {
    ...startSnapshot,
    children: {},
    context: mask.data(flow, startSnapshot.context),
  };
  return { flow: flow.id, path, start: isInitial ? null : start, steps };
}

const eventOf = ({ event }: RecordedStep): EventObject | null => event ?? null;

/** The most steps that the sentence about a difference names. */
const LAST_STEPS = 20;

/** Performs a recording on the bare machine. Returns the first difference in a sentence, or null. */
export function recordingDivergence(flow: Flow, { start, steps }: Recording): string | null {
  const simulation = createSimulation({ ...flow, isPossible: () => true }, start ?? undefined);
  const pathTo = (index: number) =>
    [
      ...(index >= LAST_STEPS ? ['…'] : []),
      ...steps.slice(Math.max(0, index - LAST_STEPS + 1), index + 1).map(({ name }) => name),
    ].join(' → ');
  try {
    for (const [index, step] of steps.entries()) {
      const current: AnyMachineSnapshot = simulation.actor.getSnapshot();
      const event = eventOf(step);
      const possible =
        event === null && simulation.possibleSteps().find((known) => stepName(known) === step.name);
      if (!possible && !event)
        return `${pathTo(index)}: the last step cannot happen in "${stateName(current)}"`;
      simulation.perform(possible || asStep(event));
      const state = stateName(simulation.actor.getSnapshot());
      if (state !== step.state) return `${pathTo(index)}: led to "${state}", not to "${step.state}"`;
    }
    return null;
  } finally {
    simulation.actor.stop();
  }
}

const asStep = (event: EventObject | null): Step => ({
  kind: 'event',
  type: event?.type ?? '',
  name: '',
  event: event ?? { type: '' },
});
