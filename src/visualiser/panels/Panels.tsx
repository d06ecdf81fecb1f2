import type { Flow } from '../../../machines/paths/flow.ts';
import type { Session } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import type { Run } from '../../../machines/visualiserRun/visualiserRun.types.ts';
import { type Panel, panels } from '../../../machines/visualiserView/visualiserView.machine.ts';
import { TabPanel, Tabs } from '../../components/Tabs.tsx';
import type { Deed } from '../channel/messages.ts';
import type { Covered } from '../coverage.ts';
import { type Own, tabOf } from '../FlowView.tsx';
import { recordingRun } from '../legs.ts';
import { station } from '../station/station.ts';
import type { useAddress } from '../useAddress.ts';
import { CoveragePanel } from './CoveragePanel.tsx';
import { EventsPanel } from './EventsPanel.tsx';
import { LogPanel } from './LogPanel.tsx';
import { PathsPanel } from './PathsPanel.tsx';
import { RecordingPanel } from './RecordingPanel.tsx';
import { WorldPanel } from './WorldPanel.tsx';

const ID = 'visualiser-panel';

const NAMES: Readonly<Record<Panel, string>> = {
  events: 'Events',
  world: 'World',
  paths: 'Paths',
  coverage: 'Coverage',
  recording: 'Recording',
  log: 'Log',
};

type Props = {
  flow: Flow;
  own: Own;
  address: ReturnType<typeof useAddress>;
  items: readonly Covered[];
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
  const { chosen, calls, held, log } = link.snapshot.context;
  const panel = panels.find((known) => view.snapshot.matches({ panel: known })) ?? 'events';
  const isMasked = !view.snapshot.context.areValuesShown;
  const pose = session?.pose ?? null;
  const tab = tabOf(own);
  const perform = (deed: Deed) => {
    if (chosen) station.perform(chosen.id, deed);
  };
  const parts: Record<Panel, () => React.ReactNode> = {
    events: () => (
      <EventsPanel
        flow={flow}
        pose={pose}
        send={(event) => {
          if (session) perform({ type: 'send', session: session.session, event });
        }}
      />
    ),
    world: () => (
      <WorldPanel
        {...{ flow, pose, calls, isMasked, perform }}
        session={session?.session ?? null}
        isHeld={held === flow.id}
      />
    ),
    paths: () => <PathsPanel {...{ flow, pose, path, tab, isBusy, start }} />,
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
        {...{ flow, pose, isBusy }}
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
        onRestart={({ pose: then }) =>
          perform({
            type: 'open',
            path: chosen?.path ?? path ?? '/',
            forget: [flow.id],
            restart: { flow: flow.id, pose: then },
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
        chosen={panel}
        onChoose={(choice) => view.send({ type: `panel.${choice}` })}
      />
      <TabPanel id={ID} chosen={panel}>
        {parts[panel]()}
      </TabPanel>
    </div>
  );
}
