import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { chromiumHands } from '../../drivers/chromium.ts';
import { walk } from '../../drivers/driver.ts';
import { toolPlans } from '../../drivers/plans.ts';
import { sharedBrowser } from '../browser.ts';

/** The visualiser's own flows, walked like those of the site. */

const { browser } = sharedBrowser();

describe.each(toolPlans)('$id walked on the built site', ({ flow, driver, paths }) => {
  test.each(paths)('$title', async ({ path }) => {
    const hands = await chromiumHands(browser(), inject('site'), flow.id);
    onTestFinished(hands.close);
    const walked = await walk(flow, driver, path, hands);
    expect(walked).toEqual(path.flatMap(({ transitions }) => transitions));
  });
});
