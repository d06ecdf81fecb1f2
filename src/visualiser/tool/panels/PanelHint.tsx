import type { Panel } from '../../../../machines/visualiser/visualiserView/visualiserView.machine.ts';

const HINTS: Readonly<Record<Panel, string>> = {
  events: 'Each button sends an event, as the page itself would.',
  environment: 'Hold the server and the clock, and choose what they answer.',
  paths: 'Watch a generated test on the chart, or run it on the page.',
  coverage: 'What has run, in the last tests and by your hand.',
  recording: 'Record what you do, to replay it or keep it as a test.',
  log: 'What happened: open an entry to see why.',
  sequence: 'Who sent what to whom, from top to bottom.',
  changes: 'Open the file of another build to see what differs.',
};

type Props = { panel: Panel; isShown: boolean; onToggle: () => void };

/** The line with which a panel explains itself, until it is hidden, and the button that hides and shows it. */
export function PanelHint({ panel, isShown, onToggle }: Props) {
  return (
    <div className="panel-hint">
      {isShown && <p className="hint">{HINTS[panel]}</p>}
      <button key="toggle" type="button" aria-expanded={isShown} onClick={onToggle}>
        About this panel
      </button>
    </div>
  );
}
