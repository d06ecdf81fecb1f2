import type { visualiserLinkMachine } from '../../machines/visualiserLink/visualiserLink.machine.ts';
import type { visualiserRecorderMachine } from '../../machines/visualiserRecorder/visualiserRecorder.machine.ts';
import type { visualiserRunMachine } from '../../machines/visualiserRun/visualiserRun.machine.ts';
import type { Run } from '../../machines/visualiserRun/visualiserRun.types.ts';
import type { visualiserViewMachine } from '../../machines/visualiserView/visualiserView.machine.ts';
import type { RunningFlow } from '../flows/useFlow.ts';
import { connection } from './connection/connection.ts';

/** The visualiser's own flows, which run as long as it is open. */
export type VisualiserFlows = {
  link: RunningFlow<typeof visualiserLinkMachine>;
  run: RunningFlow<typeof visualiserRunMachine>;
  view: RunningFlow<typeof visualiserViewMachine>;
  recorder: RunningFlow<typeof visualiserRecorderMachine>;
};

/** Returns the tab whose page receives the commands: that of the followed page, else this visualiser's own frame. */
export const controlledTab = ({ link: { snapshot } }: Pick<VisualiserFlows, 'link'>): string =>
  (snapshot.matches('following') && snapshot.context.followedPage?.tab) || connection.id;

/** Whether a run is under way or paused. */
export const isRunActive = ({ run: { snapshot } }: Pick<VisualiserFlows, 'run'>): boolean =>
  snapshot.hasTag('busy') || snapshot.matches('paused');

/** Starts a run. Shows the preview first where the run uses it and it is not shown. */
export function startRun({ run, view }: VisualiserFlows, started: Run): void {
  const isInFrame = started.on === 'page' && started.tab === connection.id;
  if (isInFrame && !view.snapshot.context.isPageShown) view.send({ type: 'pageToggled' });
  if (isInFrame && view.snapshot.matches({ preview: 'tab' })) view.send({ type: 'preview.phone' });
  run.send({ type: 'started', run: started });
}
