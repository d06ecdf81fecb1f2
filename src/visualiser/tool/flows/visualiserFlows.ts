import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import type { ActorRef, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';
import { stateName } from '../../../../machines/paths/index.ts';
import type {
  visualiserActors,
  visualiserMachine,
} from '../../../../machines/visualiser/visualiser/visualiser.machine.ts';
import { isRunUnderWay } from '../../../../machines/visualiser/visualiserRun/visualiserRun.machine.ts';
import type { Run } from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { useSnapshot } from '../../../browser/snapshot.ts';
import { type RunningFlow, useFlow } from '../../../flows/useFlow.ts';
import type { PageCommand } from '../../shared/channel/protocol.ts';
import { connection } from '../connection/connection.ts';
import { inputOfAddress, keptOfVisits, visualiser } from './visualiser.ts';

/** The visualiser and its parts, which run as long as it is open. */
export type VisualiserFlows = { visualiser: RunningFlow<typeof visualiserMachine> } & {
  [Part in Exclude<keyof typeof visualiserActors, 'pages' | 'readAddress'>]: RunningFlow<
    (typeof visualiserActors)[Part]
  >;
};

/**
 * The running flow of an invoked machine.
 *
 * @throws Error if the visualiser does not invoke it
 */
function usePart<Machine extends AnyStateMachine>(
  actor: ActorRef<SnapshotFrom<Machine>, EventFromLogic<Machine>> | undefined,
): RunningFlow<Machine> {
  if (!actor) throw new Error('The visualiser invokes each of its parts as long as it runs.');
  const snapshot = useSnapshot(actor);
  return {
    snapshot,
    send: actor.send,
    rootProps: { 'data-flow': actor.id, 'data-state': stateName(snapshot) },
  };
}

/** Starts the visualiser, and returns its parts. */
export function useVisualiser(): VisualiserFlows {
  const kept = useMemo(keptOfVisits, []);
  const root = useFlow(visualiser, { ...kept, ...inputOfAddress(useLocation()) });
  const { children } = root.snapshot;
  return {
    visualiser: root,
    link: usePart(children.visualiserLink),
    run: usePart(children.visualiserRun),
    view: usePart(children.visualiserView),
    recorder: usePart(children.visualiserRecorder),
    comparison: usePart(children.buildComparison),
    environment: usePart(children.visualiserEnvironment),
    messages: usePart(children.visualiserMessages),
  };
}

/** The tab whose page receives the commands: that of the followed page, else this visualiser's own frame. */
export const controlledTab = ({ link: { snapshot } }: Pick<VisualiserFlows, 'link'>): string =>
  (snapshot.matches('following') && snapshot.context.followedPage?.tab) || connection.id;

/** The commands that leave the page as it is. */
const LOOKS = ['check', 'audit', 'outline'];

/** Shows the page as it is now. */
const showNow = ({ link }: Pick<VisualiserFlows, 'link'>) => link.send({ type: 'entryShown', number: null });

/** Sends a command to the followed page, if there is one; a command that acts on it shows it first. */
export function sendToFollowedPage({ link }: Pick<VisualiserFlows, 'link'>, command: PageCommand): void {
  const { followedPage } = link.snapshot.context;
  if (!LOOKS.includes(command.type)) showNow({ link });
  if (followedPage) connection.sendCommand(followedPage.id, command);
}

/** The frame of the page that receives the commands; null where it is in another tab. */
export function controlledFrame(flows: Pick<VisualiserFlows, 'link'>): HTMLIFrameElement | null {
  const [frame] = document.getElementsByName(controlledTab(flows));
  return frame instanceof HTMLIFrameElement ? frame : null;
}

/** Loads a page in place of the followed one. The frame of the visualiser is loaded even where its page does not answer. */
export function openPage(flows: Pick<VisualiserFlows, 'link'>, path: string): void {
  const frame = controlledFrame(flows);
  if (frame) frame.src = path;
  else sendToFollowedPage(flows, { type: 'open', path, draftsToClear: [], restart: null });
}

/** Whether a run is under way or paused. */
export const isRunActive = ({ run: { snapshot } }: Pick<VisualiserFlows, 'run'>): boolean =>
  isRunUnderWay(snapshot);

/** Starts runs that follow each other, whatever becomes of each. */
export function startRuns(flows: VisualiserFlows, runs: readonly Run[]): void {
  const [first] = runs;
  if (!first) return;
  const { send } = flows.visualiser;
  showNow(flows);
  const pausedBefore = connection.pageStateIn(first.tab)?.paused ?? null;
  send({ type: 'runsRequested', runs: runs.map((run) => ({ ...run, pausedBefore })) });
}
