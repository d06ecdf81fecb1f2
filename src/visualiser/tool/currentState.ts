import { type Flow, stateName } from '../../../machines/paths/index.ts';
import type { Session } from '../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { nextStep } from '../../../machines/visualiser/visualiserRun/visualiserRun.machine.ts';
import { activeStateIds, type ChartModel } from './chart/index.ts';
import { simulatedSession, simulationOf } from './simulations.ts';
import { isRunActive, type VisualiserFlows } from './visualiserFlows.ts';

/** The state of a flow as the visualiser shows it. */
export type CurrentState = {
  /** The session of the flow on the followed page, or of its simulation. */
  session: Session | undefined;
  /** The name of the state; null where the flow does not run. */
  name: string | null;
  /** The ids of the active states, ancestors included. */
  active: string[];
  /** The id of the transition that was taken last. */
  taken: string | undefined;
};

/** Returns the current state of a flow: that of the path animated on the chart, else that of the followed page or of the simulation. */
export function currentStateOf(
  flow: Flow,
  model: ChartModel,
  flows: Pick<VisualiserFlows, 'link' | 'run'>,
): CurrentState {
  const { sessions, log } = flows.link.snapshot.context;
  const session = simulatedSession(flow) ?? sessions.findLast((running) => running.flow === flow.id);
  const { context: runContext } = flows.run.snapshot;
  const animatedStep = runContext.run?.on === 'chart' && isRunActive(flows) ? nextStep(runContext) : null;
  const name = animatedStep?.state ?? (session ? stateName(session.snapshot) : null);
  const lastEntry = session && (simulationOf(flow) ?? log.findLast((entry) => entry.flow === flow.id));
  return {
    session,
    name,
    active: name ? activeStateIds(model.id, name) : [],
    taken: (animatedStep ?? lastEntry)?.transitions.at(-1),
  };
}
