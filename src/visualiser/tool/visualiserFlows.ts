import type { buildComparisonMachine } from '../../../machines/visualiser/buildComparison/buildComparison.machine.ts';
import type { visualiserLinkMachine } from '../../../machines/visualiser/visualiserLink/visualiserLink.machine.ts';
import type { visualiserRecorderMachine } from '../../../machines/visualiser/visualiserRecorder/visualiserRecorder.machine.ts';
import type { visualiserRunMachine } from '../../../machines/visualiser/visualiserRun/visualiserRun.machine.ts';
import type { Run } from '../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import type { visualiserViewMachine } from '../../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import type { RunningFlow } from '../../flows/useFlow.ts';
import type { PageCommand } from '../shared/channel/types.ts';
import { connection } from './connection/connection.ts';
import { flowWithId } from './flowModels.ts';
import { isSimulated, simulateRun } from './simulations.ts';

/** The flows of the visualiser, which run as long as it is open. */
export type VisualiserFlows = {
  link: RunningFlow<typeof visualiserLinkMachine>;
  run: RunningFlow<typeof visualiserRunMachine>;
  view: RunningFlow<typeof visualiserViewMachine>;
  recorder: RunningFlow<typeof visualiserRecorderMachine>;
  comparison: RunningFlow<typeof buildComparisonMachine>;
};

/** Returns the tab whose page receives the commands: that of the followed page, else this visualiser's own frame. */
export const controlledTab = ({ link: { snapshot } }: Pick<VisualiserFlows, 'link'>): string =>
  (snapshot.matches('following') && snapshot.context.followedPage?.tab) || connection.id;

/** Sends a command to the followed page, if there is one. */
export function sendToFollowedPage({ link }: Pick<VisualiserFlows, 'link'>, command: PageCommand): void {
  const { followedPage } = link.snapshot.context;
  if (followedPage) connection.sendCommand(followedPage.id, command);
}

/** Loads a page in place of the followed one. The frame of the visualiser is loaded even where its page does not answer. */
export function openPage(flows: Pick<VisualiserFlows, 'link'>, path: string): void {
  const [frame] = document.getElementsByName(connection.id);
  if (frame instanceof HTMLIFrameElement && controlledTab(flows) === connection.id) frame.src = path;
  else sendToFollowedPage(flows, { type: 'open', path, draftsToClear: [], restart: null });
}

/** Whether a run is under way or paused. */
export const isRunActive = ({ run: { snapshot } }: Pick<VisualiserFlows, 'run'>): boolean =>
  snapshot.hasTag('busy') || snapshot.matches('paused');

/**
 * Starts a run. Shows the preview first where the run uses it and it is not shown; a flow that is simulated is then in the
 * last state of the run.
 */
export function startRun({ run, view }: VisualiserFlows, started: Run): void {
  const flow = flowWithId(started.flow);
  if (flow && isSimulated(flow)) simulateRun(flow, started);
  const isInFrame = started.on === 'page' && started.tab === connection.id;
  if (isInFrame && !view.snapshot.context.isPageShown) view.send({ type: 'pageToggled' });
  if (isInFrame && view.snapshot.matches({ preview: 'tab' })) view.send({ type: 'preview.phone' });
  const pausedBefore = connection.pageStateIn(started.tab)?.paused ?? null;
  run.send({ type: 'started', run: { pausedBefore, ...started } });
}
