import type { Browser, Page } from 'playwright-core';
import { borrowContext } from '../../support/contexts.ts';
import type { PageDriver } from '../pageDriver.ts';
import { chromiumBrowser } from './browser.ts';
import { chromiumBuild } from './build.ts';
import { chromiumChannel } from './channel.ts';
import { chromiumCheckout } from './checkout.ts';
import { chromiumClock } from './clock.ts';
import { type ChromiumNetworkDriver, chromiumNetwork } from './network.ts';
import { chromiumScreen } from './screen.ts';
import { chromiumUser } from './user.ts';

/** A page driver with the page of Playwright that it drives. */
export type ChromiumPageDriver = PageDriver & {
  page: Page;
  network: ChromiumNetworkDriver;
  close: () => Promise<void>;
};

/**
 * Returns the page driver for a flow of the built site in Chromium, with paused requests and a fake clock.
 * `pressDuration` is how long a press keeps the mouse button down, in milliseconds.
 */
export async function chromiumPageDriver(
  browser: Browser,
  site: string,
  flow: string,
  { pressDuration = 0 } = {},
): Promise<ChromiumPageDriver> {
  const { page, giveBack } = await borrowContext(browser, { baseURL: site }, { clock: true });
  page.setDefaultTimeout(10_000);
  const build = chromiumBuild(page);
  return {
    page,
    build,
    network: await chromiumNetwork(page, build),
    checkout: await chromiumCheckout(page),
    channel: await chromiumChannel(page, flow),
    clock: await chromiumClock(page),
    screen: await chromiumScreen(page, flow),
    user: chromiumUser(page, flow, pressDuration),
    browser: chromiumBrowser(page),
    close: giveBack,
  };
}
