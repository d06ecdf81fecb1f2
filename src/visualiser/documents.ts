import type { Plugin, Rolldown } from 'vite';
import { catalogue } from '../../machines/catalogue.ts';
import { chartOf } from '../../machines/paths/chart.ts';
import { filesForModules } from '../prerender/moduleFiles.ts';
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

/** Returns the tag with which the document of a flow loads the layouts of its chart while it loads its code. */
function layoutsPreload(path: string): string {
  const flow = catalogue.find(({ id }) => path === `/visualiser/${id}`);
  return flow ? `<link rel="preload" as="fetch" href="/${layoutsPath(flow.machine.id)}" crossorigin>` : '';
}

/** Returns the tags with which a document loads the visualiser's code at once. */
const modulePreloads = (bundle: Rolldown.OutputBundle) =>
  filesForModules(['/src/visualiser/mount.tsx'], bundle)
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('');

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
        const preloads = modulePreloads(bundle);
        for (const path of visualiserAddresses)
          this.emitFile({
            type: 'asset',
            fileName: `${path.slice(1)}/index.html`,
            source: source.replace('</head>', `${layoutsPreload(path)}${preloads}</head>`),
          });
        for (const file of [...(await layoutFiles()), buildFile()]) this.emitFile({ type: 'asset', ...file });
      },
    },
  };
}
