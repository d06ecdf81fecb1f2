import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import {
  type ChromiumPageDriver,
  chromiumPageDriver,
  untilHydrated,
} from '../drivers/chromium/chromiumPageDriver.ts';
import { perform, walk } from '../drivers/driver.ts';
import { planWithId } from '../drivers/plans.ts';
import { fetchFaults, type TabFault, tabFaults } from '../support/faults/pageFaults.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { sharedBrowser } from './browser.ts';

/** The faults that only a browser can tell: those of tabs, and what `fetch` makes of those of the network. */

const { browser } = sharedBrowser();

async function openPageDriver(flow: string): Promise<ChromiumPageDriver> {
  const pageDriver = await chromiumPageDriver(browser(), inject('site'), flow);
  onTestFinished(pageDriver.close);
  return pageDriver;
}

const causes: Record<TabFault, (page: Page) => Promise<Page>> = {
  'the page is opened in a second tab': async (page) => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    return other;
  },
  'the tab is duplicated': async (page) => {
    const opened = page.waitForEvent('popup');
    await page.evaluate(() => void window.open(window.location.href));
    return opened;
  },
};
const causeOf = new Map(Object.entries(causes));

describe('another tab changes nothing in the first', () => {
  test.each([
    { id: 'contact', at: 'submitting', call: '/api/contact', next: 'send: accepted', after: 'done' },
    {
      id: 'registration',
      at: 'paying.open',
      call: '/create-order',
      next: 'paymentSucceeded: the customer pays',
      after: 'registering',
    },
  ] as const)('$id', async ({ id, at, call, next, after }) => {
    const { flow, graph, driver } = planWithId(id);
    const pageDriver = await openPageDriver(id);
    const { page, screen, network } = pageDriver;
    await walk(flow, driver, graph.pathTo(at) ?? [], pageDriver);
    const typed = await screen.formValues();
    for (const [fault, { otherTab, calls }] of nonEmpty(Object.entries(tabFaults))) {
      const other = await causeOf.get(fault)?.(page);
      if (!other) throw new Error(`nothing causes "${fault}"`);
      await untilHydrated(other);
      const root = other.locator(`[data-flow="${id}"]`);
      const { state, hasDraft } = otherTab[id];
      await expect.poll(() => root.getAttribute('data-state'), { message: fault }).toBe(state);
      const name = await root.locator(`#${id}-name`).inputValue();
      expect(name, fault).toBe(hasDraft ? Reflect.get(Object(typed), 'name') : '');
      await other.close();
      await screen.expectState(at);
      expect(await screen.formValues(), fault).toEqual(typed);
      expect(await network.calls(call), fault).toHaveLength(calls);
    }
    await perform(driver, next, pageDriver);
    await screen.expectState(after);
    expect(await network.calls(call)).toHaveLength(1);
  });
});

test('what fetch makes of a network that fails is what the tests on screens rely on', async () => {
  const text = JSON.stringify({ success: true, message: 'This never arrives.' });
  const server = createServer((request, response) => {
    const headers = { 'content-type': 'application/json', 'content-length': text.length };
    response.writeHead(Number(request.url?.slice(1)), headers);
    response.write(text.slice(0, text.length / 2), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;

  const { page } = await openPageDriver('contact');
  await page.goto('/contact');
  for (const [fault, expected] of nonEmpty(Object.entries(fetchFaults))) {
    await page.route('**/api/contact', (route) =>
      expected.status === null
        ? route.abort('connectionrefused')
        : route.continue({ url: `http://127.0.0.1:${port}/${expected.status}` }),
    );
    const found = await page.evaluate(async () => {
      let status: number | null = null;
      try {
        const response = await fetch('/api/contact', { method: 'POST', body: '{}' });
        status = response.status;
        return { status, error: JSON.stringify(await response.json()) };
      } catch (error) {
        return { status, error: String(error) };
      }
    });
    expect(found, fault).toEqual(expected);
    await page.unroute('**/api/contact');
  }
});
