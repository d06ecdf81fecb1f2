import type { InspectionEvent } from 'xstate';
import { inspectFlows } from '../../flows/inspection.ts';
import { Inspection } from './inspection.ts';
import { setLocale } from './locale.ts';
import { reportMicrostep } from './microsteps.ts';
import { isFramed, isVisualiser, onFirstHello, takeStartupSettings } from './startup.ts';

/**
 * Inspects the flows of the page. The agent is loaded when a visualiser connects. The visualiser's own flows cannot be
 * paused, and no other visualiser shows them.
 */
export function startInspection(): void {
  if (isVisualiser()) {
    inspectFlows((flow) => ({ inspect: (event: InspectionEvent) => reportMicrostep(flow, event) }));
    return;
  }
  const settings = takeStartupSettings();
  setLocale();
  const inspection = new Inspection(settings);
  // Without the agent nobody can resume the environment.
  const connect = () =>
    import('../agent/agent.ts').then(
      (agent) => agent.connect(inspection),
      () => inspection.pause(null),
    );
  if (isFramed() || settings.paused !== null) connect();
  else onFirstHello(connect);
  inspectFlows((flow, machine) => inspection.actorOptions(flow, machine));
}
