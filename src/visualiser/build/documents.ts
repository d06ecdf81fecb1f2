import { catalogue } from '../../../machines/catalogue.ts';
import { chartOf } from '../../../machines/paths/index.ts';
import { layoutsOf } from '../tool/chart/arrangements.ts';
import { graphOf, layoutOf } from '../tool/chart/graph.ts';
import { layoutsPath } from '../tool/chart/preparedLayouts.ts';

/** Every address of the visualiser. */
const visualiserAddresses = [
  '/visualiser',
  '/visualiser/messages',
  ...catalogue.map(({ id }) => `/visualiser/${id}`),
];

/** Returns a file with the layouts of the whole chart of each flow. */
export async function layoutFiles(): Promise<{ fileName: string; source: string }[]> {
  const { default: ELK } = await import('elkjs/lib/elk.bundled.js');
  const elk = new ELK({ algorithms: ['layered'] });
  const files = catalogue.map(async ({ machine }) => {
    const model = chartOf(machine);
    const layouts = await layoutsOf(
      { model, folded: [], details: false, direction: null, arrangement: null },
      async (chart) => {
        const { root, layoutOptions, reversed } = graphOf(chart);
        return layoutOf(chart, await elk.layout(root, { layoutOptions }), reversed);
      },
    );
    const source = JSON.stringify(layouts);
    return { fileName: layoutsPath(model.id), source };
  });
  return Promise.all(files);
}

/** Returns the document of an address; that of a flow loads the layouts of its chart while it loads its code. */
function withPreloadedLayouts(source: string, path: string): string {
  const flow = catalogue.find(({ id }) => path === `/visualiser/${id}`);
  if (!flow) return source;
  const href = `/${layoutsPath(flow.machine.id)}`;
  return source.replace('</head>', `<link rel="preload" as="fetch" href="${href}" crossorigin></head>`);
}

/** Returns the documents of the visualiser, without prerendered content; the last one is for every other address. */
export const documentsOf = (template: string): { fileName: string; source: string }[] => [
  ...visualiserAddresses.map((path) => ({
    fileName: `${path.slice(1)}/index.html`,
    source: withPreloadedLayouts(template, path),
  })),
  { fileName: 'visualiser/404.html', source: template },
];
