import type { Plugin } from 'vite';

/** Removes the descriptions of states from the code of the site: the visualiser, which shows them, has its own copy. */
export const stateDescriptions = (): Plugin => ({
  name: 'state-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/machines\/.+\.machine\.ts$/ },
    handler: (code) => code.replaceAll(/\bdescription:\s+'[^']+',?\s*/g, ''),
  },
});
