import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { buildSite } from '../support/build.ts';
import { launchOptions } from '../support/chromium.ts';
import { serveSite } from '../support/serveSite.ts';
import { BARE_PATH, bareDocument, bareInteractions, interactionsOfPages } from './interactions/pages.ts';
import { report, type Sample } from './interactions/report.ts';
import { type Measured, SLOWDOWN, visit } from './interactions/visit.ts';
import { withoutScripts } from './withoutScripts.ts';

/** Three, so that the median leaves out one that something else of the machine disturbed. */
const ROUNDS = 3;

/**
 * Measures the interactions of pages by turns on the site, on the same pages without scripts and on a bare page, and
 * prints a table of them.
 */
export async function benchInteractions(
  paths: readonly string[] = Object.keys(interactionsOfPages),
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-interactions-'));
  const browser = await chromium.launch(launchOptions());
  try {
    const siteFolder = join(folder, 'site');
    buildSite(siteFolder, 'production', { VISUALISER: '' });
    const scriptlessFolder = join(folder, 'scriptless');
    await withoutScripts(siteFolder, scriptlessFolder);
    await mkdir(join(scriptlessFolder, BARE_PATH));
    await writeFile(join(scriptlessFolder, BARE_PATH, 'index.html'), bareDocument);
    const servers = await Promise.all([serveSite(siteFolder), serveSite(scriptlessFolder)]);
    const [siteUrl, scriptlessUrl] = servers.map(({ url }) => url);
    const bare: Measured[] = [];
    const samples: Sample[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      for (const path of paths) {
        const steps = interactionsOfPages[path] ?? [];
        const vanilla = steps.filter(({ isScriptless }) => isScriptless);
        bare.push(...(await visit(browser, `${scriptlessUrl}${BARE_PATH}`, bareInteractions, false)));
        const scriptless =
          vanilla.length > 0 ? await visit(browser, `${scriptlessUrl}${path}`, vanilla, false) : [];
        const complete = await visit(browser, `${siteUrl}${path}`, steps, true);
        samples.push(
          ...complete.map((measured, index) => ({
            ...measured,
            path,
            isFirst: steps.findIndex(({ name }) => name === measured.name) === index,
            scriptless: steps[index]?.isScriptless ? (scriptless.shift() ?? null) : null,
          })),
        );
      }
    console.log(`\nEvery interaction until the next paint, on a phone, processor ${SLOWDOWN} times slower`);
    for (const line of report(samples, bare)) console.log(line);
    await Promise.all(servers.map(({ close }) => close()));
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await benchInteractions(...(process.argv.length > 2 ? [process.argv.slice(2)] : []));
