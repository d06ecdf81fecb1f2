import { createServer, type Server } from 'node:http';
import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { pathTo } from '../../../machines/paths/plan.ts';
import { type ChromiumPageDriver, chromiumPageDriver } from '../../drivers/chromium/chromiumPageDriver.ts';
import { perform, walk } from '../../drivers/driver.ts';
import { planWithId } from '../../drivers/plans.ts';
import { type FailureTexts, refusal, serviceCalls, UNAVAILABLE_MESSAGE } from '../../support/serviceCalls.ts';
import { sharedBrowser } from '../browser.ts';
import { json } from './pausedCalls.ts';

/** Every network fault of each of the five calls: its text is shown, the typed values stay, and a second try works. */

const { browser } = sharedBrowser();

type Fault = {
  fault: string;
  /** Disrupts the pending call. */
  disrupt: (route: Route, page: ChromiumPageDriver) => Promise<void>;
  words: (words: FailureTexts) => string | null;
  restore?: (page: ChromiumPageDriver) => Promise<void>;
};

const faults: Fault[] = [
  {
    fault: 'offline',
    disrupt: async (route, { page }) => {
      await page.context().setOffline(true);
      await route.continue();
    },
    words: ({ unreachable }) => unreachable,
    restore: ({ page }) => page.context().setOffline(false),
  },
  {
    fault: 'refused',
    disrupt: (route) => route.abort('connectionrefused'),
    words: ({ unreachable }) => unreachable,
  },
  {
    fault: 'cut off half-way',
    disrupt: (route) => route.continue({ url: `${truncatingServerUrl()}/200` }),
    words: ({ cutOff }) => cutOff,
  },
  {
    fault: 'a refusal that is cut off half-way',
    disrupt: (route) => route.continue({ url: `${truncatingServerUrl()}/503` }),
    words: ({ refusalCutOff }) => refusalCutOff,
  },
];

let server: Server;

/** Returns the address of a server whose responses are cut off; the last part of the path is their status. */
const truncatingServerUrl = () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('nobody listens');
  return `http://127.0.0.1:${address.port}`;
};

beforeAll(async () => {
  const text = JSON.stringify({ success: true, message: 'This never arrives.' });
  server = createServer((request, response) => {
    response.writeHead(Number(request.url?.slice(1)), {
      'content-type': 'application/json',
      'content-length': text.length,
    });
    response.write(text.slice(0, text.length / 2), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

describe.each(serviceCalls)('§7, §8 $call', ({ call, flow: id, at, outcome, done, words }) => {
  const { flow, graph, driver } = planWithId(id);
  const waiting: Route[] = [];
  let isFaulty = true;
  let callCount = 0;
  let pageDriver: ChromiumPageDriver;

  beforeAll(async () => {
    pageDriver = await chromiumPageDriver(browser(), inject('site'), id);
    await pageDriver.page.route(`**${call}`, (route) => {
      callCount += 1;
      return isFaulty ? void waiting.push(route) : route.fallback();
    });
  });
  afterAll(() => pageDriver.close());

  const pausedCall = async (): Promise<Route> => {
    await expect.poll(() => waiting.length, { message: `a call to ${call}` }).toBe(1);
    const route = waiting.pop();
    if (!route) throw new Error(`no call to ${call} waits for a reply`);
    return route;
  };

  /** Submits the form, and returns the typed values and the pending call. */
  async function submitForm() {
    await pageDriver.page.goto('/icon.svg');
    await pageDriver.page.evaluate(() => sessionStorage.clear());
    waiting.length = 0;
    isFaulty = true;
    callCount = 0;
    await walk(flow, driver, pathTo(graph, at) ?? [], pageDriver);
    return { typed: await pageDriver.screen.formValues(), route: await pausedCall() };
  }

  const secondTry = async () => {
    isFaulty = false;
    await perform(driver, 'submitted: by the button', pageDriver);
    await pageDriver.screen.expectState(at);
    await perform(driver, outcome, pageDriver);
    await pageDriver.screen.expectState(done);
    expect(callCount).toBe(2);
  };

  test.each(faults)('$fault', async ({ disrupt, words: wordsOf, restore }) => {
    onTestFinished(async () => restore?.(pageDriver));
    const { typed, route } = await submitForm();
    await disrupt(route, pageDriver);
    const text = wordsOf(words);
    if (text === null) {
      await pageDriver.screen.expectState(done);
      return;
    }
    await pageDriver.screen.expectText(text);
    expect(await pageDriver.screen.formValues()).toEqual(typed);
    await restore?.(pageDriver);
    await secondTry();
  });

  test('a response after the timeout is ignored: the response to the second call counts', async () => {
    const { typed, route } = await submitForm();
    await pageDriver.clock.advance(30_000);
    await pageDriver.screen.expectText(words.timedOut);
    await perform(driver, 'submitted: by the button', pageDriver);
    const second = await pausedCall();
    await route.fulfill(json(200, { success: true }));
    await second.fulfill(json(503, refusal(UNAVAILABLE_MESSAGE)));
    await pageDriver.screen.expectText(UNAVAILABLE_MESSAGE);
    expect(await pageDriver.screen.formValues()).toEqual(typed);
  });
});
