import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { pagePaths } from '../../src/prerender/pagePaths.ts';
import { recordIncidents } from '../drivers/chromium/chromiumIncidents.ts';
import { untilHydrated } from '../drivers/chromium/chromiumPageDriver.ts';
import { enginePageDriver, freshContext } from '../drivers/engines/enginePageDriver.ts';
import { fewWalks, plansWithDraft } from '../drivers/plans.ts';
import { walkOnNewPages } from '../drivers/walks.ts';
import { engineExecutables, fetchFailures, incidentsIn, launchEngine } from '../support/engines.ts';
import { isMore } from '../support/more.ts';

/** The site in the installed engines besides the Chromium of all other tests. */

const installed = (['old Chromium', 'Firefox'] as const).flatMap((name) => {
  const executable = engineExecutables[name]();
  return executable === null ? [] : [{ name, executable }];
});

/** In `npm test` one path of the form with the payment, and one address. */
const plans = plansWithDraft().filter(({ id }) => isMore || id === 'registration');
const addresses = isMore ? pagePaths : pagePaths.slice(0, 1);

describe.each(installed)('$name', ({ name, executable }) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchEngine[name](executable);
  });
  afterAll(() => browser.close());

  describe.each(plans)('$id', (planned) => {
    const walks = isMore ? planned.paths : fewWalks(planned, 'states', 1);
    test.each(walks.map(({ title, path }) => [title, path] as const))('%s', async (_, path) => {
      const open = () => enginePageDriver(browser, inject('site'), planned.id, name);
      expect(await walkOnNewPages(planned, path(), open)).not.toHaveLength(0);
    });
  });

  test.each(addresses)('%s opens without an error', async (path) => {
    const { page, giveBack } = await freshContext(browser, { baseURL: inject('site') });
    const incidents = recordIncidents(page, new WeakSet());
    await page.goto(path);
    await untilHydrated(page);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(incidentsIn(name, incidents)).toEqual([]);
    await giveBack();
  });

  test('fetch says that the network fails in words of its own', async () => {
    const { page, giveBack } = await freshContext(browser, { baseURL: inject('site') });
    await page.route('**/api/contact', (route) => route.abort('connectionrefused'));
    await page.goto('/contact');
    const words = await page.evaluate(() =>
      fetch('/api/contact', { method: 'POST' }).catch(
        (error: unknown) => error instanceof Error && error.message,
      ),
    );
    expect(words).toBe(fetchFailures[name]);
    await giveBack();
  });
});
