import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import { chartOf } from '../../../machines/paths/index.ts';
import { pagePaths } from '../../../src/prerender/pagePaths.ts';
import { planOf } from '../../drivers/plans.ts';
import { COVERED_STEPS, cachedSite, deployedSite } from '../../support/build.ts';
import { isMore } from '../../support/more.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { saveData, sharedBrowser } from '../browser.ts';
import { fileOf } from '../builtSite.ts';
import { openTab, visualiserPage } from './visualiserPage.ts';

/**
 * A build for visitors does not contain the visualiser. `npm start` serves it, and otherwise the deployed files.
 */

const { newPage } = sharedBrowser();

const deployed = await deployedSite();
const started = await cachedSite();

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile());
}

/** False for pictures, fonts and compressed files; the text of a compressed file is in the same folder. */
const isText = (path: string) => !/\.(png|ico|woff2|br|gz)$/.test(path);

const filesMatching = (directory: string, words: RegExp) =>
  filesIn(directory)
    .filter(isText)
    .filter((path) => words.test(path.slice(directory.length)) || words.test(readFileSync(path, 'latin1')));

/** Names and texts of the visualiser, of the channel, and of the code with which a page would listen to it. */
const TRACES = /visualiser|BroadcastChannel|CustomEvent\(.microstep|elk-?worker|planner\.worker/i;

test('a build for visitors holds nothing of the visualiser, and nothing listens', () => {
  expect(filesMatching(deployed, TRACES)).toEqual([]);
});

test('a build for npm start holds the visualiser, which robots leave alone', () => {
  expect(filesMatching(started, TRACES).length).toBeGreaterThan(5);
  const robots = (site: string) => readFileSync(join(site, 'robots.txt'), 'utf8');
  expect(robots(started)).toMatch(/^Disallow: \/visualiser$/m);
  expect(robots(deployed)).not.toMatch(/^Disallow/m);
});

test('the visualiser shows the coverage of each level and by hand in one outline', async () => {
  const page = await newPage();
  const all = chartOf(contactFlow.machine).transitions.map(({ id }) => id);
  const [first] = planOf(contactFlow).paths;
  const walked = (first?.path() ?? []).slice(0, COVERED_STEPS).flatMap(({ transitions }) => transitions);
  await page.goto('/visualiser');
  const flows = page.getByRole('row', { name: /Contact message/ });
  const cells = async () =>
    (await flows.getByRole('cell').allTextContents()).slice(-4).map((cell) => cell.trim());
  await expect
    .poll(cells, { timeout: 15_000 })
    .toEqual([`${all.length}`, `${new Set(walked).size}`, 'not run', 'not run']);

  await page.goto('/visualiser/contact?preview=tab');
  const visualiser = visualiserPage(page);
  const site = await openTab(page.context(), '/contact');
  await visualiser.expectStatus('Following /contact');
  await visualiser.openTab('Test');
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
    page.locator('[data-outline]', { has: page.getByText(mark, { exact: true }) }).evaluateAll(
      (lines, ids) =>
        lines
          .map((line) => line.getAttribute('data-outline') ?? '')
          .filter((id) => ids.includes(id))
          .sort(),
      all,
    );
  await visualiser.choose('outline');
  await visualiser.press('screens');
  await expect.poll(() => transitionsWith('covered')).toEqual([...new Set(walked)].sort());
  expect(await transitionsWith('uncovered')).toEqual(all.filter((id) => !walked.includes(id)).sort());
  await visualiser.press('browser');
  await expect.poll(() => transitionsWith('covered')).toEqual([]);
  await visualiser.press('by hand');
  await site.getByLabel('Full Name*').fill('A');
  await expect.poll(() => transitionsWith('covered')).toEqual(['contact.idle · changed']);
  await visualiser.press('any');
  await expect.poll(() => transitionsWith('uncovered')).toEqual([]);
  await page.getByText('Everything is covered.').waitFor();
});

test('the visualiser needs nothing from elsewhere', async () => {
  const page = await newPage();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== inject('site')) elsewhere.push(request.url());
  });
  await page.goto('/visualiser/registration');
  await page.locator('.chart svg').first().waitFor();
  await page.frameLocator('iframe[name]').getByRole('heading', { level: 1 }).waitFor();
  expect(elsewhere).toEqual([]);
});

describe('a visitor of a site with the visualiser', () => {
  test('a visitor loads no instrumentation until a visualiser is open', async () => {
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
});

const documentIn = (site: string, path: string) => readFileSync(join(site, fileOf(path)), 'utf8');

/** The script that only a document of `npm start` has, and the one address that differs. */
const WATCH = /<script type="module">(?!<\/script>)[\s\S]+?<\/script>\s*/;
const CHECKOUT = /(?<=<meta name="checkout-script" content=")[^"]+/;

describe('without a visualiser', () => {
  test.each(pagePaths)('the document of %s names the files that are deployed', (path) => {
    const [watched, page] = [documentIn(started, path), documentIn(deployed, path)];
    expect(page).not.toMatch(WATCH);
    expect(watched).toMatch(WATCH);
    expect(watched.replace(WATCH, '').replace(CHECKOUT, '')).toBe(page.replace(CHECKOUT, ''));
  });

  test.each(['/', '/register-re', ...(isMore ? ['/courses', '/blog/future-ready-skills'] : [])])(
    '%s loads scripts and styles that are those deployed, byte for byte, and no others but the one that prefetches',
    async (path) => {
      const page = await newPage();
      await saveData(page);
      const loaded = new Map<string, Promise<Buffer>>();
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (/\.(js|css)$/.test(pathname)) loaded.set(pathname, response.body());
      });
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const named = documentIn(deployed, path).match(/\/assets\/[\w.-]+\.(js|css)/g);
      const others = nonEmpty(loaded.keys()).filter((file) => !/\/prefetch-/.test(file));
      expect(others.sort()).toEqual([...new Set(named)].sort());
      for (const [file, body] of nonEmpty(loaded))
        expect((await body).equals(readFileSync(join(deployed, file))), file).toBe(true);
    },
  );

  test('a closed visualiser loads nothing else in the tab that it watched', async () => {
    const page = await newPage();
    await page.goto('/about');
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    const instrumentation = () => loaded.filter((file) => /instrumentation/.test(file)).length;
    const visualiser = visualiserPage(await openTab(page.context(), '/visualiser/contact?preview=tab'));
    await visualiser.expectStatus('Following /about');
    expect(instrumentation()).toBe(1);
    await page.reload();
    await visualiser.expectStatus('Following /about');
    await expect.poll(instrumentation).toBe(2);
    const goodbye = await page.evaluateHandle(() => ({
      received: new Promise<void>((resolve) => {
        new BroadcastChannel('visualiser').onmessage = ({ data }) => {
          if (data.type === 'goodbye') resolve();
        };
      }),
    }));
    await visualiser.page.close({ runBeforeUnload: true });
    await goodbye.evaluate(({ received }) => received);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('visualiser.tab'))).toBeNull();
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect(instrumentation()).toBe(2);
  });
});
