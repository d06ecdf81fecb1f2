import { type AnyMachineSnapshot, createActor, type EventObject, type Snapshot } from 'xstate';
import { stateName } from '../stateName.ts';
import { type Step, stepName, stepsFrom } from './explore.ts';
import type { Flow } from './flow.ts';
import { doneEvent, errorEvent, invocations, timers } from './internals.ts';
import { maskFor } from './mask.ts';
import { createStage } from './stage.ts';

/** A state of a flow as plain data. */
export type RecordedPose = {
  status: 'active' | 'done' | 'error' | 'stopped';
  value: string | Record<string, unknown>;
  context: Record<string, unknown>;
  children: Record<string, unknown>;
};

/** A step by its name and the state it led to. Where it is no case of the flow, with its event: masked. */
export type RecordedStep = {
  name: string;
  state: string;
  event?: { type: string } & Record<string, unknown>;
};

/** What somebody did with a flow on a page, without what they typed. */
export type Recording = {
  flow: string;
  /** The page on which it was recorded. */
  path: string;
  /** The state it begins in, its values masked; null where that is the first state of the flow. */
  start: RecordedPose | null;
  steps: RecordedStep[];
};

/** Something that happened to a flow, as it was heard of. */
export type Happening = {
  before: RecordedPose | null;
  event: { type: string } & Record<string, unknown>;
  after: RecordedPose;
};

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** A snapshot of a machine in a state that is given as plain data. Nothing of it runs. */
export const snapshotOf = (flow: Flow, pose: RecordedPose): AnyMachineSnapshot => {
  const given: Snapshot<unknown> & RecordedPose = {
    ...pose,
    children: {},
    status: pose.status === 'stopped' ? 'active' : pose.status,
    output: undefined,
    error: undefined,
  };
  return createActor(flow.machine, { snapshot: given }).getSnapshot();
};

const errorIn = ({ error }: Record<string, unknown>): unknown =>
  typeof error === 'object' && error !== null && 'error' in error ? error.error : error;

/** The name of what happened, where it is a case of the flow. */
export function caseName(flow: Flow, before: AnyMachineSnapshot, event: Happening['event']): string | null {
  const { type, ...payload } = event;
  const known = Object.entries(flow.events[type] ?? {}).find(([, given]) => same(given, payload));
  if (known) return `${type}: ${known[0]}`;
  const timer = timers(before).find((running) => running.event.type === type);
  if (timer) return `after ${timer.name}`;
  for (const { id, src } of invocations(before))
    for (const [name, outcome] of Object.entries(flow.outcomes[src] ?? {})) {
      const isIt =
        'error' in outcome
          ? type === errorEvent(id, null).type && errorIn(payload) === outcome.error.message
          : type === doneEvent(id, null).type && same(payload.output, outcome.output);
      if (isIt) return `${src}: ${name}`;
    }
  return null;
}

/** Puts what happened to a flow down as a recording. What is no case of the flow is kept with its values masked. */
export function record(flow: Flow, path: string, happenings: readonly Happening[]): Recording {
  const initial = createStage(flow.machine, flow.input).actor.getSnapshot();
  const mask = maskFor(flow);
  const [first] = happenings;
  const begin = first?.before ?? null;
  const isInitial =
    begin !== null && same(begin.value, initial.value) && same(begin.context, initial.context);
  const steps = happenings.map(({ before, event, after }, index): RecordedStep => {
    const state = stateName(after);
    const name = before && caseName(flow, snapshotOf(flow, before), event);
    if (name) return { name, state };
    const { type, ...payload } = event;
    return { name: `${type}: as recorded (${index + 1})`, state, event: { ...mask(payload), type } };
  });
  const start = begin && { ...begin, children: {}, context: mask(begin.context) };
  return { flow: flow.id, path, start: isInitial ? null : start, steps };
}

const eventOf = ({ event }: RecordedStep): EventObject | null => event ?? null;

/** Walks a recording on the bare machine; what went otherwise in a sentence, or null. */
export function strays(flow: Flow, { start, steps }: Recording): string | null {
  const everywhere: Flow = { ...flow, where: () => true };
  const stage = createStage(flow.machine, flow.input, start ? snapshotOf(flow, start) : undefined);
  const walked: string[] = [];
  try {
    for (const step of steps) {
      const current: AnyMachineSnapshot = stage.actor.getSnapshot();
      const possible = stepsFrom(everywhere, current).find((known) => stepName(known) === step.name);
      const event = eventOf(step);
      const way = [...walked, step.name].join(' → ');
      if (!possible && !event) return `${way}: the last step cannot happen in "${stateName(current)}"`;
      stage.take(possible ?? asStep(event));
      const state = stateName(stage.actor.getSnapshot());
      if (state !== step.state) return `${way}: led to "${state}", not to "${step.state}"`;
      walked.push(step.name);
    }
    return null;
  } finally {
    stage.actor.stop();
  }
}

const asStep = (event: EventObject | null): Step => ({
  kind: 'event',
  type: event?.type ?? '',
  name: '',
  event: event ?? { type: '' },
});
