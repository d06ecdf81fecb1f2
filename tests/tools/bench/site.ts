import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { type Flags } from 'lighthouse';
import { chromium } from 'playwright-core';
import { buildSite } from '../../support/build.ts';
import { launchOptions } from '../../support/chromium.ts';
import { serveSite } from '../../support/serveSite.ts';

/** The results of Lighthouse for a page on a phone with simulated slow 4G. */
type PageBench = {
  path: string;
  /** Of 100: performance, accessibility, best practices, SEO. */
  scores: number[];
  /** First and largest paint in milliseconds, and their ratio to those of the page without its scripts. */
  first: number;
  largest: number;
  firstRatio: number;
  largestRatio: number;
  layoutShift: number;
  /** The failed audits. */
  findings: string[];
};

/** The first page, the longest one, a form and a post. */
const PAGES = ['/', '/register-term', '/register-re', '/blog/how-to-improve-math-skills'];

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

async function freePort(): Promise<number> {
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

/** Creates a copy of a site whose pages neither contain nor preload scripts. */
async function withoutScripts(directory: string, copy: string): Promise<void> {
  await cp(directory, copy, { recursive: true });
  const entries = await readdir(copy, { recursive: true });
  await Promise.all(
    entries.filter((name) => /\.html\.(br|gz)$/.test(name)).map((name) => rm(join(copy, name))),
  );
  for (const name of entries.filter((each) => each.endsWith('.html'))) {
    const html = await readFile(join(copy, name), 'utf8');
    const without = html.replace(
      /<script type="module"[^>]*>[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g,
      '',
    );
    await writeFile(join(copy, name), without);
  }
}

/** Measures pages of the site as it is built for static hosts, and prints a line for each. */
export async function benchSite(): Promise<void> {
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
    for (const path of PAGES) {
      const scriptless = await audit(`${scriptlessServer.url}${path}`, { port });
      const complete = await audit(`${siteServer.url}${path}`, { port });
      const result = {
        path,
        ...complete,
        firstRatio: complete.first / scriptless.first,
        largestRatio: complete.largest / scriptless.largest,
      };
      console.log(lineOf(result));
    }
    await Promise.all([siteServer.close(), scriptlessServer.close()]);
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
