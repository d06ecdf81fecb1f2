import type { Browser, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { screenNameForPath } from '../../src/screens.ts';
import { borrowContext } from '../support/contexts.ts';
import type { Hands, Reply } from './hands.ts';
import { untilHydrated } from './hydrated.ts';
import fakeRazorpay from './razorpay.fake.js?raw';
import { readFiles, readFocus, readForm } from './readPage.ts';

/** What has been asked for and waits for an answer; who wants to answer waits until it is there. */
class Waiting {
  readonly #routes: { path: string; route: Route }[] = [];
  readonly #bodies: { path: string; body: unknown }[] = [];

  add(path: string, route: Route): void {
    this.#routes.push({ path, route });
    const body: unknown = route.request().postDataJSON();
    this.#bodies.push({ path, body });
  }

  drop(route: { url: () => string }): void {
    const index = this.#routes.findIndex((waiting) => waiting.route.request() === route);
    if (index >= 0) this.#routes.splice(index, 1);
  }

  /** The newest request for a path. */
  async take(path: string): Promise<Route> {
    await expect
      .poll(() => this.#routes.some((waiting) => waiting.path === path), { message: `a call to ${path}` })
      .toBe(true);
    const index = this.#routes.findLastIndex((waiting) => waiting.path === path);
    const [taken] = this.#routes.splice(index, 1);
    if (!taken) throw new Error(`no call to ${path} waits for an answer`);
    return taken.route;
  }

  bodies(path: string): unknown[] {
    return this.#bodies.filter((made) => made.path === path).map(({ body }) => body);
  }
}

const SCRIPT = 'checkout script';
const POST = 'text of a blog post';

const SCREEN_CODE = /assets\/([A-Za-z]+)Screen-[^/]+\.js$/;

/** The screen whose code stands at an address: `home` for `/assets/HomeScreen-1a2b3c4d.js`. */
const screenOf = (url: string): string => {
  const name = SCREEN_CODE.exec(url)?.[1] ?? url;
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
};

/** The document of a page without what was prerendered. */
const emptied = (html: string): string =>
  html
    .replace(/<(title|meta|link|script) data-prerendered[^>]*>([^<]*<\/(title|script)>)?/g, '')
    .replace(/<div id="root"[\s\S]*(?=<\/body>)/, '<div id="root"></div>');

const fulfil = (route: Route, reply: Reply): Promise<void> => {
  if (reply === 'disconnected') return route.abort('connectionreset');
  return 'json' in reply
    ? route.fulfill({ status: reply.status, json: reply.json })
    : route.fulfill({ status: reply.status, contentType: 'text/html', body: reply.text });
};

declare global {
  interface Window {
    tookTransitions: (flow: string, transitions: string[]) => void;
  }
}

/** What is there in a browser only. */
export type ChromiumHands = Hands & {
  page: Page;
  /** Lets the call that waits at a path go on to the service, as far as the network takes it. */
  letThrough: (path: string) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * The hands on a flow of the built site in Chromium, with routed answers and a clock that stands still. `hold` is how
 * long they keep a button down, in milliseconds.
 */
export async function chromiumHands(
  browser: Browser,
  site: string,
  flow: string,
  { hold = 0 } = {},
): Promise<ChromiumHands> {
  const { context, page, giveBack } = await borrowContext(browser, { baseURL: site }, { clock: true });
  page.setDefaultTimeout(10_000);
  const waiting = new Waiting();
  page.on('requestfailed', (request) => waiting.drop(request));
  await context.route(/\/(api\/[a-z]+|create-order)$/, (route) =>
    waiting.add(new URL(route.request().url()).pathname, route),
  );
  await context.route(/checkout\.js$/, (route) => waiting.add(SCRIPT, route));
  await context.route(/assets\/(howToImproveMathSkills|futureReadySkills)-[^/]+\.js$/, (route) =>
    waiting.add(POST, route),
  );
  if (flow.startsWith('visualiser'))
    await page.addInitScript(() => {
      const said: string[] = [];
      window.said = said;
      new BroadcastChannel('visualiser').onmessage = ({ data }) => {
        said.push(data.type);
      };
    });
  await page.clock.install({ time: new Date('2026-06-01T09:00:00Z') });
  await page.clock.pauseAt(new Date('2026-06-01T09:00:01Z'));
  const taken: string[] = [];
  await page.exposeBinding('tookTransitions', (_, id: string, transitions: string[]) => {
    if (id === flow) taken.push(...transitions);
  });
  await page.addInitScript(() => {
    window.addEventListener('microstep', ({ detail }) =>
      window.tookTransitions(detail.flow, detail.transitions),
    );
  });
  const alerts: string[] = [];
  page.on('dialog', async (dialog) => {
    alerts.push(dialog.message());
    await dialog.accept();
  });
  const root = page.locator(`[data-flow="${flow}"]`);
  const focus = async () => page.locator(':root').evaluate(readFocus);
  const startEmpty = async () => {
    await context.route('**', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      await route.fulfill({ response, body: emptied(await response.text()) });
    });
  };
  const whole = (name: string | RegExp) => (typeof name === 'string' ? { name, exact: true } : { name });
  const labelled = (label: string | RegExp) =>
    typeof label === 'string' ? root.getByLabel(label, { exact: true }) : root.getByLabel(label);

  return {
    page,
    open: async (path) => {
      await page.goto(path);
      await untilHydrated(page);
    },
    navigate: (path) =>
      page.evaluate((to) => {
        history.pushState(null, '', to);
        window.dispatchEvent(new PopStateEvent('popstate'));
      }, path),
    startEmpty,
    withdrawPostings: async (category) => {
      await startEmpty();
      await context.route(/assets\/[^/]+\.js$/, async (route) => {
        const response = await route.fetch();
        const posting = new RegExp(`\\{id:\\d+,[^{}]*category:["'\`]${category}["'\`][^{}]*\\},?`, 'g');
        await route.fulfill({ response, body: (await response.text()).replace(posting, '') });
      });
    },
    keepDraft: async (key, draft) => {
      await page.goto('/icon.svg');
      await page.evaluate(
        ([name, draft]) => sessionStorage.setItem(name, JSON.stringify({ savedAt: Date.now(), draft })),
        [key, draft] as const,
      );
    },

    fill: async (label, text) => {
      const control = labelled(label);
      const value = await control.evaluate((element) =>
        element.matches(':read-write') && 'value' in element ? element.value : null,
      );
      if (value === null) return false;
      if (value === text) await control.fill('');
      await control.fill(text);
      return true;
    },
    choose: async (label, option) => {
      await labelled(label).selectOption(option);
    },
    tick: (label, on) => labelled(label).setChecked(on),
    attach: (label, fileName) =>
      labelled(label).setInputFiles(
        fileName === null
          ? []
          : { name: fileName, mimeType: 'application/octet-stream', buffer: Buffer.from('%PDF-1.4') },
      ),
    press: (name, role = 'button', article) =>
      (article === undefined ? root : root.getByRole('article', whole(article)))
        .getByRole(role, whole(name))
        .click({ delay: hold }),
    pressTwice: (name) => root.getByRole('button', whole(name)).dblclick(),
    key: (key) => page.keyboard.press(key),
    hover: (on) => (on ? root.hover() : page.mouse.move(0, 0)),
    focusOn: (name, role = 'button') => root.getByRole(role, whole(name)).focus(),
    blur: () =>
      page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      }),
    narrow: () => page.setViewportSize({ width: 390, height: 844 }),
    reduceMotion: async () => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.emulateMedia({ reducedMotion: 'reduce' });
    },
    hideTab: (hidden) =>
      page.evaluate(
        (state) => {
          Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        },
        hidden ? 'hidden' : 'visible',
      ),

    sees: (text) => root.getByText(text, { exact: true }).waitFor(),
    seesNot: (text) => root.getByText(text, { exact: true }).waitFor({ state: 'hidden' }),
    seesButton: async (name, { press }) => {
      const button = root.getByRole('button', whole(name));
      await button.waitFor();
      expect(await button.isEnabled()).toBe(press);
    },
    attribute: (role, name, attribute) => root.getByRole(role, whole(name)).getAttribute(attribute),
    formValues: () => root.evaluate(readForm),
    seesChosen: (tab) =>
      expect
        .poll(() => root.getByRole('tab', { selected: true }).allTextContents(), { timeout: 10_000 })
        .toEqual([tab]),
    dialog: () => root.evaluate((element) => element.querySelector('dialog:modal h2')?.textContent ?? null),
    chosenFiles: () => root.evaluate(readFiles),
    focus,
    hasFocus: async (thing) => {
      const focused = expect.poll(focus, { timeout: 5_000, message: 'what has the focus' });
      await (thing === null ? focused.not.toBe('') : focused.toBe(thing));
    },
    state: () => root.evaluateAll(([first]) => first?.getAttribute('data-state') ?? null),
    isIn: (state) => expect.poll(() => root.getAttribute('data-state'), { timeout: 10_000 }).toBe(state),
    alerts: async () => alerts,
    taken: async () => {
      // What the page said before comes before the answer.
      await page.evaluate(() => null);
      return taken;
    },

    answer: async (path, reply) => fulfil(await waiting.take(path), reply),
    letThrough: async (path) => (await waiting.take(path)).continue(),
    calls: async (path) => waiting.bodies(path),
    holdScreens: async () => {
      await startEmpty();
      await context.route(SCREEN_CODE, (route) => waiting.add(screenOf(route.request().url()), route));
    },
    answerScreen: async (reply) => {
      const screen = screenNameForPath(new URL(page.url()).pathname);
      const route = await waiting.take(screen);
      await (reply === 'loaded' ? route.continue() : route.abort('connectionreset'));
    },
    answerScript: async (reply) => {
      const route = await waiting.take(SCRIPT);
      if (reply === 'not loaded') await route.abort('connectionreset');
      else
        await route.fulfill({ contentType: 'text/javascript', body: reply === 'loaded' ? fakeRazorpay : '' });
    },
    answerPost: async (reply) => {
      const route = await waiting.take(POST);
      await (reply === 'loaded' ? route.continue() : route.abort('connectionreset'));
    },
    breakCheckout: () =>
      page.evaluate(() => {
        window.checkoutIsBroken = true;
      }),
    inCheckout: (deed) => page.evaluate((done) => window.inCheckout?.(done), deed),
    says: (message) =>
      page.evaluate(async (said) => {
        const channel = new BroadcastChannel('visualiser');
        const echo = new BroadcastChannel('visualiser');
        const isHeard = new Promise((resolve) => {
          echo.onmessage = resolve;
        });
        channel.postMessage(said);
        await isHeard;
        channel.close();
        echo.close();
      }, message),
    heard: (type) =>
      page.evaluate((wanted) => (window.said ?? []).filter((other) => other === wanted).length, type),
    pass: (milliseconds) => page.clock.runFor(milliseconds),
    close: giveBack,
  };
}
