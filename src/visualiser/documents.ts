import type { Plugin } from 'vite';
import { catalogue } from '../../machines/catalogue.ts';
import { chartOf } from '../../machines/paths/chart.ts';
import { buildFile } from './changes/buildModel.ts';
import { layoutsOf } from './chart/arrangements.ts';
import { graphOf, layoutOf } from './chart/graph.ts';
import { layoutsPath } from './chart/preparedLayouts.ts';

/** Every address of the visualiser. */
export const visualiserAddresses = [
  '/visualiser',
  '/visualiser/messages',
  ...catalogue.map(({ id }) => `/visualiser/${id}`),
];

/** Returns a file with the layouts of the whole chart of each flow. */
async function layoutFiles(): Promise<{ fileName: string; source: string }[]> {
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

/**
 * Returns the build plugin that emits a document for each address of the visualiser, without prerendered content,
 * the layouts of each chart, and the file with the flows of the build.
 */
export function visualiserDocuments(): Plugin {
  return {
    name: 'visualiser-documents',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') return;
        const source = String(index.source).replace('<!--head-->', '<title>State visualiser</title>');
        for (const path of visualiserAddresses)
          this.emitFile({
            type: 'asset',
            fileName: `${path.slice(1)}/index.html`,
            source: withPreloadedLayouts(source, path),
          });
        for (const file of [...(await layoutFiles()), buildFile()]) this.emitFile({ type: 'asset', ...file });
      },
    },
  };
}
