import type { Flow } from '../../../../machines/paths/index.ts';
import { Button } from '../parts/Button.tsx';
import type { VisualiserFlows } from '../visualiserFlows.ts';

/** Saves a bug report of what happened to a flow: one HTML file, masked unless typed values are shown. */
export function ReportButton({ flow, flows }: { flow: Flow; flows: VisualiserFlows }) {
  const hasEntries = flows.link.snapshot.context.log.some((entry) => entry.flow === flow.id);
  const { areValuesShown } = flows.view.snapshot.context;
  const save = async () => (await import('./saveReport.ts')).saveReport(flow, flows);
  return (
    <Button isDisabled={!hasEntries} onClick={save}>
      {areValuesShown ? 'Bug report with typed values' : 'Bug report'}
    </Button>
  );
}
