import type { ReactNode } from 'react';
import type { Flow } from '../../../../machines/paths/index.ts';
import type { ObservedTransition } from '../../../../machines/visualiser/recording.ts';
import type { Session } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import type { Panel } from '../../../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import type { PageCommand } from '../../shared/channel/types.ts';
import { ChangesPanel } from '../changes/ChangesPanel.tsx';
import type { CoverageItem } from '../coverage.ts';
import { flowWithId } from '../flowModels.ts';
import { HandCoverage } from '../parts/HandCoverage.tsx';
import { recordingRun } from '../runSteps.ts';
import { SequencePanel } from '../sequence/SequencePanel.tsx';
import { isSimulated, simulate } from '../simulations.ts';
import { isUnderWay } from '../timeline/EntryDetails.tsx';
import { TimelinePanel } from '../timeline/TimelinePanel.tsx';
import { timelineOf } from '../timeline/timelineOf.ts';
import type { useAddress } from '../useAddress.ts';
import { controlledTab, sendToFollowedPage, startRuns, type VisualiserFlows } from '../visualiserFlows.ts';
import { CoveragePanel } from './CoveragePanel.tsx';
import { EnvironmentPanel } from './EnvironmentPanel.tsx';
import { EventsPanel } from './EventsPanel.tsx';
import { PathsPanel } from './PathsPanel.tsx';
import { RecordingPanel } from './RecordingPanel.tsx';

export type PanelProps = {
  flow: Flow;
  flows: VisualiserFlows;
  address: ReturnType<typeof useAddress>;
  items: readonly CoverageItem[];
  /** The session of the flow on the followed page, or of its simulation. */
  session: Session | undefined;
  /** The page on which the flow runs. */
  path: string | null;
  isBusy: boolean;
  /** Runs the path to the nearest transition that is not covered. */
  onNext: () => void;
};

const persistedSnapshotOf = ({ session }: PanelProps) => session?.snapshot ?? null;

const isMasked = ({ flows }: PanelProps) => !flows.view.snapshot.context.areValuesShown;

const sendCommand = ({ flows }: PanelProps, command: PageCommand) => sendToFollowedPage(flows, command);

/** Sends an event to the simulation of a flow, and its transition to the recorder. */
function sendToSimulation(
  { flow, flows: { recorder } }: PanelProps,
  event: ObservedTransition['event'],
): void {
  const transition = simulate(flow, event);
  const isRecorded = recorder.snapshot.context.flow === flow.id;
  if (transition && isRecorded) recorder.send({ type: 'transitionObserved', transition });
}

const events = (props: PanelProps) => (
  <EventsPanel
    flow={props.flow}
    persistedSnapshot={persistedSnapshotOf(props)}
    send={(event) => {
      if (isSimulated(props.flow)) sendToSimulation(props, event);
      else if (props.session) sendCommand(props, { type: 'send', session: props.session.session, event });
    }}
  />
);

const environment = (props: PanelProps) => {
  const { invokedActors, paused } = props.flows.link.snapshot.context;
  return (
    <EnvironmentPanel
      flow={props.flow}
      persistedSnapshot={persistedSnapshotOf(props)}
      session={props.session?.session ?? null}
      invokedActors={invokedActors}
      isPaused={paused === props.flow.id}
      isMasked={isMasked(props)}
      sendCommand={(command) => sendCommand(props, command)}
      environment={props.flows.environment}
    />
  );
};

const paths = (props: PanelProps) => (
  <PathsPanel
    flow={props.flow}
    persistedSnapshot={persistedSnapshotOf(props)}
    path={props.path}
    tab={controlledTab(props.flows)}
    isBusy={props.isBusy}
    results={props.flows.run.snapshot.context.pathResults}
    start={(...runs) => startRuns(props.flows, runs)}
  />
);

const coverage = ({ flow, flows, items, address, isBusy, path, onNext }: PanelProps) => (
  <CoveragePanel
    flow={flow.id}
    items={items}
    level={address.level}
    isBusy={isBusy || (path === null && !isSimulated(flow))}
    onLevel={address.showLevel}
    onNext={onNext}
  >
    <HandCoverage coverage={flows.link.snapshot.context.coverage} send={flows.link.send} />
  </CoveragePanel>
);

const recording = (props: PanelProps) => {
  const { flow, flows, isBusy } = props;
  const { recorder, link } = flows;
  return (
    <RecordingPanel
      flow={flow}
      snapshot={recorder.snapshot}
      send={recorder.send}
      persistedSnapshot={persistedSnapshotOf(props)}
      path={isSimulated(flow) ? '/' : (link.snapshot.context.followedPage?.path ?? null)}
      isBusy={isBusy}
      replay={(replayed) =>
        startRuns(flows, [recordingRun(flowWithId(replayed.flow) ?? flow, replayed, controlledTab(flows))])
      }
    />
  );
};

const log = (props: PanelProps) => {
  const { flows, flow: shownFlow } = props;
  const { link } = flows;
  return (
    <TimelinePanel
      context={link.snapshot.context}
      isMasked={isMasked(props)}
      onShow={(number) => link.send({ type: 'entryShown', number })}
      onPin={() => link.send({ type: 'pinToggled' })}
      onClear={() => link.send({ type: 'logCleared' })}
      onRestart={({ page }, event) => {
        // An actor of the state would start again, and lead the flow on.
        if (event && isUnderWay(event)) sendCommand(props, { type: 'pause', flow: event.flow });
        sendCommand(props, {
          type: 'open',
          path: page.path,
          draftsToClear: [event?.flow ?? shownFlow.id],
          restart: event && { flow: event.flow, snapshot: event.snapshot },
        });
      }}
    />
  );
};

const sequence = ({ flow, flows, address }: PanelProps) => (
  <SequencePanel
    flow={flow}
    entries={timelineOf(flows.link.snapshot.context)}
    areAllFlowsShown={address.areAllFlowsShown}
    onAllFlows={address.showAllFlows}
  />
);

const changes = ({ flow, flows: { comparison }, address }: PanelProps) => (
  <ChangesPanel flow={flow} snapshot={comparison.snapshot} send={comparison.send} onSelect={address.select} />
);

/** The content of each panel, connected to the flows of the visualiser. */
export const panelContents: Readonly<Record<Panel, (props: PanelProps) => ReactNode>> = {
  events,
  environment,
  paths,
  coverage,
  recording,
  log,
  sequence,
  changes,
};
