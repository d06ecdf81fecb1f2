import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { chromiumHands } from '../drivers/chromium.ts';
import { walk } from '../drivers/driver.ts';
import { plans } from '../drivers/plans.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.connect(inject('browser'));
});

afterAll(() => browser.close());

describe.each(plans)('$id walked on the built site', ({ flow, driver, paths }) => {
  test.each(paths)('$title', async ({ path }) => {
    const hands = await chromiumHands(browser, inject('site'), flow.id);
    onTestFinished(hands.close);
    const walked = await walk(flow, driver, path, hands);
    expect(walked).toEqual(path.flatMap(({ transitions }) => transitions));
  });
});
