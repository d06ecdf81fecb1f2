import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pagePaths } from '../../../src/prerender/pagePaths.ts';
import { cachedSite, deployedSite } from '../../support/build.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';
import { fileOf } from '../builtSite.ts';
import { saveData } from '../prefetched.ts';
import { openTab, visualiserPage } from './visualiserPage.ts';

/** What `npm start` serves is what is deployed, unless a visualiser watches the page. */

const deployed = await deployedSite();
const started = await cachedSite();

const documentIn = (site: string, path: string) => readFileSync(join(site, fileOf(path)), 'utf8');

/** The script that a document of `npm start` has and a deployed one has not, and the one address that differs. */
const WATCH = /<script type="module">(?!<\/script>)[\s\S]+?<\/script>\s*/;
const CHECKOUT = /(?<=<meta name="checkout-script" content=")[^"]+/;

describe('without a visualiser', () => {
  test.each(pagePaths)('the document of %s names the files that are deployed', (path) => {
    const [watched, page] = [documentIn(started, path), documentIn(deployed, path)];
    expect(page).not.toMatch(WATCH);
    expect(watched).toMatch(WATCH);
    expect(watched.replace(WATCH, '').replace(CHECKOUT, '')).toBe(page.replace(CHECKOUT, ''));
  });

  const { newPage } = sharedBrowser();

  test.each(['/', '/register-re', '/blog/future-ready-skills'])(
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

  test('a tab whose page was watched loads nothing else either once the visualiser is closed', async () => {
    const page = await newPage();
    await page.goto('/about');
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    const instrumentation = () => loaded.filter((file) => /instrumentation/.test(file)).length;
    const visualiser = visualiserPage(await openTab(page.context(), '/visualiser/contact?preview=tab'));
    await visualiser.expectStatus(/^Following About/);
    expect(instrumentation()).toBe(1);
    await page.reload();
    await visualiser.expectStatus(/^Following About/);
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
    expect(await page.evaluate(() => sessionStorage.getItem('visualiser.tab'))).toBeNull();
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect(instrumentation()).toBe(2);
  });
});
