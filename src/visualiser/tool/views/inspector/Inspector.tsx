import { Activity, memo, useMemo } from 'react';
import type { ChartModel, Flow } from '../../../../../machines/paths/index.ts';
import {
  type InspectorTab,
  inspectorTabs,
} from '../../../../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import { TabPanel, Tabs } from '../../../../components/Tabs.tsx';
import type { Command } from '../../commands/commands.ts';
import type { Moment } from '../../flows/moment.ts';
import type { useAddress } from '../../flows/useAddress.ts';
import type { VisualiserFlows } from '../../flows/visualiserFlows.ts';
import type { CoverageItem } from '../../model/coverage.ts';
import { Choices } from '../../parts/Choices.tsx';
import { ChangesPanel } from './ChangesPanel.tsx';
import { CoveragePanel } from './CoveragePanel.tsx';
import { FailureView } from './FailureView.tsx';
import { Context, Now } from './Now.tsx';
import { PathsPanel } from './PathsPanel.tsx';
import { RecordingComparison } from './RecordingComparison.tsx';
import { RecordingPanel } from './RecordingPanel.tsx';
import { RunComparison } from './RunComparison.tsx';

const ID = 'inspector-tabs';

const NAMES: Readonly<Record<InspectorTab, string>> = { now: 'Now', test: 'Test', compare: 'Compare' };

type Props = {
  flow: Flow;
  model: ChartModel;
  flows: VisualiserFlows;
  moment: Moment;
  address: ReturnType<typeof useAddress>;
  items: readonly CoverageItem[];
  onNextUncovered: Command['act'];
  /** Draws the part of the chart around a state. */
  drawState: (state: string) => React.ReactNode;
};

function Test({ flow, flows, moment, address, items, onNextUncovered, drawState }: Props) {
  const { run } = flows;
  const { pace, run: current } = run.snapshot.context;
  const path = current?.path ?? current?.failure?.path;
  const isRed = run.snapshot.matches({ inactive: 'failed' }) && current?.flow === flow.id;
  return (
    <div className="stack test">
      {current?.failure && <FailureView failure={current.failure} {...{ flow, flows, drawState }} />}
      {isRed && path !== undefined && (
        <RunComparison flow={flow} flows={flows} path={path} drawState={drawState} />
      )}
      <section className="stack" aria-label="Paths">
        <h2>Paths</h2>
        <Choices
          label="Speed"
          choices={{ slow: 'slow', normal: 'normal', fast: 'fast' }}
          chosen={pace}
          onChoose={(choice) => run.send({ type: 'paceChosen', pace: choice })}
        />
        <PathsPanel flow={flow} flows={flows} moment={moment} />
      </section>
      <section className="stack" aria-label="Coverage">
        <h2>Coverage</h2>
        <CoveragePanel
          flow={flow.id}
          items={items}
          level={address.level}
          onLevel={address.showLevel}
          onNext={onNextUncovered}
        />
      </section>
      <section className="stack" aria-label="Recording">
        <h2>Recording</h2>
        <RecordingPanel flow={flow} flows={flows} />
      </section>
    </div>
  );
}

const CONTENTS: Readonly<Record<InspectorTab, (props: Props) => React.ReactNode>> = {
  now: Now,
  test: Test,
  compare: ({ flow, flows: { comparison, recorder }, address }) => (
    <div className="stack compare">
      <ChangesPanel flow={flow} comparison={comparison} onSelect={address.select} />
      <RecordingComparison flow={flow} recorder={recorder} />
    </div>
  ),
};

/** The content of a tab. While another one is shown it keeps what was typed and opened, and renders nothing anew. */
const Panel = memo(
  ({ tab, isShown: _, ...props }: Props & { tab: InspectorTab; isShown: boolean }) => {
    const Content = CONTENTS[tab];
    return (
      <TabPanel id={ID} selected={tab}>
        <Content {...props} />
      </TabPanel>
    );
  },
  (_, { isShown }) => !isShown,
);

/** The inspector of a flow: its context, and three tabs for the moment, its tests, and its changes. */
export function Inspector(props: Props) {
  const { view } = props.flows;
  const tab = inspectorTabs.find((known) => view.snapshot.matches({ inspector: known })) ?? 'now';
  const visited = useMemo(() => new Set<InspectorTab>(), []);
  visited.add(tab);
  return (
    <>
      <Tabs
        id={ID}
        label="Inspector"
        tabs={inspectorTabs.map((id) => ({ id, label: NAMES[id] }))}
        selected={tab}
        onSelect={(choice) => view.send({ type: `inspector.${choice}` })}
      />
      <Context {...props} />
      {inspectorTabs
        .filter((id) => visited.has(id))
        .map((id) => (
          <Activity key={id} mode={id === tab ? 'visible' : 'hidden'}>
            <Panel {...props} tab={id} isShown={id === tab} />
          </Activity>
        ))}
    </>
  );
}
