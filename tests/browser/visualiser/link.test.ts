import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { AXE, TAGS } from '../inspectPage.ts';
import { openTab, openVisualiser, visualiserPage } from './visualiserPage.ts';

/** The visualiser's status of the pages of the site: followed, silent, loaded again or closed. */

const { newPage } = sharedBrowser();

test('a page that was there before is followed, with the state it is in', async () => {
  const site = await newPage();
  await site.goto('/contact');
  await site.getByLabel('Full Name*').fill('Asha');
  await site.getByLabel('Email Address*').fill('asha@example.com');
  await site.getByLabel('Your Message*').fill('   ');
  await site.getByRole('button', { name: 'Send Message' }).click();
  await site.locator('[data-flow="contact"][data-state="invalid"]').waitFor();

  const visualiser = visualiserPage(await openTab(site.context(), '/visualiser/contact?preview=tab'));
  await visualiser.expectStatus(/^Following Contact Us .*\(\/contact\)$/);
  await visualiser.expectState('invalid');
  await site.getByLabel('Your Message*').fill('Hello');
  await visualiser.expectState('idle');
  await visualiser.openPanel('Log');
  await visualiser.page.getByRole('button', { name: /changed idle$/ }).waitFor();
});

test('only flows that run are listed, each once, though React makes some that never start', async () => {
  const visualiser = await openVisualiser(await newPage(), 'faqAccordion');
  const received = await visualiser.page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const channel = new BroadcastChannel('visualiser');
        channel.onmessage = ({ data }) => {
          if (data.type === 'present') resolve(data.sessions.map(({ flow }: { flow: string }) => flow));
        };
        channel.postMessage({ type: 'hello', visualiser: 'a test' });
      }),
  );
  expect(received.sort()).toEqual([
    'callBack',
    'faqAccordion',
    'heroSlideshow',
    'mobileMenu',
    'newsletter',
    'routeLoading',
  ]);
});

test('a page that is loaded again is followed on; a page that is closed is shown as closed', async () => {
  const page = await newPage();
  await page.clock.install();
  await page.goto('/visualiser/contact?preview=tab');
  const visualiser = visualiserPage(page);
  await page.clock.fastForward(2_000);
  await visualiser.expectStatus('No page of the site answers.');
  const site = await openTab(page.context(), '/contact');
  await visualiser.expectStatus(/^Following Contact Us/);
  await site.getByLabel('Full Name*').fill('Asha');
  await site.reload();
  await expect.poll(() => site.getByLabel('Full Name*').inputValue()).toBe('Asha');
  await visualiser.expectStatus(/^Following Contact Us/);
  await visualiser.expectState('idle');
  await site.close();
  await visualiser.expectStatus(/^Contact Us .* was closed\.$/);
  await page.getByText('not running').waitFor();

  await openTab(page.context(), '/applyPath');
  await visualiser.press(/\(\/applyPath\)$/);
  await visualiser.expectStatus(/^Following .*\(\/applyPath\)$/);
});

test('a tab and its copy are two pages, and the visualiser says so', async () => {
  const site = await newPage();
  await site.goto('/contact');
  const visualiser = visualiserPage(await openTab(site.context(), '/visualiser/contact?preview=tab'));
  await visualiser.expectStatus(/^Following Contact Us/);
  const storage = await site.evaluate(() => JSON.stringify(sessionStorage));
  const copy = await site.context().newPage();
  // As a browser copies a tab: with its storage.
  await copy.addInitScript((saved) => {
    for (const [key, value] of Object.entries<string>(JSON.parse(saved))) sessionStorage.setItem(key, value);
  }, storage);
  await copy.goto('/contact');
  const { page } = visualiser;
  await page.getByText(/^Contact Us .* is open in several tabs: what happens in one/).waitFor();
  await visualiser.press(/\(\/contact\) – 2$/);
  await site.getByLabel('Full Name*').fill('Asha');
  const ids = async (tab: Page) => tab.evaluate(() => sessionStorage.getItem('visualiser.tab'));
  expect(await ids(site)).not.toBe(await ids(copy));
});

test('the page is loaded again, and comes back to that of its flow, by buttons', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame } = visualiser;
  await frame.locator('body').evaluate(() => window.location.assign('/about'));
  await visualiser.expectStatus(/\(\/about\)$/);
  await visualiser.press('Reload the page');
  await visualiser.expectStatus(/\(\/about\)$/);
  await visualiser.press('Back to /contact');
  await visualiser.expectStatus(/\(\/contact\)$/);
  await visualiser.expectState('idle');
  const back = page.getByRole('button', { name: 'Back to /contact' });
  await expect.poll(() => back.getAttribute('aria-disabled')).toBe('true');
  await frame.locator('html').evaluate((html) => html.setAttribute('data-load', 'first'));
  await visualiser.press('Reload the page');
  await expect.poll(() => frame.locator('html').getAttribute('data-load')).toBeNull();
});

test('a page that never responds is shown as silent, and followed again when it does', async () => {
  const page = await newPage();
  await page.clock.install();
  const visualiser = await openVisualiser(page, 'contact');
  // A page that is stopped in a debugger sends nothing; a frozen page in a frame would freeze the visualiser too.
  await visualiser.page.evaluate(() => {
    const silent = new BroadcastChannel('visualiser');
    const page = { id: 'silent', tab: 'silent', path: '/about', title: 'About' };
    silent.postMessage({
      type: 'present',
      page,
      sessions: [],
      microsteps: 0,
      invokedActors: [],
      paused: null,
    });
  });
  await visualiser.press('About (/about)');
  await page.clock.fastForward(5_000);
  await visualiser.expectStatus(
    /^About \(\/about\) does not answer\. It may be frozen, or stopped in a debugger\.$/,
  );
  await visualiser.page.evaluate(() => {
    new BroadcastChannel('visualiser').postMessage({ type: 'pong', page: 'silent' });
  });
  await visualiser.expectStatus('Following About (/about)');
});

test('two visualisers know of each other, and both follow', async () => {
  const first = await openVisualiser(await newPage(), 'contact');
  const shared = 'Another visualiser is open: both can steer the same page.';
  const second = visualiserPage(await openTab(first.page.context(), '/visualiser/contact?preview=tab'));
  await first.page.getByText(shared).waitFor();
  await second.page.getByText(shared).waitFor();
  await second.expectStatus(/^Following Contact Us/);
  await first.frame.getByLabel('Full Name*').fill('A');
  for (const visualiser of [first, second]) {
    await visualiser.openPanel('Log');
    await visualiser.page.getByRole('button', { name: /changed idle$/ }).waitFor();
  }
  // Without this the page ends before it can send its goodbye.
  await second.page.close({ runBeforeUnload: true });
  await first.page.getByText(shared).waitFor({ state: 'hidden' });
});

test.each([
  { side: 'visualiser', next: 'hello', act: (site: Page) => site.reload() },
  { side: 'page', next: 'present', act: (site: Page) => site.getByLabel('Full Name*').fill('Asha') },
])('a $side that has said goodbye posts nothing until the browser shows it again', async (row) => {
  const site = await newPage();
  await site.goto('/contact');
  const visualiser = visualiserPage(await openTab(site.context(), '/visualiser/contact?preview=tab'));
  await visualiser.expectStatus(/^Following Contact Us/);
  const left = row.side === 'page' ? site : visualiser.page;
  const witness = await openTab(site.context(), '/icon.svg');
  const posted = await witness.evaluateHandle((side) => {
    const types: string[] = [];
    new BroadcastChannel('visualiser').onmessage = ({ data }) => {
      if (('visualiser' in data ? 'visualiser' : 'page') === side) types.push(data.type);
    };
    return types;
  }, row.side);
  const sinceGoodbye = async () => {
    const types = await posted.jsonValue();
    return types.slice(types.indexOf('goodbye')).slice(0, 2);
  };
  const dispatch = (type: string, persisted: boolean) =>
    left.evaluate((init) => window.dispatchEvent(new PageTransitionEvent(init.type, init)), {
      type,
      persisted,
    });
  await dispatch('pagehide', true);
  await row.act(site);
  await site.evaluate(() =>
    new BroadcastChannel('visualiser').postMessage({ type: 'hello', visualiser: 'x' }),
  );
  await dispatch('pageshow', true);
  await expect.poll(sinceGoodbye).toEqual(['goodbye', row.next]);
});

test('messages on the channel that are not of the protocol are ignored', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  await visualiser.page.evaluate(() => {
    const channel = new BroadcastChannel('visualiser');
    const junk = [null, 1, 'text', {}, { type: 'observed' }, { type: 'present', page: { id: 1 } }];
    const commands = [{ type: 'command' }, { type: 'command', page: 'x', command: { type: 'fireTimer' } }];
    for (const message of [...junk, ...commands]) channel.postMessage(message);
  });
  await visualiser.sendEvent('changed: everything valid');
  expect(await visualiser.frame.getByLabel('Full Name*').inputValue()).toBe('Asha Verma');
});

test('messages of another origin are not received', async () => {
  const site = await newPage();
  await site.goto('/contact');
  const elsewhere = await site.context().newPage();
  await elsewhere.goto(new URL('/about', inject('site').replace('127.0.0.1', 'localhost')).href);
  // The page of this origin responds at last; the other one was there before and would have responded by then.
  const received = await elsewhere.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const types: string[] = [];
        const channel = new BroadcastChannel('visualiser');
        const ping = setInterval(() => channel.postMessage({ type: 'ping', visualiser: 'a test' }), 20);
        channel.onmessage = ({ data }) => {
          types.push(data.type === 'present' ? `present ${data.page.path}` : data.type);
          if (data.type !== 'pong') return;
          clearInterval(ping);
          resolve(types);
        };
      }),
  );
  expect(received).toContain('pong');
  expect(new Set(received.filter((text) => text.startsWith('present')))).toEqual(new Set(['present /about']));
});

test('microsteps are counted, and none is missing after many events in one frame', async () => {
  const visualiser = await openVisualiser(await newPage(), 'scholarshipTerms');
  await visualiser.frame.locator('[data-flow="scholarshipTerms"]').evaluate((root) => {
    for (let press = 0; press < 400; press += 1) root.querySelector('button')?.click();
  });
  await visualiser.page.getByText(/^400 microsteps, none missing$/).waitFor();
});

const PAUSED = 'The environment of "Contact message" is paused.';
const RESUME = 'Resume the environment';

test('a paused environment is seen in the visualiser and on the page, each with a button that resumes it', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame } = visualiser;
  const onPage = frame.getByRole('region', { name: 'State visualiser' });
  const inVisualiser = page.getByText(PAUSED);
  for (const place of [page, frame]) {
    expect((await onPage.count()) + (await inVisualiser.count())).toBe(0);
    await visualiser.pauseEnvironment();
    await inVisualiser.waitFor();
    await onPage.getByText('The environment is paused.').waitFor();
    await place.getByRole('button', { name: RESUME }).click();
    await inVisualiser.waitFor({ state: 'detached' });
    await onPage.waitFor({ state: 'detached' });
  }
  await visualiser.pauseEnvironment();
  await onPage.waitFor();
  const documentOfFrame = frame.locator('html');
  await documentOfFrame.evaluate((_, code) => new Function(code)(), AXE);
  const findings = await documentOfFrame.evaluate(async (_, rules) => {
    const bar = document.body.lastElementChild;
    const { violations } = await window.axe.run(bar ?? document, { runOnly: rules });
    return violations.map(({ id }) => id);
  }, TAGS);
  expect(findings).toEqual([]);
});

test('a page without a visualiser is not paused: another page in its tab, and after a visualiser is closed', async () => {
  const page = await newPage();
  await page.clock.install();
  await page.route('/api/contact', () => {});
  const visualiser = await openVisualiser(page, 'contact');
  await visualiser.pauseEnvironment();
  const submit = async (site: Page) => {
    await site.getByLabel('Full Name*').fill('Asha');
    await site.getByLabel('Email Address*').fill('asha@example.com');
    await site.getByLabel('Your Message*').fill('Hello');
    await site.getByRole('button', { name: 'Send Message' }).click();
    await site.locator('[data-flow="contact"][data-state="submitting"]').waitFor();
  };
  await page.goto('/contact');
  await submit(page);
  await page.clock.fastForward(30_000);
  await page.locator('[data-flow="contact"][data-state="failed"]').waitFor();
  expect(await page.getByRole('region', { name: 'State visualiser' }).count()).toBe(0);

  const other = visualiserPage(await openTab(page.context(), '/visualiser/contact?preview=tab'));
  await other.expectStatus(/^Following Contact Us/);
  await other.pauseEnvironment();
  // It ends before it can send its goodbye, as one that crashes.
  await other.page.close();
  await page.reload();
  await submit(page);
  const isPaused = page.getByRole('region', { name: 'State visualiser' });
  await page.clock.fastForward(2_000);
  await isPaused.waitFor({ state: 'detached' });
  await page.clock.fastForward(30_000);
  await page.locator('[data-flow="contact"][data-state="failed"]').waitFor();
});

test('a paused environment resumes when the visualiser is closed', async () => {
  const site = await newPage();
  await site.goto('/contact');
  const visualiser = visualiserPage(await openTab(site.context(), '/visualiser/contact?preview=tab'));
  await visualiser.expectStatus(/^Following/);
  await visualiser.pauseEnvironment();
  await visualiser.sendEvent('changed: everything valid');
  await visualiser.sendEvent('submitted: by the button');
  await visualiser.expectState('submitting');
  await visualiser.page.close();
  await site.locator('[data-flow="contact"][data-state="done"]').waitFor();
});
