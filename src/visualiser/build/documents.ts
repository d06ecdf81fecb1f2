import { allFlows } from '../../../machines/allFlows.ts';
import { chartOf } from '../../../machines/paths/index.ts';
import { drawnCharts, layOut, withLimit } from '../tool/views/chart/arrange.ts';
import { layoutsPath, type PreparedLayouts } from '../tool/views/chart/preparedLayouts.ts';
import { startElk } from './startElk.ts';

const visualiserAddresses = [
  '/visualiser',
  '/visualiser/messages',
  ...allFlows.map(({ id }) => `/visualiser/${id}`),
];

/** Milliseconds for a layout before the quick one is tried: a machine that builds may be busy. */
const LIMIT = 20_000;

/** A file for each flow with the layouts of its chart, with each state active and as a whole. */
export async function layoutFiles(): Promise<{ fileName: string; source: string }[]> {
  const elk = withLimit(startElk, LIMIT);
  const files: { fileName: string; source: string }[] = [];
  for (const { machine } of allFlows) {
    const model = chartOf(machine);
    const prepared: PreparedLayouts[] = [];
    for (const chart of drawnCharts(model)) {
      const { folded, isExact } = chart;
      prepared.push({ folded, isExact, layouts: await layOut(elk, chart, false) });
    }
    files.push({ fileName: layoutsPath(model.id), source: JSON.stringify(prepared) });
  }
  return files;
}

/** The document of an address; that of a flow loads the layouts of its chart while it loads its code. */
function withPreloadedLayouts(source: string, path: string): string {
  const flow = allFlows.find(({ id }) => path === `/visualiser/${id}`);
  if (!flow) return source;
  const href = `/${layoutsPath(flow.machine.id)}`;
  return source.replace('</head>', `<link rel="preload" as="fetch" href="${href}" crossorigin></head>`);
}

/** The documents of the visualiser, without prerendered content; the last one is for every other address. */
export const documentsOf = (template: string): { fileName: string; source: string }[] => [
  ...visualiserAddresses.map((path) => ({
    fileName: `${path.slice(1)}/index.html`,
    source: withPreloadedLayouts(template, path),
  })),
  { fileName: 'visualiser/404.html', source: template },
];
