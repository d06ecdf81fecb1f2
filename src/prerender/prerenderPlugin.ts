import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { buildDocument } from './document.ts';
import { buildInlineScript } from './inlineScript.ts';

type Renderer = typeof import('./render.tsx');

/** The module that hydrates a page. */
const MAIN_MODULE = '/src/main.tsx';

/** The global set in which dynamic imports are recorded while a page is rendered. */
const IMPORTED_MODULES = 'prerenderedModules';

/** Makes each dynamic import of the site record its module, so that a document can name the files of its page. */
const recordedImports: Plugin = {
  name: 'recorded-imports',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/.*\.tsx?$/.test(id)) return null;
    return code.replaceAll(
      /\bimport\('(\.[^']+)'\)/g,
      (call, path: string) =>
        `(globalThis.${IMPORTED_MODULES}?.add(${JSON.stringify(resolve(dirname(id), path))}), ${call})`,
    );
  },
};

/** Builds render.tsx for Node and imports it. */
async function loadRenderer({ root, mode, define, resolve: { alias } }: ResolvedConfig): Promise<Renderer> {
  const outDir = await mkdtemp(join(tmpdir(), 'prerender-'));
  try {
    await build({
      configFile: false,
      root,
      mode,
      logLevel: 'warn',
      plugins: [react(), recordedImports],
      define: { ...define },
      resolve: { alias },
      ssr: { noExternal: true },
      build: {
        outDir,
        emptyOutDir: true,
        ssr: 'src/prerender/render.tsx',
        rolldownOptions: { output: { entryFileNames: 'render.mjs', codeSplitting: false } },
      },
    });
    return await import(pathToFileURL(join(outDir, 'render.mjs')).href);
  } finally {
    await rm(outDir, { recursive: true });
  }
}

/** Renders a page, and records the modules that it imports dynamically. */
async function recordModules(render: () => Promise<string>) {
  const modules = new Set<string>();
  Reflect.set(globalThis, IMPORTED_MODULES, modules);
  try {
    return { html: await render(), modules };
  } finally {
    Reflect.deleteProperty(globalThis, IMPORTED_MODULES);
  }
}

type Chunk = Rolldown.OutputChunk;

const isChunk = (file: Rolldown.OutputAsset | Chunk): file is Chunk => file.type === 'chunk';

/**
 * The names of the files of a page: each after its imports, that of the entry last.
 *
 * @throws Error where no file contains a module.
 */
function filesForModules(modules: Iterable<string>, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter(isChunk);
  const seen = new Set<Chunk>();
  const files: string[] = [];
  const addWithImports = (chunk: Chunk | undefined, name: string) => {
    if (!chunk) throw new Error(`No file of the site contains ${name}.`);
    if (seen.has(chunk)) return;
    seen.add(chunk);
    for (const file of chunk.imports)
      addWithImports(
        chunks.find(({ fileName }) => fileName === file),
        file,
      );
    files.push(chunk.fileName);
  };
  const chunkWith = (id: string) =>
    chunks.find(({ moduleIds }) => moduleIds.some((each) => each.endsWith(id)));
  for (const id of [...modules, MAIN_MODULE]) addWithImports(chunkWith(id), id);
  const main = chunkWith(MAIN_MODULE)?.fileName;
  return files.toSorted((one, other) => Number(one === main) - Number(other === main));
}

/**
 * Renders each path of the site to its document at build time, and those for unknown paths: `index.html`,
 * `about/index.html` …, `404.html`, `blog/404.html`. Also writes the files of rootFiles.ts.
 *
 * @param disallowedPaths The paths that search engines are asked not to visit.
 */
export function prerenderedPages(disallowedPaths: readonly string[]): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'prerendered-pages',
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
        const template = String(index.source);
        const bootstrapScript = await buildInlineScript(config, 'src/bootstrap.ts');
        const { render, headTagsFor, pagePaths, notFoundDocuments, rootFiles } = await loadRenderer(config);
        for (const path of [...pagePaths, ...Object.keys(notFoundDocuments)]) {
          const { html, modules } = await recordModules(() => render(path));
          const tags = await headTagsFor(html);
          const source = buildDocument(template, {
            path,
            html,
            tags,
            bootstrapScript,
            modules: filesForModules(modules, bundle),
          });
          const fileName = notFoundDocuments[path] ?? join('.', path, 'index.html');
          if (fileName === 'index.html') index.source = source;
          else this.emitFile({ type: 'asset', fileName, source });
        }
        for (const [fileName, source] of Object.entries(rootFiles(disallowedPaths)))
          this.emitFile({ type: 'asset', fileName, source });
      },
    },
  };
}
