import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chartOf, type ObservedCoverage, observedCoverage } from '../../../machines/paths/index.ts';
import { noRateLimits } from '../../../server/http/requestLimits.ts';
import { startService } from '../../../server/service.ts';
import { plans } from '../../drivers/plans.ts';
import { cachedBuild, deployedSite } from '../../support/build.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';
import { openTab, visualiserPage } from './visualiserPage.ts';

/** A build for visitors does not contain the visualiser; a build with VISUALISER does. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'builds-'));
let forVisitors: string;
let withVisualiser: string;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files and folders that a build reads. */
const PARTS = [
  'machines',
  'src',
  'server',
  'public',
  'index.html',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
];

const contact = plans.find(({ id }) => id === 'contact');
const [path = []] = contact?.paths.map((each) => each.path) ?? [];
const FEW = 10;

/** The coverage of an earlier test run: all of the contact flow on the bare machine, its first steps on the React screen. */
function savedRuns(): ObservedCoverage[] {
  if (!contact) throw new Error('there is no contact flow');
  const { graph } = contact;
  return [
    observedCoverage(graph, 'machines', [path]),
    observedCoverage(graph, 'screens', [path.slice(0, FEW)]),
  ];
}

/** Builds the site with the visualiser in a copy of the project with the coverage of a known test run. */
function buildWithVisualiser(outDir: string, runs: ObservedCoverage[]): void {
  const copy = join(folder, 'copy');
  for (const part of PARTS) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  mkdirSync(join(copy, '.cache/coverage'), { recursive: true });
  for (const run of runs)
    writeFileSync(join(copy, `.cache/coverage/${run.level}-${run.flow}.json`), JSON.stringify(run));
  const args = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', outDir, '--emptyOutDir'];
  const { NODE_ENV: _, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    env: { ...env, VISUALISER: '1' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

beforeAll(async () => {
  forVisitors = await deployedSite();
  const runs = savedRuns();
  withVisualiser = await cachedBuild({ VISUALISER: '1', runs }, (outDir) =>
    buildWithVisualiser(outDir, runs),
  );
});

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile());
}

/** Returns whether a file is text: no picture, no font and no compressed file, whose text is in the same folder. */
const isText = (path: string) => !/\.(png|ico|woff2|br|gz)$/.test(path);

const filesMatching = (directory: string, words: RegExp) =>
  filesIn(directory)
    .filter(isText)
    .filter((path) => words.test(path.slice(directory.length)) || words.test(readFileSync(path, 'latin1')));

/** Names and texts of the visualiser, of the channel, and of the code with which a page would listen to it. */
const TRACES = /visualiser|BroadcastChannel|CustomEvent\(.microstep|elk-?worker|planner\.worker/i;

test('a build for visitors holds nothing of the visualiser, and nothing listens', () => {
  expect(filesMatching(forVisitors, TRACES)).toEqual([]);
});

test('one that is asked for holds it', () => {
  expect(filesMatching(withVisualiser, TRACES).length).toBeGreaterThan(5);
  const robots = (site: string) => readFileSync(join(site, 'robots.txt'), 'utf8');
  expect(robots(withVisualiser)).toMatch(/^Disallow: \/visualiser$/m);
  expect(robots(forVisitors)).not.toMatch(/^Disallow/m);
});

describe('one that is asked for, on a site', () => {
  const { newPage } = sharedBrowser();
  let service: Awaited<ReturnType<typeof startService>>;
  beforeAll(async () => {
    const dataDir = join(folder, 'data');
    service = await startService({
      host: '127.0.0.1',
      port: 0,
      dataDir,
      siteDir: withVisualiser,
      rateLimits: noRateLimits,
    });
  });
  afterAll(() => service.close());

  const walked = path.slice(0, FEW).flatMap(({ transitions }) => transitions);

  test('shows what the last tests of each level covered, and what was done by hand, on one chart', async () => {
    const page = await newPage({ baseURL: service.url });
    const all = contact ? chartOf(contact.flow.machine).transitions.map(({ id }) => id) : [];
    await page.goto('/visualiser');
    const flows = page.getByRole('row', { name: /^Contact message/ });
    const cells = async () =>
      (await flows.getByRole('cell').allTextContents()).slice(-4).map((cell) => cell.trim());
    await expect
      .poll(cells, { timeout: 15_000 })
      .toEqual([`${all.length}`, `${new Set(walked).size}`, 'not run', 'not run']);

    await page.goto('/visualiser/contact?preview=tab');
    const visualiser = visualiserPage(page);
    const site = await openTab(page.context(), '/contact');
    await visualiser.expectStatus(/^Following Contact Us/);
    await visualiser.openPanel('Coverage');
    const row = page.getByRole('row', { name: /^transitions/ });
    await expect
      .poll(() => row.getByRole('cell').allTextContents())
      .toEqual([
        `${all.length} of ${all.length}`,
        `${new Set(walked).size} of ${all.length}`,
        'not run',
        `0 of ${all.length}`,
      ]);

    const transitionsWith = (mark: string) =>
      page
        .locator(`.chart-transition.is-${mark}`)
        .evaluateAll((arrows) =>
          [...new Set(arrows.map((arrow) => arrow.getAttribute('data-transition')))].sort(),
        );
    await visualiser.press('React screen');
    await expect.poll(() => transitionsWith('covered')).toEqual([...new Set(walked)].sort());
    expect(await transitionsWith('uncovered')).toEqual(all.filter((id) => !walked.includes(id)).sort());
    await visualiser.press('built site');
    await expect.poll(() => transitionsWith('covered')).toEqual([]);
    await visualiser.press('by hand');
    await site.getByLabel('Full Name*').fill('A');
    await expect.poll(() => transitionsWith('covered')).toEqual(['contact.idle · changed']);
    await visualiser.press('anywhere');
    await expect.poll(() => transitionsWith('uncovered')).toEqual([]);
    await page.getByText('Everything is covered.').waitFor();
  });
});

describe('what a visitor of the site loads where it is built in', () => {
  const { newPage } = sharedBrowser();

  test('is neither the instrumentation nor the visualiser, until a visualiser is open', async () => {
    const page = await newPage();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto('/contact');
    await page.getByLabel('Full Name*').fill('Asha');
    await page.waitForLoadState('networkidle');
    expect(
      nonEmpty(loaded).filter((path) => /instrumentation|agent|visualiser|elk|planner/.test(path)),
    ).toEqual([]);

    const visualiser = await page.context().newPage();
    await visualiser.goto('/visualiser');
    await expect
      .poll(() =>
        loaded.filter((path) => /instrumentation|agent/.test(path)).map((path) => path.split(/[/-]/)[2]),
      )
      .toEqual(['instrumentation', 'agent']);
    expect(nonEmpty(loaded).filter((path) => /visualiser|elk|planner/.test(path))).toEqual([]);
  });

  test('needs nothing from elsewhere', async () => {
    const page = await newPage();
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== inject('site')) elsewhere.push(request.url());
    });
    await page.goto('/visualiser/registration');
    await page.locator('.chart svg').first().waitFor();
    await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
    expect(elsewhere).toEqual([]);
  });
});
