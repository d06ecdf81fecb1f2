import { createActor, fromTransition } from 'xstate';
import { isOfServer } from '../../../machines/folders.ts';
import type { Flow, PersistedSnapshot } from '../../../machines/paths/index.ts';
import type { ObservedTransition } from '../../../machines/visualiser/recording.ts';
import type { Session } from '../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import type { RunStep } from '../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { explorerOf } from './connection/guardResults.ts';
import { firstSnapshot } from './runSteps.ts';

/** The bare machine of a flow: its snapshot, and the transitions that its last event took, by their ids. */
type Simulation = { snapshot: PersistedSnapshot; transitions: readonly string[] };

type Simulations = Readonly<Record<string, Simulation>>;

/** Whether a flow is simulated: the server runs it, so that it has no page to follow. */
export const isSimulated = isOfServer;

/** Returns the simulation of a flow after an event. */
function afterEvent(flow: string, before: PersistedSnapshot, event: ObservedTransition['event']): Simulation {
  const explorer = explorerOf(flow);
  if (!explorer) throw new Error(`There is no flow "${flow}".`);
  const step = { kind: 'event', type: event.type, name: '', event } as const;
  const { state, microsteps } = explorer.perform(explorer.restore(before), step);
  const { status, value, context } = state.snapshot;
  return {
    snapshot: { status, value, context, children: {} },
    transitions: microsteps.flatMap(({ transitions }) => transitions),
  };
}

/** The store of all simulations, for `useSnapshot`. */
export const simulationStore = createActor(
  fromTransition(
    (known: Simulations, { flow, simulation }: { type: 'moved'; flow: string; simulation: Simulation }) => ({
      ...known,
      [flow]: simulation,
    }),
    {},
  ),
).start();

/** Returns the simulation of a flow, which starts in its initial state; null for a flow that is not simulated. */
export function simulationOf(flow: Flow): Simulation | null {
  if (!isSimulated(flow)) return null;
  const known = simulationStore.getSnapshot().context[flow.id];
  if (known) return known;
  const snapshot = firstSnapshot(flow);
  return snapshot && { snapshot, transitions: [] };
}

/** Returns the simulation of a flow in the form of a session on a page. */
export const simulatedSession = (flow: Flow): Session | undefined => {
  const simulation = simulationOf(flow);
  return simulation
    ? { session: 'simulation', flow: flow.id, snapshot: simulation.snapshot, failure: null }
    : undefined;
};

/** Sends an event to the simulation of a flow, and returns its transition. */
export function simulate(flow: Flow, event: ObservedTransition['event']): ObservedTransition | null {
  const before = simulationOf(flow)?.snapshot;
  if (!before) return null;
  const simulation = afterEvent(flow.id, before, event);
  simulationStore.send({ type: 'moved', flow: flow.id, simulation });
  return { before, event, after: simulation.snapshot };
}

/** Starts the simulation of a flow in a state; in its initial one without a snapshot. */
export function restartSimulation(flow: Flow, start: PersistedSnapshot | null = null): void {
  const snapshot = start ?? firstSnapshot(flow);
  if (snapshot)
    simulationStore.send({ type: 'moved', flow: flow.id, simulation: { snapshot, transitions: [] } });
}

/** Lets a step of a run happen in the simulation of its flow; returns the snapshot after it. */
export function simulateStep(flow: Flow, { command }: RunStep): PersistedSnapshot | null {
  if (command.kind === 'open') restartSimulation(flow, command.snapshot);
  if (command.kind === 'event') simulate(flow, command.event);
  return simulationOf(flow)?.snapshot ?? null;
}

/** Whether a flow can be run: on a page of the site, or in a simulation. */
export const isRunnable = (flow: Flow): boolean => flow.page !== null || isSimulated(flow);
