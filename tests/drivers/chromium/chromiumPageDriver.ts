import type { Browser, Page, Request } from 'playwright-core';
import { borrowContext } from '../../support/contexts.ts';
import type { BrowserDriver, ChannelDriver, ClockDriver, PageDriver } from '../pageDriver.ts';
import { recordIncidents } from './chromiumIncidents.ts';
import {
  type ChromiumNetworkDriver,
  chromiumBuild,
  chromiumCheckout,
  chromiumNetwork,
} from './chromiumNetwork.ts';
import { type Operations, withKeyboard, withMouse } from './chromiumOperations.ts';
import { chromiumScreen, chromiumUser } from './chromiumScreen.ts';

declare global {
  interface Window {
    /** The types of the messages and commands that the visualiser has posted on its channel. */
    postedTypes?: string[];
    /** The number of the last check that it has asked a page for. */
    lastCheck?: number;
  }
}

/** Drives the tab of a page, and accepts its alert boxes. */
function chromiumBrowser(page: Page): BrowserDriver {
  const alerts: string[] = [];
  page.on('dialog', async (dialog) => {
    alerts.push(dialog.message());
    await dialog.accept();
  });
  return {
    open: async (path) => {
      await page.goto(path);
      await untilHydrated(page);
    },
    navigate: (path) =>
      page.evaluate((to) => {
        history.pushState(null, '', to);
        window.dispatchEvent(new PopStateEvent('popstate'));
      }, path),
    saveDraft: async (key, draft) => {
      await page.goto('/icon.svg');
      await page.evaluate(
        ([name, saved]) =>
          sessionStorage.setItem(name, JSON.stringify({ savedAt: Date.now(), draft: saved })),
        [key, draft] as const,
      );
    },
    resizeToPhone: () => page.setViewportSize({ width: 390, height: 844 }),
    preferReducedMotion: async () => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.emulateMedia({ reducedMotion: 'reduce' });
    },
    setTabHidden: (isHidden) =>
      page.evaluate(
        (state) => {
          Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        },
        isHidden ? 'hidden' : 'visible',
      ),
    setOffline: (isOffline) =>
      page.evaluate((isLost) => {
        Object.defineProperty(navigator, 'onLine', { value: !isLost, configurable: true });
        window.dispatchEvent(new Event(isLost ? 'offline' : 'online'));
      }, isOffline),
    alerts: async () => alerts,
  };
}

/** Posts on the channel of the visualisers, and records the messages of a visualiser there. */
async function chromiumChannel(page: Page, flow: string): Promise<ChannelDriver> {
  if (flow.startsWith('visualiser'))
    await page.addInitScript(() => {
      const postedTypes: string[] = [];
      window.postedTypes = postedTypes;
      new BroadcastChannel('visualiser').onmessage = ({ data }) => {
        postedTypes.push(data.command?.type ?? data.type);
        window.lastCheck = data.command?.check ?? window.lastCheck;
      };
    });
  return {
    post: (message) =>
      page.evaluate(async (posted) => {
        const channel = new BroadcastChannel('visualiser');
        const echo = new BroadcastChannel('visualiser');
        const isDelivered = new Promise((resolve) => {
          echo.onmessage = resolve;
        });
        channel.postMessage(posted);
        await isDelivered;
        channel.close();
        echo.close();
      }, message),
    countPosted: (type) =>
      page.evaluate(
        (counted) => (window.postedTypes ?? []).filter((other) => other === counted).length,
        type,
      ),
    lastCheck: () => page.evaluate(() => window.lastCheck ?? 0),
  };
}

async function chromiumClock(page: Page): Promise<ClockDriver> {
  await pauseClock(page);
  return { advance: (milliseconds) => page.clock.runFor(milliseconds) };
}

/** A page driver with the page of Playwright that it drives. */
export type ChromiumPageDriver = PageDriver & {
  page: Page;
  network: ChromiumNetworkDriver;
  close: () => Promise<void>;
};

/** Milliseconds in which a control must be usable, and in which one must be that a page may refuse. */
const PATIENCE = 10_000;
const IMPATIENCE = 300;

type DriverOptions = {
  keyboardOnly?: boolean;
  borrow?: typeof borrowContext;
  operate?: (page: Page) => Operations;
};

/**
 * The page driver for a flow of the built site in Chromium, with paused requests and a fake clock. With
 * `keyboardOnly` there is no mouse. In another engine, contexts are opened and controls operated in other ways.
 */
export async function chromiumPageDriver(
  browser: Browser,
  site: string,
  flow: string,
  { keyboardOnly = false, borrow = borrowContext, operate = () => withMouse }: DriverOptions = {},
): Promise<ChromiumPageDriver> {
  const { page, giveBack } = await borrow(browser, { baseURL: site }, { clock: true });
  page.setDefaultTimeout(PATIENCE);
  const build = chromiumBuild(page);
  const replied = new WeakSet<Request>();
  return {
    page,
    build,
    network: await chromiumNetwork(page, build, replied),
    checkout: await chromiumCheckout(page, replied),
    channel: await chromiumChannel(page, flow),
    clock: await chromiumClock(page),
    screen: await chromiumScreen(page, flow, recordIncidents(page, replied)),
    user: chromiumUser(page, flow, keyboardOnly ? withKeyboard(page) : operate(page)),
    browser: chromiumBrowser(page),
    close: giveBack,
    impatiently: async (run) => {
      page.setDefaultTimeout(IMPATIENCE);
      try {
        return await run();
      } finally {
        page.setDefaultTimeout(PATIENCE);
      }
    },
  };
}

/** Waits until a page of the site is hydrated, at most as many milliseconds. Other documents need no wait. */
export const untilHydrated = async (page: Page, timeout?: number): Promise<void> => {
  // Not a locator: its waits count as assertions of the test.
  await page.waitForSelector('html[data-hydrated], html:not(:has(script[data-modules])), svg:root', {
    state: 'attached',
    timeout,
  });
};

/**
 * Lets the clock of a page stand still, before the page is opened. Until it is paused, which may take a second, it
 * goes on.
 */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2026-06-01T08:00:00Z') });
  await page.clock.pauseAt(new Date('2026-06-01T09:00:01Z'));
}
