import { type AnyMachineSnapshot, createActor } from 'xstate';
import {
  createSimulation,
  type Flow,
  type PersistedSnapshot,
  type Step,
  stateName,
  stepName,
} from '../../../../machines/paths/index.ts';
import { errorMessage } from '../../../../machines/shared/actors.ts';
import {
  type RecordedStep,
  type Recording,
  recordingDivergence,
} from '../../../../machines/visualiser/recording.ts';
import type {
  Run,
  RunCommand,
  RunOutcome,
  RunStep,
} from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { toPlainData } from '../../shared/channel/plainData.ts';
import { readPersistedSnapshot } from '../../shared/channel/protocol.ts';
import type { CatalogueMessage, CatalogueStep } from '../model/messages/messages.types.ts';

/** The actors that load the code of the page: it stays blank where only their outcome is sent. */
const LOADERS = ['loadScreen'];

/**
 * The form of an actor's outcome that is sent to a page.
 *
 * @throws Error if the flow has no outcome of this name
 */
export function outcomeOf(flow: Flow, actor: string, name: string): RunOutcome {
  const outcome = flow.outcomes[actor]?.[name];
  if (!outcome || !('error' in outcome || 'output' in outcome))
    throw new Error(`${flow.id} has no outcome "${actor}: ${name}".`);
  if ('error' in outcome) return { kind: 'error', message: errorMessage(outcome.error, '') };
  return LOADERS.includes(actor) ? { kind: 'real' } : { kind: 'output', output: outcome.output };
}

export function commandOf(flow: Flow, step: Step): RunCommand {
  switch (step.kind) {
    case 'timer':
    case 'delayed':
      return { kind: 'timer' };
    case 'outcome':
      return { kind: 'outcome', actor: step.actor, outcome: outcomeOf(flow, step.actor, step.name) };
    case 'event':
    case 'sent':
    case 'snapshot': {
      const { type, ...payload } = step.event;
      return { kind: 'event', event: { ...payload, type } };
    }
  }
}

/** Loads the page, with the flow in the state of any snapshot. Without a page the flow starts again. */
const openStep = (
  flow: Flow,
  path: string | null,
  state: string,
  snapshot: PersistedSnapshot | null = null,
): RunStep => ({
  name: path === null ? 'start again' : `open ${path}`,
  command: { kind: 'open', path: path ?? '/', draftsToClear: [flow.id], snapshot },
  state,
  transitions: [],
});

const firstState = (flow: Flow): string => stateName(createSimulation(flow).actor.getSnapshot());

/** The persisted snapshot of the initial state of a flow, with the input of its cases. */
export const firstSnapshot = (flow: Flow): PersistedSnapshot | null =>
  readPersistedSnapshot(toPlainData(createActor(flow.machine, { input: flow.input }).getPersistedSnapshot()));

/** Loads the page with the flow in its initial state, whatever input the page has for it. */
export const restartStep = (flow: Flow, path: string | null): RunStep =>
  openStep(flow, path, firstState(flow), firstSnapshot(flow));

/** Performs a step in a simulation of the machine and returns it with the state it leads to. */
function simulateStep(flow: Flow, simulation: ReturnType<typeof createSimulation>, name: string): RunStep {
  const snapshot: AnyMachineSnapshot = simulation.actor.getSnapshot();
  const step = simulation.possibleSteps().find((known) => stepName(known) === name);
  if (!step) throw new Error(`${flow.id}: "${name}" cannot happen in "${stateName(snapshot)}".`);
  const takenBefore = simulation.takenTransitions.length;
  simulation.perform(step);
  return {
    name,
    command: commandOf(flow, step),
    state: stateName(simulation.actor.getSnapshot()),
    transitions: simulation.takenTransitions.slice(takenBefore),
  };
}

/** A flow with the input of a message's page, in which every step of the message is a case. */
function flowForMessage(flow: Flow, { input = flow.input ?? undefined, steps }: CatalogueMessage): Flow {
  const outcomes = { ...flow.outcomes };
  for (const step of steps)
    if (typeof step === 'object' && 'actor' in step)
      outcomes[step.actor] = { ...outcomes[step.actor], [step.error]: { error: new Error(step.error) } };
  return { ...flow, outcomes, isPossible: () => true, ...(input !== undefined && { input }) };
}

type SimulatedStep = { step: RunStep; snapshot: AnyMachineSnapshot; event: string };

/**
 * The steps that produce a message of the error catalogue, from the load of the page on.
 *
 * @throws Error if a step of the message is not possible in its state
 */
export function simulateMessage(flow: Flow, message: CatalogueMessage): SimulatedStep[] {
  const simulated = flowForMessage(flow, message);
  const simulation = createSimulation(simulated);
  let last = 'xstate.init';
  simulation.actor.system.inspect((event) => {
    if (event.type === '@xstate.snapshot' && event.actorRef === simulation.actor) last = event.event.type;
  });
  const after = (step: RunStep): SimulatedStep => ({
    step,
    snapshot: simulation.actor.getSnapshot(),
    event: last,
  });
  const start = message.startsAnew ? firstSnapshot(simulated) : null;
  const steps = [
    after(openStep(simulated, message.path, stateName(simulation.actor.getSnapshot()), start)),
    ...message.steps.map((step) => after(simulateMessageStep(simulated, simulation, step))),
  ];
  simulation.actor.stop();
  return steps;
}

function simulateMessageStep(
  flow: Flow,
  simulation: ReturnType<typeof createSimulation>,
  step: CatalogueStep,
): RunStep {
  if (typeof step === 'string') return simulateStep(flow, simulation, step);
  if ('actor' in step) return simulateStep(flow, simulation, `${step.actor}: ${step.error}`);
  const event = { ...step.payload, type: step.type };
  simulation.send(event);
  return {
    name: `${step.type}: with another value`,
    command: { kind: 'event', event },
    state: stateName(simulation.actor.getSnapshot()),
    transitions: [],
  };
}

const recordedCommand = (flow: Flow, { name, event }: RecordedStep): RunCommand => {
  if (event && !(event.type in flow.events))
    throw new Error(`The flow has no event "${event.type}" any more: record it again.`);
  if (event) return { kind: 'event', event };
  const [first = '', ...rest] = name.split(': ');
  if (rest.length === 0) return { kind: 'timer' };
  const payload = flow.events[first]?.[rest.join(': ')];
  if (payload) return { kind: 'event', event: { ...payload, type: first } };
  if (!flow.outcomes[first]?.[rest.join(': ')])
    throw new Error(`The flow has no case "${name}" any more: record it again.`);
  return { kind: 'outcome', actor: first, outcome: outcomeOf(flow, first, rest.join(': ')) };
};

/**
 * The run that replays a recording on the page in a tab.
 *
 * @throws Error if a step is a case that the flow does not have
 */
export function recordingRun(flow: Flow, recording: Recording, tab: string): Run {
  const { path, start, steps } = recording;
  const runSteps = steps.map(
    (step): RunStep => ({
      name: step.name,
      command: recordedCommand(flow, step),
      state: step.state,
      transitions: [],
    }),
  );
  const state = start ? stateName(start) : firstState(flow);
  return {
    title: 'The recording',
    flow: flow.id,
    tab,
    steps: [openStep(flow, flow.page && path, state, start), ...runSteps],
  };
}

/** The message of the error that `attempt` throws; null where it throws none. */
export function problemOf(attempt: () => unknown): string | null {
  try {
    attempt();
    return null;
  } catch (error) {
    return errorMessage(error, 'It cannot be replayed.');
  }
}

/** A sentence about the first step of a recording that is no case of the flow; null where there is none. */
export const missingCase = (flow: Flow, recording: Recording): string | null =>
  problemOf(() => recordingRun(flow, recording, ''));

/** The reason why a recording cannot be replayed on the bare machine; null where it can. */
export function replayProblem(flow: Flow, recording: Recording): string | null {
  try {
    return recordingDivergence(flow, recording);
  } catch (error) {
    return errorMessage(error, 'It cannot be replayed.');
  }
}
