import { type Flow, toMermaid } from '../../../../machines/paths/index.ts';
import { downloadFile } from '../../../browser/downloadAndClipboard.ts';
import { exportSvg } from './export.tsx';
import { foldingOf } from './folding.ts';
import type { Layout } from './layout.types.ts';
import type { ChartProps } from './types.ts';

/** Saves a chart as it is laid out, folded and marked on the screen; in the layout of the whole chart where it is not drawn. */
export async function saveSvg(flow: Flow, chart: ChartProps, layout: Layout | null): Promise<void> {
  const options = { ...chart, title: flow.title, folded: foldingOf(chart).folded };
  const svg = await exportSvg(chart.model, { ...options, layout: layout ?? undefined });
  downloadFile(`${flow.id}.svg`, svg, 'image/svg+xml');
}

/** Saves the machine of a chart in the language of Mermaid. */
export const saveMermaid = (flow: Flow, { model }: ChartProps): void =>
  downloadFile(`${flow.id}.mmd`, toMermaid(model), 'text/plain');
