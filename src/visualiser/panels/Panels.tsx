import type { Flow } from '../../../machines/paths/flow.ts';
import type { Session } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import type { Run } from '../../../machines/visualiserRun/visualiserRun.types.ts';
import { type Panel, panels } from '../../../machines/visualiserView/visualiserView.machine.ts';
import { TabPanel, Tabs } from '../../components/Tabs.tsx';
import type { PageCommand } from '../channel/protocol.ts';
import { connection } from '../connection/connection.ts';
import type { CoverageItem } from '../coverage.ts';
import { controlledTab, type VisualiserFlows } from '../FlowView.tsx';
import { recordingRun } from '../runSteps.ts';
import type { useAddress } from '../useAddress.ts';
import { CoveragePanel } from './CoveragePanel.tsx';
import { EnvironmentPanel } from './EnvironmentPanel.tsx';
import { EventsPanel } from './EventsPanel.tsx';
import { LogPanel } from './LogPanel.tsx';
import { PathsPanel } from './PathsPanel.tsx';
import { RecordingPanel } from './RecordingPanel.tsx';

const ID = 'visualiser-panel';

const NAMES: Readonly<Record<Panel, string>> = {
  events: 'Events',
  environment: 'Environment',
  paths: 'Paths',
  coverage: 'Coverage',
  recording: 'Recording',
  log: 'Log',
};

type Props = {
  flow: Flow;
  own: VisualiserFlows;
  address: ReturnType<typeof useAddress>;
  items: readonly CoverageItem[];
  session: Session | undefined;
  /** The page on which the flow runs. */
  path: string | null;
  isBusy: boolean;
  start: (run: Run) => void;
  onNext: () => void;
};

/** Everything that can be done to a flow and be known of it, one panel at a time. */
export function Panels({ flow, own, address, items, session, path, isBusy, start, onNext }: Props) {
  const { link, view, recorder } = own;
  const { followedPage: chosen, invokedActors, paused, log } = link.snapshot.context;
  const panel = panels.find((known) => view.snapshot.matches({ panel: known })) ?? 'events';
  const isMasked = !view.snapshot.context.areValuesShown;
  const persistedSnapshot = session?.snapshot ?? null;
  const tab = controlledTab(own);
  const sendCommand = (command: PageCommand) => {
    if (chosen) connection.sendCommand(chosen.id, command);
  };
  const renderPanel: Record<Panel, () => React.ReactNode> = {
    events: () => (
      <EventsPanel
        flow={flow}
        persistedSnapshot={persistedSnapshot}
        send={(event) => {
          if (session) sendCommand({ type: 'send', session: session.session, event });
        }}
      />
    ),
    environment: () => (
      <EnvironmentPanel
        {...{ flow, persistedSnapshot, invokedActors, isMasked, sendCommand }}
        session={session?.session ?? null}
        isPaused={paused === flow.id}
      />
    ),
    paths: () => <PathsPanel {...{ flow, persistedSnapshot, path, tab, isBusy, start }} />,
    coverage: () => (
      <CoveragePanel
        flow={flow.id}
        items={items}
        level={address.level}
        isBusy={isBusy || path === null}
        onLevel={address.showLevel}
        onNext={onNext}
      />
    ),
    recording: () => (
      <RecordingPanel
        snapshot={recorder.snapshot}
        send={recorder.send}
        {...{ flow, persistedSnapshot, isBusy }}
        path={chosen?.path ?? null}
        replay={(recording) => start(recordingRun(flow, recording, tab))}
      />
    ),
    log: () => (
      <LogPanel
        {...{ flow, log, isMasked }}
        open={address.entry}
        before={address.before}
        onOpen={address.openEntry}
        onBefore={address.showBefore}
        onClear={() => link.send({ type: 'logCleared' })}
        onRestart={({ snapshot: then }) =>
          sendCommand({
            type: 'open',
            path: chosen?.path ?? path ?? '/',
            draftsToClear: [flow.id],
            restart: { flow: flow.id, snapshot: then },
          })
        }
      />
    ),
  };
  return (
    <div className="panels">
      <Tabs
        id={ID}
        label="What to see and do"
        tabs={panels.map((id) => ({ id, label: NAMES[id] }))}
        selected={panel}
        onSelect={(choice) => view.send({ type: `panel.${choice}` })}
      />
      <TabPanel id={ID} selected={panel}>
        {renderPanel[panel]()}
      </TabPanel>
    </div>
  );
}
