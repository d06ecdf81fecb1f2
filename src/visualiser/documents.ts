import type { Plugin } from 'vite';
import { catalogue } from '../../machines/catalogue.ts';

/** Every address of the visualiser. */
export const visualiserAddresses = [
  '/visualiser',
  '/visualiser/messages',
  ...catalogue.map(({ id }) => `/visualiser/${id}`),
];

/** Gives each address of the visualiser a document when the site is built with it: an empty one, for nobody waits for it. */
export function visualiserDocuments(): Plugin {
  return {
    name: 'visualiser-documents',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') return;
        const source = String(index.source).replace('<!--head-->', '<title>State visualiser</title>');
        for (const path of visualiserAddresses)
          this.emitFile({ type: 'asset', fileName: `${path.slice(1)}/index.html`, source });
      },
    },
  };
}
