import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { loadEnv } from 'vite';
import { noRequirements } from '../../server/http/securityHeaders.ts';
import { readSiteRequirements } from '../../server/http/siteRequirements.ts';
import { compressFile } from '../../src/prerender/compressedFiles.ts';
import { cachedSite, SITE_SOURCES } from '../support/build.ts';
import { cachedFolder } from '../support/cachedFolder.ts';
import { launchOptions } from '../support/chromium.ts';
import { serveSite } from '../support/serveSite.ts';
import { bareInteractions, interactionsOfPages } from './interactions/pages.ts';
import { buildAstroPage } from './peers/builds/astroPage.ts';
import { buildEmptyPage } from './peers/builds/emptyPage.ts';
import { buildNextPage } from './peers/builds/nextPage.ts';
import { NotInstalledError } from './peers/builds/project.ts';
import { root } from './peers/builds/sources.ts';
import { type Figures, measure } from './peers/measure.ts';
import { type PageName, report, TITLES } from './peers/report.ts';
import { checkPresses, checkSameContent } from './peers/samePage.ts';
import { freePort } from './site.ts';
import { withoutScripts } from './withoutScripts.ts';

const ROUNDS = 5;

/** Presses of the menu and of a question, twice each. */
const HOME_STEPS = (interactionsOfPages['/'] ?? []).filter(
  ({ name }, index, steps) =>
    /^(menu|question)/.test(name) && steps.slice(0, index).filter((step) => step.name === name).length < 2,
);
const EMPTY_STEPS = bareInteractions.filter(({ target }) => target === 'button');

const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Returns the requirements of a page that another program built: its inline scripts. */
async function requirementsOf(folder: string) {
  const document = await readFile(join(folder, 'index.html'), 'utf8');
  const scriptHashes = [...document.matchAll(INLINE_SCRIPT)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  return { ...noRequirements, scriptHashes };
}

/** Returns the folder of a page, compressed as the site is; built once for the same sources. */
const cachedPage = (name: PageName, build: (folder: string) => Promise<void>): Promise<string> =>
  cachedFolder(
    'peers',
    [...SITE_SOURCES, 'tests/bench/peers/builds', 'tests/bench/withoutScripts.ts'],
    [name, loadEnv('production', root)],
    async (folder) => {
      await build(folder);
      const names = await readdir(folder, { recursive: true });
      for (const file of names.filter((each) => /\.\w+$/.test(each) && !names.includes(`${each}.br`)))
        await compressFile(join(folder, file), await readFile(join(folder, file)));
    },
  );

/** Returns the folder of a peer's page; null, and says so, where the peer cannot be installed. */
async function peerPage(name: PageName, build: (folder: string) => Promise<void>): Promise<string | null> {
  try {
    return await cachedPage(name, build);
  } catch (error) {
    if (!(error instanceof NotInstalledError)) throw error;
    console.log(`${TITLES[name]} is left out: ${error.message}.`);
    return null;
  }
}

async function pageFolders(): Promise<[PageName, string][]> {
  const site = await cachedSite('production', { VISUALISER: '' });
  const scriptless = await cachedPage('scriptless', (folder) => withoutScripts(site, folder));
  const folders: [PageName, string | null][] = [
    ['site', site],
    ['scriptless', scriptless],
    ['astro', await peerPage('astro', (folder) => buildAstroPage(scriptless, folder))],
    ['next', await peerPage('next', (folder) => buildNextPage(site, folder))],
    ['empty', await cachedPage('empty', buildEmptyPage)],
  ];
  return folders.flatMap(([name, folder]) => (folder === null ? [] : [[name, folder]]));
}

const hasScripts = (name: PageName) => name !== 'scriptless' && name !== 'astro';

/**
 * Measures the home page by turns on the site, without its scripts, as a page of Astro and of Next.js, and an empty page
 * of the same packages, and prints a table of them.
 */
export async function benchPeers(): Promise<void> {
  const folders = await pageFolders();
  const port = await freePort();
  const { args = [], ...options } = launchOptions();
  const browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] });
  const pages = await Promise.all(
    folders.map(async ([name, folder]) => {
      const requirements =
        name === 'site' ? await readSiteRequirements(folder) : await requirementsOf(folder);
      return { name, ...(await serveSite(folder, { requirements })) };
    }),
  );
  try {
    const homePages = pages.filter(({ name }) => name !== 'empty');
    await checkSameContent(
      browser,
      homePages.map(({ url }) => url),
    );
    for (const { name, url } of homePages) if (hasScripts(name)) await checkPresses(browser, url);
    const samples = new Map<PageName, Figures[]>(pages.map(({ name }) => [name, []]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { name, url } of pages) {
        const steps = name === 'empty' ? EMPTY_STEPS : HOME_STEPS;
        samples.get(name)?.push(await measure({ browser, port }, `${url}/`, steps, hasScripts(name)));
      }
    console.log(`\nThe home page and its peers, Lighthouse's phone, medians of ${ROUNDS}`);
    for (const line of report(samples)) console.log(line);
  } finally {
    await browser.close();
    await Promise.all(pages.map(({ close }) => close()));
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await benchPeers();
