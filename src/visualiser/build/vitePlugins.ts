import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { buildFile } from './buildModel.ts';
import { documentsOf, layoutFiles } from './documents.ts';

/** The module that starts the page of a visitor in index.html, and the one that starts the visualiser. */
const [SITE_MODULE, VISUALISER_MODULE] = ['/src/main.tsx', '/src/visualiser/tool/main.tsx'];

const INSTRUMENTATION_MODULE = '/src/visualiser/page/main.ts';

const WATCH_MODULE = 'src/visualiser/page/watch.ts';

const startsVisualiser: Plugin = {
  name: 'starts-visualiser',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace(SITE_MODULE, VISUALISER_MODULE) },
};

/**
 * Serves the visualiser at its addresses, and the instrumentation with every other page.
 */
export function servedVisualiser(): Plugin {
  return {
    name: 'served-visualiser',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { originalUrl = '' }) =>
        /^\/visualiser(?![^/?#])/.test(originalUrl)
          ? html.replace(SITE_MODULE, VISUALISER_MODULE)
          : html.replace(
              `<script type="module" src="${SITE_MODULE}"`,
              `<script type="module" src="${INSTRUMENTATION_MODULE}"></script>$&`,
            ),
    },
  };
}

/** The code of rrweb that the policy of the site refuses (rrweb-io/rrweb#816), each with its replacement. */
const REFUSED = [
  ['old.setAttribute("style", m.oldValue)', 'old.style.cssText = m.oldValue'],
  ['this.insertStyleRules(documentElement, head);', ''],
] as const;

/** Builds rrweb so that it records and replays without styles in attributes and elements. */
const rrwebUnderPolicy: Plugin = {
  name: 'rrweb-under-policy',
  transform: {
    filter: { id: /\/rrweb\/dist\/rrweb\.js$/ },
    handler: (code) =>
      REFUSED.reduce((allowed, [refused, instead]) => {
        if (!allowed.includes(refused)) throw new Error(`rrweb does not contain: ${refused}`);
        return allowed.replaceAll(refused, instead);
      }, code),
  },
};

async function buildFiles(
  { root, mode, define, build: { target, cssTarget } }: ResolvedConfig,
  input: Record<string, string>,
  plugins: Plugin[],
) {
  const built = await build({
    configFile: false,
    root,
    mode,
    logLevel: 'warn',
    plugins,
    define: { ...define },
    build: { write: false, target, cssTarget, modulePreload: false, rolldownOptions: { input } },
  });
  return [built].flat().flatMap((each) => ('output' in each ? each.output : []));
}

type BuildInlineScript = (
  config: ResolvedConfig,
  entry: string,
  define: Readonly<Record<string, string>>,
) => Promise<string>;

const isEntry = (file: Rolldown.OutputAsset | Rolldown.OutputChunk, name: string) =>
  file.type === 'chunk' && file.isEntry && file.name === name;

/**
 * The build plugin for the visualiser and the instrumentation beside the site, whose files stay as they are. It
 * emits a document for each address of the visualiser, without prerendered content, the layouts of each chart, and
 * the file with the flows of the build; to the documents of the site it adds the script that loads the
 * instrumentation when a visualiser is there.
 *
 * @param version The name of the build
 * @param plugins The plugins that build its files.
 */
export function builtVisualiser(
  version: string,
  plugins: () => Plugin[],
  buildInlineScript: BuildInlineScript,
): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'built-visualiser',
    apply: 'build',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') return;
        const input = { visualiser: 'index.html', instrumentation: INSTRUMENTATION_MODULE.slice(1) };
        const files = await buildFiles(config, input, [...plugins(), startsVisualiser, rrwebUnderPolicy]);
        const template = files.find(({ fileName }) => fileName === 'index.html');
        const instrumentation = files.find((file) => isEntry(file, 'instrumentation'));
        if (template?.type !== 'asset' || !instrumentation) throw new Error('The visualiser is not built.');
        const document = String(template.source).replace('<!--head-->', '<title>State visualiser</title>');
        const code = files
          .filter(({ fileName }) => fileName !== 'index.html' && !(fileName in bundle))
          .map((file) => ({
            fileName: file.fileName,
            source: file.type === 'chunk' ? file.code : file.source,
          }));
        for (const file of [...documentsOf(document), ...code, ...(await layoutFiles()), buildFile(version)])
          this.emitFile({ type: 'asset', ...file });
        const watch = await buildInlineScript(config, WATCH_MODULE, {
          'import.meta.env.VITE_INSTRUMENTATION': JSON.stringify(`/${instrumentation.fileName}`),
        });
        index.source = String(index.source).replace(
          '<script type="module"',
          (start) => `<script type="module">${watch.trim()}</script>\n    ${start}`,
        );
      },
    },
  };
}
