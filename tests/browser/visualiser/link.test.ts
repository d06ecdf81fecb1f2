import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { GUIDELINES } from '../../../src/visualiser/shared/findings/index.ts';
import { sharedBrowser } from '../browser.ts';
import { AXE } from '../inspectPage.ts';
import { openTab, openVisualiser, visualiserPage } from './visualiserPage.ts';

/** The visualiser and the pages of the site: followed, silent, loaded again or closed, paused and resumed. */

const { newPage } = sharedBrowser();

/** Opens a page of the site, and a visualiser in another tab that follows it. */
async function openBeside(path: string) {
  const site = await newPage();
  await site.goto(path);
  const visualiser = visualiserPage(await openTab(site.context(), '/visualiser/contact?preview=tab'));
  await visualiser.expectStatus(/^Following/);
  return { site, visualiser };
}

test('the chart and the outline follow the page, also where much happens in one frame', async () => {
  const { page, frame, expectState, choose } = await openVisualiser(await newPage(), 'scholarshipTerms');
  const active = () =>
    page
      .locator('.chart-state.is-active')
      .evaluateAll((states) => states.map((state) => state.getAttribute('data-state')));
  await expect.poll(active).toEqual(['scholarshipTerms', 'scholarshipTerms.hidden']);
  await frame.getByRole('button', { name: 'View Complete Terms & Conditions' }).click();
  await expectState('shown');
  await expect.poll(active).toEqual(['scholarshipTerms', 'scholarshipTerms.shown']);
  expect(await page.locator('.chart-transition.is-taken').getAttribute('data-transition')).toBe(
    'scholarshipTerms.hidden · toggled',
  );
  await choose('outline');
  await page.getByRole('treeitem', { name: /^shown active/ }).waitFor();
  await page.getByRole('treeitem', { name: /^toggled.* → shown just taken$/ }).waitFor();
  await frame.locator('[data-flow="scholarshipTerms"]').evaluate((root) => {
    for (let press = 0; press < 399; press += 1) root.querySelector('button')?.click();
  });
  await page.getByRole('treeitem', { name: /^hidden active/ }).waitFor();
});

test('an opened page is followed in its state; its copy is another page', async () => {
  const page = await newPage({ clock: true });
  await page.goto('/visualiser/contact?preview=tab');
  await page.clock.fastForward(2_000);
  await visualiserPage(page).expectStatus('No page of the site answers.');

  const site = await openTab(page.context(), '/contact');
  await site.getByLabel('Full Name*').fill('Asha');
  await site.getByLabel('Email Address*').fill('asha@example.com');
  await site.getByLabel('Your Message*').fill('   ');
  await site.getByRole('button', { name: 'Send Message' }).click();
  await site.locator('[data-flow="contact"][data-state="invalid"]').waitFor();
  await page.reload();
  const visualiser = visualiserPage(page);
  await visualiser.expectStatus('Following /contact');
  await visualiser.expectState('invalid');
  await site.getByLabel('Your Message*').fill('Hello');
  await visualiser.expectState('idle');
  await page
    .getByRole('button', { name: /changed idle$/ })
    .first()
    .waitFor();
  await site.reload();
  await expect.poll(() => site.getByLabel('Full Name*').inputValue()).toBe('Asha');
  await visualiser.expectStatus('Following /contact');

  const storage = await site.evaluate(() => JSON.stringify(sessionStorage));
  const copy = await site.context().newPage();
  // As a browser copies a tab: with its storage.
  await copy.addInitScript((saved) => {
    if (window.parent !== window) return;
    for (const [key, value] of Object.entries<string>(JSON.parse(saved))) sessionStorage.setItem(key, value);
  }, storage);
  const idOf = (tab: Page) => tab.evaluate(() => sessionStorage.getItem('visualiser.tab'));
  const id = await idOf(site);
  await copy.goto('/contact');
  await page
    .getByText(/^Contact Us .* is open in several tabs: what happens in one/)
    .waitFor({ state: 'attached' });
  expect(await page.locator('.entry-row', { hasText: 'was loaded' }).count()).toBe(2);
  expect(await idOf(site), 'the original stays what is followed').toBe(id);
  expect(await idOf(copy)).not.toBe(id);
  await visualiser.press(/^Pages/);
  await visualiser.press(/\(\/contact\) – 2$/);
  await visualiser.expectStatus('Following /contact');
  for (const tab of [copy, site]) await tab.close();
  await visualiser.expectStatus('/contact was closed.');
  await page.getByText('not running').waitFor();
  await openTab(page.context(), '/applyPath');
  await visualiser.press(/^Pages/);
  await visualiser.press(/\(\/applyPath\)$/);
  await visualiser.expectStatus('Following /applyPath');
});

test('a tab that is opened by the link of the page is followed', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page } = visualiser;
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Open /contact in a tab' }).click();
  const tab = await opening;
  await expect.poll(() => page.getByLabel('Device', { exact: true }).inputValue()).toBe('tab');
  await visualiser.expectState('idle');
  await tab.getByLabel('Full Name*').fill('Asha');
  await page.getByRole('button', { name: /changed idle$/ }).waitFor();
});

test('the page in the frame has a device’s width, and returns to its flow’s', async () => {
  const visualiser = await openVisualiser(
    await newPage({ viewport: { width: 1440, height: 900 } }),
    'contact',
  );
  const { page, frame } = visualiser;
  await visualiser.sendEvent('changed: everything valid');
  for (const [name, pixels] of [
    ['Desktop', 1280],
    ['Phone', 390],
  ] as const) {
    await visualiser.frameAs(name);
    await expect.poll(() => frame.locator('html').evaluate(() => window.innerWidth)).toBe(pixels);
    await expect.poll(() => frame.getByLabel('Full Name*').inputValue()).toBe('Asha Verma');
  }
  expect((await page.locator('.frame iframe').boundingBox())?.width, 'in real pixels').toBe(390);

  await frame.locator('body').evaluate(() => window.location.assign('/about'));
  await visualiser.expectStatus('Following /about');
  await visualiser.choose('open the page of the flow');
  await visualiser.expectStatus('Following /contact');
  await frame.locator('html').evaluate((html) => html.setAttribute('data-load', 'first'));
  await visualiser.choose('reload the page');
  await expect.poll(() => frame.locator('html').getAttribute('data-load')).toBeNull();
});

test('a silent page is shown as silent, and followed again when it responds', async () => {
  const page = await newPage({ clock: true });
  const visualiser = await openVisualiser(page, 'contact');
  const post = (messages: readonly unknown[]) =>
    page.evaluate((all) => {
      const channel = new BroadcastChannel('visualiser');
      for (const message of all) channel.postMessage(message);
    }, messages);
  await post([
    null,
    1,
    'text',
    {},
    { type: 'observed' },
    { type: 'present', page: { id: 1 } },
    { type: 'command' },
  ]);
  await post([{ type: 'command', page: 'x', command: { type: 'fireTimer' } }]);
  await visualiser.sendEvent('changed: everything valid');
  await expect.poll(() => visualiser.frame.getByLabel('Full Name*').inputValue()).toBe('Asha Verma');

  // A page that is stopped in a debugger sends nothing; a frozen page in a frame would freeze the visualiser too.
  const silent = { id: 'silent', tab: 'silent', path: '/about', title: 'About' };
  await post([
    { type: 'present', page: silent, sessions: [], microsteps: 0, invokedActors: [], paused: null },
  ]);
  await visualiser.press(/^Pages/);
  await visualiser.press('About (/about)');
  await page.clock.fastForward(5_000);
  await visualiser.expectStatus('/about does not answer. It may be frozen, or stopped in a debugger.');
  await post([{ type: 'pong', page: 'silent' }]);
  await visualiser.expectStatus('Following /about');
});

test('two visualisers know of each other, and both follow', async () => {
  const first = await openVisualiser(await newPage(), 'contact');
  const shared = 'Another visualiser is open: both can steer the same page.';
  const second = visualiserPage(await openTab(first.page.context(), '/visualiser/contact?preview=tab'));
  for (const { page, press } of [first, second]) {
    await press(/^Pages/);
    await page.getByText(shared).waitFor();
  }
  await second.expectStatus('Following /contact');
  await first.frame.getByLabel('Full Name*').fill('A');
  for (const visualiser of [first, second]) {
    await visualiser.page.getByRole('button', { name: /changed idle$/ }).waitFor();
  }
  // Without this the page ends before it can send its goodbye.
  await second.page.close({ runBeforeUnload: true });
  await first.page.getByText(shared).waitFor({ state: 'detached' });
});

test('a page lists each flow that runs once, to its own origin alone', async () => {
  const site = await newPage();
  await site.goto('/');
  const elsewhere = await site.context().newPage();
  await elsewhere.goto(new URL('/about', inject('site').replace('127.0.0.1', 'localhost')).href);
  const flowsSeenBy = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const channel = new BroadcastChannel('visualiser');
          const seen = new Set<string>();
          // Asked again, because the flows may not run yet.
          const asking = setInterval(() => channel.postMessage({ type: 'hello', visualiser: 'a test' }), 100);
          channel.onmessage = ({ data }) => {
            if (data.type !== 'present' || data.sessions.length === 0) return;
            clearInterval(asking);
            for (const { flow } of data.sessions) seen.add(`${data.page.path} ${flow}`);
            resolve([...seen].sort());
          };
        }),
    );
  const onBothPages = ['callBack', 'faqAccordion', 'mobileMenu', 'newsletter', 'routeLoading'];
  // The page of the other origin was there before, and would have responded by then.
  expect(await flowsSeenBy(elsewhere)).toEqual(onBothPages.map((flow) => `/about ${flow}`));
  expect(await flowsSeenBy(site)).toEqual(
    [...onBothPages, 'heroSlideshow'].sort().map((flow) => `/ ${flow}`),
  );
});

test.each([
  { side: 'visualiser', next: 'hello', act: (site: Page) => site.reload() },
  { side: 'page', next: 'present', act: (site: Page) => site.getByLabel('Full Name*').fill('Asha') },
])('a $side that has said goodbye posts nothing until the browser shows it again', async (row) => {
  const { site, visualiser } = await openBeside('/contact');
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

test('a paused environment shows in visualiser and page, each with Resume', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame } = visualiser;
  const onPage = frame.getByRole('region', { name: 'State visualiser' });
  const inVisualiser = page.getByText('The environment of "Contact message" is paused.');
  for (const place of [page, frame]) {
    expect((await onPage.count()) + (await inVisualiser.count())).toBe(0);
    await visualiser.pause();
    await inVisualiser.waitFor();
    await onPage.getByText('The environment is paused.').waitFor();
    await place.getByRole('button', { name: /^(Pause|Resume the environment)$/ }).click();
    await inVisualiser.waitFor({ state: 'detached' });
    await onPage.waitFor({ state: 'detached' });
  }
  await visualiser.pause();
  await onPage.waitFor();
  const [bar, site] = [await onPage.boundingBox(), await frame.locator('.site').boundingBox()];
  expect((site?.y ?? 0) - (bar?.y ?? 0), 'it covers nothing of the page').toBeGreaterThanOrEqual(
    bar?.height ?? Number.NaN,
  );
  const documentOfFrame = frame.locator('html');
  await documentOfFrame.evaluate((_, code) => new Function(code)(), AXE);
  const findings = await documentOfFrame.evaluate(async (_, rules) => {
    const bar = document.body.firstElementChild;
    const { violations } = await window.axe.run(bar ?? document, { runOnly: rules });
    return violations.map(({ id }) => id);
  }, GUIDELINES);
  expect(findings).toEqual([]);
});

test('a paused page shows no alert box, also where storage is full', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame } = visualiser;
  const shown: string[] = [];
  page.on('dialog', async (dialog) => {
    shown.push(dialog.message());
    await dialog.accept();
  });
  const inFrame = frame.locator('html');
  await inFrame.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await inFrame.evaluate(() => window.alert('before'));
  await visualiser.pause();
  const onPage = frame.getByRole('region', { name: 'State visualiser' });
  await onPage.getByText('The environment is paused.').waitFor();
  await inFrame.evaluate(() => window.alert('Thank you!'));
  await onPage.getByText('The last alert box: “Thank you!”').waitFor();
  expect(shown).toEqual(['before']);
});

test('a page without a visualiser is not paused', async () => {
  const page = await newPage({ clock: true });
  await page.route('/api/contact', () => {});
  const visualiser = await openVisualiser(page, 'contact');
  await visualiser.pause();
  const submit = async (site: Page) => {
    await site.getByLabel('Full Name*').fill('Asha');
    await site.getByLabel('Email Address*').fill('asha@example.com');
    await site.getByLabel('Your Message*').fill('Hello');
    await site.getByRole('button', { name: 'Send Message' }).click();
    await site.locator('[data-flow="contact"][data-state="submitting"]').waitFor();
  };
  const timeOut = async () => {
    await page.clock.fastForward(30_000);
    await page.locator('[data-flow="contact"][data-state="failed"]').waitFor();
  };
  const isPaused = page.getByRole('region', { name: 'State visualiser' });
  await page.goto('/contact');
  await submit(page);
  await timeOut();
  expect(await isPaused.count()).toBe(0);

  const openOther = async () => {
    const other = visualiserPage(await openTab(page.context(), '/visualiser/contact?preview=tab'));
    await other.expectStatus('Following /contact');
    await other.pause();
    return other.page;
  };
  const closed = await openOther();
  await isPaused.waitFor();
  await closed.close({ runBeforeUnload: true });
  await isPaused.waitFor({ state: 'detached' });

  // It ends before it can send its goodbye, as one that crashes.
  await (await openOther()).close();
  await page.reload();
  await submit(page);
  await page.clock.fastForward(2_000);
  await isPaused.waitFor({ state: 'detached' });
  await timeOut();
});

test('brings back the page of the flow after a link was followed in the frame', async () => {
  const { page, frame, press, expectState, expectStatus } = await openVisualiser(await newPage(), 'contact');
  const back = page.getByRole('button', { name: 'Bring it back' });
  expect(await back.count()).toBe(0);
  await frame.locator('footer a[href="/about"]').first().click();
  await expectStatus(/^Following \/about/);
  await page.getByText('The page went to /about.').waitFor();
  await press('Bring it back');
  await expectState('idle');
  await expect.poll(() => back.count()).toBe(0);
});
