import { type AnyMachineSnapshot, createActor } from 'xstate';
import { type Step, stepName, stepsFrom } from '../../machines/paths/explore.ts';
import type { Flow } from '../../machines/paths/flow.ts';
import type { RecordedStep, Recording } from '../../machines/paths/recording.ts';
import { snapshotOf } from '../../machines/paths/recording.ts';
import { createStage, type Stage } from '../../machines/paths/stage.ts';
import { stateName } from '../../machines/stateName.ts';
import type { Run, RunAnswer, RunDeed, RunLeg } from '../../machines/visualiserRun/visualiserRun.types.ts';
import { type Pose, plain, readPose } from './channel/messages.ts';
import type { Message } from './messages.ts';

/** An outcome of an actor as a page is told it. */
export function answerOf(flow: Flow, actor: string, name: string): RunAnswer {
  const outcome = flow.outcomes[actor]?.[name];
  if (!outcome) throw new Error(`${flow.id} has no outcome "${actor}: ${name}".`);
  return 'error' in outcome
    ? { kind: 'error', message: outcome.error.message }
    : { kind: 'output', output: outcome.output };
}

export function deedOf(flow: Flow, step: Step): RunDeed {
  switch (step.kind) {
    case 'timer':
      return { kind: 'timer' };
    case 'outcome':
      return { kind: 'outcome', actor: step.actor, answer: answerOf(flow, step.actor, step.name) };
    case 'event': {
      const { type, ...payload } = step.event;
      return { kind: 'event', event: { ...payload, type } };
    }
  }
}

/** A leg that loads the page, with the flow in a state where one is given. */
export const opening = (flow: Flow, path: string, state: string, pose: Pose | null = null): RunLeg => ({
  name: `open ${path}`,
  deed: { kind: 'open', path, forget: [flow.id], pose },
  state,
  transitions: [],
});

const firstState = (flow: Flow): string =>
  stateName(createStage(flow.machine, flow.input).actor.getSnapshot());

/** The first state of a flow with what its cases start it with, as plain data. */
export const firstPose = (flow: Flow): Pose | null =>
  readPose(plain(createActor(flow.machine, { input: flow.input }).getPersistedSnapshot()));

/** A leg that loads the page with the flow in its first state, whatever the page would start it with. */
export const startingOver = (flow: Flow, path: string): RunLeg =>
  opening(flow, path, firstState(flow), firstPose(flow));

/** Takes a step by its name beside the bare machine, which knows where it leads. */
function legBeside(flow: Flow, stage: Stage, name: string): RunLeg {
  const snapshot: AnyMachineSnapshot = stage.actor.getSnapshot();
  const step = stepsFrom({ ...flow, where: () => true }, snapshot).find((known) => stepName(known) === name);
  if (!step) throw new Error(`${flow.id}: "${name}" cannot happen in "${stateName(snapshot)}".`);
  const before = stage.taken.length;
  stage.take(step);
  return {
    name,
    deed: deedOf(flow, step),
    state: stateName(stage.actor.getSnapshot()),
    transitions: stage.taken.slice(before),
  };
}

/** A run that produces a message of the error catalogue on the page in a tab. */
export function messageRun(flow: Flow, message: Message, tab: string): Run {
  const stage = createStage(flow.machine, flow.input);
  const legs = message.steps.map((step) => {
    if (typeof step === 'string') return legBeside(flow, stage, step);
    const event = { ...step.payload, type: step.type };
    stage.actor.send(event);
    const state = stateName(stage.actor.getSnapshot());
    return {
      name: `${step.type}: with another value`,
      deed: { kind: 'event', event },
      state,
      transitions: [],
    };
  }) satisfies RunLeg[];
  stage.actor.stop();
  const start = opening(flow, message.path, message.start ?? firstState(flow));
  return { title: message.text, flow: flow.id, on: 'page', tab, isHurried: true, legs: [start, ...legs] };
}

const recordedDeed = (flow: Flow, { name, event }: RecordedStep): RunDeed => {
  if (event) return { kind: 'event', event };
  const [first = '', ...rest] = name.split(': ');
  if (rest.length === 0) return { kind: 'timer' };
  const payload = flow.events[first]?.[rest.join(': ')];
  return payload
    ? { kind: 'event', event: { ...payload, type: first } }
    : { kind: 'outcome', actor: first, answer: answerOf(flow, first, rest.join(': ')) };
};

/** A run that replays a recording on the page in a tab. */
export function recordingRun(flow: Flow, recording: Recording, tab: string): Run {
  const { path, start, steps } = recording;
  const legs = steps.map(
    (step): RunLeg => ({
      name: step.name,
      deed: recordedDeed(flow, step),
      state: step.state,
      transitions: [],
    }),
  );
  const state = start ? stateName(snapshotOf(flow, start)) : firstState(flow);
  return {
    title: 'The recording',
    flow: flow.id,
    on: 'page',
    tab,
    legs: [opening(flow, path, state, start), ...legs],
  };
}
