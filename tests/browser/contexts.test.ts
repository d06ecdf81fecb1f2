import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { chromiumPageDriver } from '../drivers/chromium/chromiumPageDriver.ts';
import { sharedBrowser } from './browser.ts';

/** Browser contexts are reused by one test after the other: no state of one test is left in the next. */

const { browser, newPage } = sharedBrowser();

const PATH = '/about';

describe.each([
  { what: 'a page that was used before', isSpent: false },
  { what: 'a new page in a context that was used before', isSpent: true },
])('$what', ({ isSpent }) => {
  let used: Page | undefined;
  const events: string[] = [];

  test('is given everything that a test can leave behind', async () => {
    const page = await newPage();
    const context = page.context();
    used = page;
    await context.grantPermissions(['geolocation', 'notifications']);
    await context.setGeolocation({ latitude: 26.9, longitude: 75.8 });
    await context.addCookies([{ name: 'left', value: 'here', url: inject('site') }]);
    await context.setExtraHTTPHeaders({ 'x-left': 'here' });
    await context.route('**/terms', (route) => route.abort());
    for (const target of [page, context]) target.on('request', (request) => events.push(request.url()));
    context.on('page', () => events.push('page'));
    page.on('dialog', (dialog) => dialog.accept());
    await page.route('**/contact', (route) => route.abort());
    if (isSpent) {
      await page.addInitScript(() => {
        Object.assign(window, { left: 'an init script' });
      });
      await page.exposeFunction('leftFunction', () => 'here');
      await page.keyboard.down('Shift');
    }
    await page.setExtraHTTPHeaders({ 'x-left': 'here' });
    await page.goto(PATH);
    await page.setViewportSize({ width: 400, height: 300 });
    await page.emulateMedia({
      media: 'print',
      colorScheme: 'dark',
      reducedMotion: 'reduce',
      forcedColors: 'active',
    });
    await page.mouse.move(50, 50);
    await page.evaluate(async () => {
      localStorage.setItem('left', 'here');
      sessionStorage.setItem('left', 'here');
      window.name = 'left';
      document.documentElement.style.zoom = '2';
      document.querySelector<HTMLElement>('a[href]')?.focus();
      await (await caches.open('left')).put('/left', new Response('here'));
      await new Promise((resolve) => {
        indexedDB.open('left').onsuccess = resolve;
      });
      const channel = new BroadcastChannel('left');
      channel.onmessage = () => channel.postMessage('still here');
    });
    expect(await page.evaluate(() => [localStorage.getItem('left'), window.name])).toEqual(['here', 'left']);
    await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void window.open('/terms?popup'))]);
    await context.setOffline(true);
    events.length = 0;
  });

  test('has nothing of it', async () => {
    const page = await newPage();
    const context = page.context();
    expect(context, 'the context is the same one').toBe(used?.context());
    expect(page === used, 'the page is the same one').toBe(!isSpent);
    const isEmpty = (other: Page) => other.url().endsWith('/icon.svg');
    expect(isSpent ? page.url() : isEmpty(page), 'the page is empty').toBe(isSpent ? 'about:blank' : true);
    expect(
      context.pages().filter((other) => other !== page && !isEmpty(other)),
      'no other page is open',
    ).toEqual([]);
    const request = page.waitForRequest(`**${PATH}`);
    expect((await page.goto(PATH))?.status(), 'there is a network').toBe(200);
    expect(events, 'no listener of another test hears anything').toEqual([]);
    expect(Object.keys(await (await request).allHeaders()), 'headers').not.toContain('x-left');
    expect(await context.cookies(), 'cookies').toEqual([]);
    const found = await page.evaluate(async () => {
      const channel = new BroadcastChannel('left');
      const replies: unknown[] = [];
      channel.onmessage = ({ data }) => replies.push(data);
      channel.postMessage('is anybody there?');
      const matches = (query: string) => matchMedia(query).matches;
      const permission = async (name: PermissionName) => (await navigator.permissions.query({ name })).state;
      const databases = await indexedDB.databases();
      await new Promise((resolve) => setTimeout(resolve, 50));
      // A headless browser has its pointer in the corner of a new page.
      const corner = document.elementFromPoint(0, 0) ?? undefined;
      return {
        replies,
        localStorage: localStorage.length,
        sessionStorage: sessionStorage.getItem('left'),
        caches: await caches.keys(),
        databases: databases.map(({ name }) => name),
        serviceWorkers: (await navigator.serviceWorker.getRegistrations()).length,
        windowName: window.name,
        opener: window.opener,
        history: history.length,
        zoom: document.documentElement.style.zoom,
        focus: document.activeElement?.tagName,
        isHovered: ![undefined, corner].includes([...document.querySelectorAll(':hover')].at(-1)),
        size: [innerWidth, innerHeight],
        media: [
          '(prefers-color-scheme: dark)',
          '(prefers-reduced-motion: reduce)',
          '(forced-colors: active)',
          'print',
        ].filter(matches),
        permissions: [await permission('geolocation'), await permission('notifications')],
        globals: ['left', 'leftFunction'].filter((name) => name in window),
        isFake: 'isFake' in Date,
      };
    });
    expect(found).toEqual({
      replies: [],
      localStorage: 0,
      sessionStorage: null,
      caches: [],
      databases: [],
      serviceWorkers: 0,
      windowName: '',
      opener: null,
      history: 2,
      zoom: '',
      focus: 'BODY',
      isHovered: false,
      size: [1280, 720],
      media: [],
      permissions: expect.not.arrayContaining(['granted']),
      globals: [],
      isFake: false,
    });
    await page.evaluate(() =>
      addEventListener('keydown', ({ key, shiftKey }) => {
        document.title = `${key} ${shiftKey}`;
      }),
    );
    await page.keyboard.press('a');
    await expect.poll(() => page.title(), { message: 'no key is held down' }).toBe('a false');
    const dialog = page.waitForEvent('dialog');
    const confirmed = page.evaluate(() => confirm('Is anybody there?'));
    await (await dialog).dismiss();
    expect(await confirmed, 'no handler of another test answers a dialog').toBe(false);
    for (const path of ['/contact', '/terms'])
      expect((await page.goto(path))?.status(), `${path} is not routed`).toBe(200);
  });
});

test('a page takes files from the cache that a page before it filled, unless it is asked not to', async () => {
  const fetched = async (page: Page) => {
    await page.goto(PATH);
    const sizes = page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/assets/'))
        .map((entry) => (entry instanceof PerformanceResourceTiming ? entry.transferSize : -1)),
    );
    return (await sizes).filter((size) => size > 0).length;
  };
  const page = await newPage();
  await fetched(page);
  expect(await fetched(page), 'with a cache').toBe(0);
  expect(await fetched(await newPage({ cache: false })), 'without').toBeGreaterThan(3);
});

describe('a page with options of its own has them', () => {
  test.each(['when it is new', 'when it is used again'])('%s', async () => {
    const page = await newPage({ reducedMotion: 'reduce', colorScheme: 'dark' });
    await page.goto(PATH);
    const queries = ['(prefers-reduced-motion: reduce)', '(prefers-color-scheme: dark)'];
    const matches = await page.evaluate((all) => all.map((query) => matchMedia(query).matches), queries);
    expect(matches).toEqual([true, true]);
  });
});

describe('a context whose clock was changed', () => {
  let used: BrowserContext | undefined;

  test('by a test', async () => {
    const page = await newPage();
    used = page.context();
    await page.clock.setFixedTime(new Date('2020-01-01T00:00:00Z'));
    await page.goto(PATH);
    expect(await page.evaluate(() => new Date().getFullYear())).toBe(2020);
  });

  test('is not used again', async () => {
    const page = await newPage();
    expect(page.context()).not.toBe(used);
    await page.goto(PATH);
    expect(await page.evaluate(() => Date.now())).toBeGreaterThan(Date.now() - 60_000);
  });
});

describe('a page driver, whose clock stands still', () => {
  let used: BrowserContext | undefined;
  const openPageDriver = async () => {
    const pageDriver = await chromiumPageDriver(browser(), inject('site'), 'contact');
    onTestFinished(pageDriver.close);
    return pageDriver;
  };

  test('that lets time pass, types and sends', async () => {
    const pageDriver = await openPageDriver();
    used = pageDriver.page.context();
    await pageDriver.build.disablePrerendering();
    await pageDriver.browser.open('/contact');
    await pageDriver.user.fill('Full Name*', 'Asha Verma');
    await pageDriver.clock.advance(24 * 60 * 60 * 1000);
    await pageDriver.page.evaluate(() => void fetch('/api/contact', { method: 'POST', body: '{}' }));
    await expect.poll(() => pageDriver.network.calls('/api/contact')).toHaveLength(1);
  });

  test('leaves nothing to the next', async () => {
    const pageDriver = await openPageDriver();
    expect(pageDriver.page.context(), 'the context is the same one').toBe(used);
    await pageDriver.browser.open('/contact');
    expect(await pageDriver.screen.formValues(), 'what was typed').toMatchObject({ name: '' });
    expect(await pageDriver.network.calls('/api/contact'), 'calls').toEqual([]);
    expect(await pageDriver.browser.alerts(), 'alerts').toEqual([]);
    const start = Date.parse('2026-06-01T09:00:01Z');
    expect(await pageDriver.page.evaluate(() => Date.now()), 'the clock').toBe(start);
    await pageDriver.clock.advance(1_000);
    expect(await pageDriver.page.evaluate(() => Date.now()), 'the clock, a second later').toBe(start + 1_000);
    const html = await pageDriver.page.evaluate(async () => (await fetch('/contact')).text());
    expect(html, 'documents come whole').toContain('Send Message');
  });
});
