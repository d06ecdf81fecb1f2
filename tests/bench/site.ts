import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import lighthouse, { type Flags } from 'lighthouse';
import { chromium } from 'playwright-core';
import { pagePaths } from '../../src/prerender/pagePaths.ts';
import { buildSite } from '../support/build.ts';
import { launchOptions } from '../support/chromium.ts';
import { serveSite } from '../support/serveSite.ts';
import { withoutScripts } from './withoutScripts.ts';

/** The results of Lighthouse for a page on a phone with simulated slow 4G. */
export type PageBench = {
  path: string;
  /** Of 100: performance, accessibility, best practices, SEO. */
  scores: number[];
  /** First and largest paint in milliseconds, and their ratio to those of the page without its scripts. */
  first: number;
  largest: number;
  firstRatio: number;
  largestRatio: number;
  layoutShift: number;
  /** Audits that are not passed. */
  findings: string[];
};

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Returns a port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

async function audit(url: string, flags: Flags) {
  const result = await lighthouse(url, { ...flags, logLevel: 'error', onlyCategories: CATEGORIES });
  if (!result) throw new Error(`Lighthouse says nothing of ${url}.`);
  const { audits, categories } = result.lhr;
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  return {
    scores: CATEGORIES.map((id) => Math.round((categories[id]?.score ?? 0) * 100)),
    first: value('first-contentful-paint'),
    largest: value('largest-contentful-paint'),
    layoutShift: value('cumulative-layout-shift'),
    findings: Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9).map(({ id }) => id),
    ),
  };
}

/** Measures pages of the site as it is built for static hosts, and prints a line for each. */
export async function benchSite(paths: readonly string[] = pagePaths): Promise<PageBench[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-site-'));
  const port = await freePort();
  const { args = [], ...options } = launchOptions();
  const browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] });
  try {
    const site = join(folder, 'site');
    const scriptlessFolder = join(folder, 'still');
    buildSite(site, 'production', { VISUALISER: '' });
    await withoutScripts(site, scriptlessFolder);
    const [siteServer, scriptlessServer] = await Promise.all([serveSite(site), serveSite(scriptlessFolder)]);
    console.log('page'.padEnd(36), 'scores              first paint       largest paint     shift');
    const results: PageBench[] = [];
    for (const path of paths) {
      const scriptless = await audit(`${scriptlessServer.url}${path}`, { port });
      const complete = await audit(`${siteServer.url}${path}`, { port });
      const result = {
        path,
        ...complete,
        firstRatio: complete.first / scriptless.first,
        largestRatio: complete.largest / scriptless.largest,
      };
      results.push(result);
      console.log(lineOf(result));
    }
    await Promise.all([siteServer.close(), scriptlessServer.close()]);
    return results;
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function lineOf({
  path,
  scores,
  first,
  largest,
  firstRatio,
  largestRatio,
  layoutShift,
  findings,
}: PageBench) {
  const paint = (milliseconds: number, ratio: number) =>
    `${milliseconds.toFixed(0)} ms (× ${ratio.toFixed(2)})`.padEnd(18);
  return [
    path.padEnd(36),
    scores
      .map((score) => String(score).padStart(3))
      .join(' ')
      .padEnd(20),
    paint(first, firstRatio),
    paint(largest, largestRatio),
    layoutShift.toFixed(3),
    findings.join(', '),
  ].join('');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await benchSite(process.argv.length > 2 ? process.argv.slice(2) : pagePaths);
