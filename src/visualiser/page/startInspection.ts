import { type FlowInspection, pageInspection } from '../../flows/inspection.ts';
import { Inspection } from './instrumentation/inspection.ts';
import { observeProblems } from './instrumentation/pageProblems.ts';
import { takeStartupSettings } from './instrumentation/startup.ts';

/**
 * Inspects the flows of the page, those that run already and those that are created from now on, and connects them with
 * the visualisers of the origin.
 */
export function startInspection(): void {
  observeProblems();
  const settings = takeStartupSettings();
  const inspection = new Inspection(settings);
  Object.assign(pageInspection, {
    isRestarted: settings.restart !== null,
    actorOptions: (flow, machine) => inspection.actorOptions(flow, machine),
    onRunning: (flow, actor) => inspection.adopt(flow, actor),
  } satisfies Partial<FlowInspection>);
  for (const [actor, flow] of pageInspection.running) inspection.adopt(flow, actor);
  // Without the agent nobody can resume the environment.
  import('./agent/agent.ts').then(
    (agent) => agent.connect(inspection),
    () => {
      inspection.pause(null);
      inspection.listen(() => {});
    },
  );
}
