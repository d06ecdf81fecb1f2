import { type Panel, panels } from '../../../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import { TabPanel, Tabs } from '../../../components/Tabs.tsx';
import { PanelHint } from './PanelHint.tsx';
import { type PanelProps, panelContents } from './panelContents.tsx';

const ID = 'visualiser-panel';

const NAMES: Readonly<Record<Panel, string>> = {
  events: 'Events',
  environment: 'Environment',
  paths: 'Paths',
  coverage: 'Coverage',
  recording: 'Recording',
  log: 'Log',
  sequence: 'Sequence',
  changes: 'Changes',
};

/** The panels under the chart of a flow, one at a time. */
export function Panels(props: PanelProps) {
  const { view } = props.flows;
  const panel = panels.find((known) => view.snapshot.matches({ panel: known })) ?? 'events';
  const Content = panelContents[panel];
  return (
    <div className="panels">
      <Tabs
        id={ID}
        label="What to see and do"
        tabs={panels.map((id) => ({ id, label: NAMES[id] }))}
        selected={panel}
        onSelect={(choice) => view.send({ type: `panel.${choice}` })}
      />
      {/* The key lets each panel begin at its top, however far the one before was scrolled. */}
      <TabPanel key={panel} id={ID} selected={panel}>
        <PanelHint
          panel={panel}
          isShown={!view.snapshot.context.hiddenHints.includes(panel)}
          onToggle={() => view.send({ type: 'hintToggled' })}
        />
        <Content {...props} />
      </TabPanel>
    </div>
  );
}
