import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { installedProject, runInProject } from './project.ts';
import { BROWSERS, copyAssets, copyStyles, writeFiles } from './sources.ts';

/** The newest that runs on Node 20; later ones refuse to. */
export const ASTRO_VERSION = '5.18.2';

const CONFIG = `export default {
  build: { format: 'file' },
  vite: { build: { cssTarget: ${JSON.stringify(BROWSERS.map((browser) => browser.replace(' ', '')))} } },
};
`;

const PAGE = `---
import '../styles/site.css';
import head from '../head.html?raw';
import body from '../body.html?raw';
---
<!doctype html>
<html lang="en-IN">
  <head><Fragment set:html={head} /></head>
  <body set:html={body} />
</html>
`;

const contentOf = (document: string, element: 'head' | 'body') =>
  new RegExp(`<${element}>([\\s\\S]*)</${element}>`).exec(document)?.[1] ?? '';

/**
 * Builds the home page as a static page of Astro without scripts: the markup of a built site without scripts, the styles of
 * the sources.
 *
 * @throws NotInstalledError where Astro cannot be installed.
 */
export async function buildAstroPage(scriptlessSite: string, folder: string): Promise<void> {
  const project = installedProject('astro', { astro: ASTRO_VERSION }, BROWSERS);
  for (const name of ['src', 'public', 'dist'])
    await rm(join(project, name), { recursive: true, force: true });
  const assets = await copyAssets(scriptlessSite, join(project, 'public'));
  await copyStyles(join(project, 'src/styles'), assets);
  const document = await readFile(join(scriptlessSite, 'index.html'), 'utf8');
  await writeFiles(project, {
    'astro.config.mjs': CONFIG,
    'src/head.html': contentOf(document, 'head').replace(/<link rel="stylesheet"[^>]*>/, ''),
    'src/body.html': contentOf(document, 'body'),
    'src/pages/index.astro': PAGE,
  });
  runInProject(project, 'astro', 'build');
  await cp(join(project, 'dist'), folder, { recursive: true });
}
