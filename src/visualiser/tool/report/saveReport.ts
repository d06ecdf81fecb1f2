import type { Flow } from '../../../../machines/paths/index.ts';
import { downloadFile } from '../../../browser/downloadAndClipboard.ts';
import { activeStateIds, exportSvg } from '../chart/index.ts';
import { connection } from '../connection/connection.ts';
import { modelOf } from '../flowModels.ts';
import { shownMask } from '../mask.ts';
import { controlledTab, type VisualiserFlows } from '../visualiserFlows.ts';
import { createPictures } from './createPictures.ts';
import { createReport } from './createReport.ts';
import css from './report.css?raw';
import { reportHtml } from './reportHtml.tsx';
import type { ReportStep } from './types.ts';
import { versionsOf } from './versions.ts';

/** Returns the frame of the page that is followed; null where it is in another tab. */
function frameOf(flows: VisualiserFlows): HTMLIFrameElement | null {
  const [frame] = document.getElementsByName(connection.id);
  return frame instanceof HTMLIFrameElement && controlledTab(flows) === connection.id ? frame : null;
}

async function drawChart({ id, title }: Flow, steps: readonly ReportStep[]): Promise<string> {
  const model = modelOf(id);
  const last = steps.findLast(({ state }) => state !== null)?.state;
  if (!model) return '';
  return exportSvg(model, {
    title,
    active: last ? activeStateIds(model.id, last) : [],
    path: steps.map(({ number, transitions }) => ({ number, transitions })),
  });
}

/** Saves what happened to a flow as a bug report: one HTML file, masked unless typed values are shown. */
export async function saveReport(flow: Flow, flows: VisualiserFlows): Promise<void> {
  const mask = shownMask(flows);
  const { context } = flows.link.snapshot;
  const report = await createReport(flow, context.timeline, {
    mask,
    versions: versionsOf(frameOf(flows)),
    origin: window.location.origin,
    pictureOf: createPictures(context, mask),
    drawChart: (steps) => drawChart(flow, steps),
  });
  const html = await reportHtml(report, css);
  downloadFile(`${flow.id}-report.html`, html, 'text/html');
}
