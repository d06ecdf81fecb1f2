import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../../../browser/browser.ts';
import { openVisualiser, pauseClockNow, runClockUntil } from '../../../browser/visualiser/visualiserPage.ts';
import { allPlans } from '../../../drivers/plans.ts';
import { nonEmpty } from '../../../support/nonEmpty.ts';

const { newPage } = sharedBrowser();

const RUN = '.run-line [role="status"]';
const DONE = /every step led where it should/;

const plansWithPage = allPlans().filter(({ flow }) => flow.page !== null);

test('the first path of every flow runs on its page, which throws nothing', async () => {
  const page = await newPage();
  const errors: string[] = [];
  page.on('dialog', async (dialog) => {
    errors.push(`an alert box stops the run: ${dialog.message()}`);
    await dialog.accept();
  });
  page.on('pageerror', ({ message }) => errors.push(message));
  const visualiser = await openVisualiser(page, 'contact');
  await visualiser.openTab('Test');
  await visualiser.press('fast');
  for (const { flow, paths } of nonEmpty(plansWithPage)) {
    await visualiser.goTo(flow.title);
    await page.getByRole('heading', { level: 1, name: flow.title, exact: true }).waitFor();
    const offered = page.getByRole('button', { name: /^Run path / });
    await expect.poll(() => offered.count(), { message: flow.id, timeout: 15_000 }).toBe(paths.length);
    await visualiser.press('Run path 1 on the page');
    await expect
      .poll(() => page.locator(RUN).textContent(), { timeout: 60_000 })
      .toMatch(/led where|stopped/);
    expect.soft(await page.locator(RUN).textContent(), flow.id).toMatch(DONE);
    await visualiser.press('Stop run');
    expect.soft(errors.splice(0), flow.id).toEqual([]);
  }
});

const openSlow = async () => {
  const page = await newPage({ clock: true });
  const visualiser = await openVisualiser(page, 'scholarshipTerms');
  await page.locator('.chart-drawing').waitFor();
  await pauseClockNow(page);
  await visualiser.openTab('Test');
  await visualiser.press('slow');
  return visualiser;
};

test('a run stops where its page leaves, and restores the environment', async () => {
  const visualiser = await openSlow();
  const { page, frame, press } = visualiser;
  const PAUSED = 'The environment of "Scholarship terms" is paused.';
  const expectPause = (sentence: string) => runClockUntil(page, '.bar-notice', new RegExp(`^${sentence}$`));
  const runTo = async (outcome: string | RegExp) => {
    await press('Run path 1 on the page');
    await runClockUntil(page, RUN, outcome);
  };
  const pauseAfterOneStep = async () => {
    await press('Run path 1 on the page');
    await press('Pause run');
    await runClockUntil(page, '.run-controls button >> nth=0', 'Resume run');
    expect(await page.locator(RUN).textContent()).toBe('1 of 2 steps: Path 1 on the page');
    await visualiser.expectState('shown');
    await page.getByRole('button', { name: 'Pause', pressed: true }).waitFor();
  };
  await pauseAfterOneStep();
  await press('Stop run');
  await expectPause('');
  expect(await page.locator(RUN).textContent()).toBe('');
  await press('fast');
  await runTo(DONE);
  await expectPause('');

  await press('slow');
  await pauseAfterOneStep();
  await frame.getByRole('button', { name: 'Hide Terms' }).click();
  await runClockUntil(page, '.current code', 'hidden');
  await press('Step');
  await runClockUntil(
    page,
    RUN,
    'Path 1 on the page: stopped at step 2, "toggled: by the button": led to "shown", not to "hidden".',
  );
  await expectPause('');

  await press('Pause');
  await expectPause(PAUSED);
  await press('fast');
  await runTo(DONE);
  await expectPause(PAUSED);

  await press('slow');
  await pauseAfterOneStep();
  await page.locator('iframe[name]').evaluate((element) => element.setAttribute('src', '/about'));
  await runClockUntil(page, '.link-status-text', /\/about$/);
  await press('Resume run');
  await runClockUntil(page, RUN, /stopped at step 2, .* The flow does not run on the page\./);
});

test('a run stops at once where its page is left before it reports what a step led to', async () => {
  const page = await newPage();
  await page.addInitScript(() => {
    const post = BroadcastChannel.prototype.postMessage;
    BroadcastChannel.prototype.postMessage = function (message) {
      const isShown = document.querySelector('[data-flow="scholarshipTerms"][data-state="shown"]') !== null;
      if (message.type === 'observed' && isShown) location.reload();
      else post.call(this, message);
    };
  });
  const visualiser = await openVisualiser(page, 'scholarshipTerms');
  await visualiser.openTab('Test');
  await visualiser.press('fast');
  await visualiser.press('Run path 1 on the page');
  await expect
    .poll(() => page.locator(RUN).textContent())
    .toMatch(/stopped at step 1, .* The page was left\./);
});

test('a run stops at the step that the page does not show, and lists its checks', async () => {
  const page = await newPage();
  await page.addInitScript(() => {
    if (window.parent === window || window.name === '' || sessionStorage.getItem('next page') !== 'hidden')
      return;
    sessionStorage.removeItem('next page');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('button { display: none }');
    document.adoptedStyleSheets.push(sheet);
  });
  const visualiser = await openVisualiser(page, 'scholarshipTerms');
  const { frame } = visualiser;
  await visualiser.openTab('Test');
  await visualiser.press('fast');
  await visualiser.press('Run path 1 on the page');
  const status = () => page.locator(RUN).textContent();
  await expect.poll(status).toMatch(DONE);
  await visualiser.openTab('Now');
  await visualiser.filter({ kind: 'checks of a run' });
  const checks = page.locator('.entry-row');
  await expect.poll(() => checks.count()).toBe(2);
  const checked = page.locator('.run-checks > li');
  await checks.last().click();
  await visualiser.expectState('shown');
  expect((await checked.allTextContents())[0]).toBe('✓ the page shows the state "shown"');
  expect(await checked.allTextContents()).toContain('✓ the button "Hide Terms" is on');
  await checks.first().click();
  await visualiser.expectState('hidden');
  await checked.filter({ hasText: '✓ the button "View Complete Terms & Conditions" is on' }).waitFor();
  await page.keyboard.press('End');
  await visualiser.press('Stop run');

  // The security policy of the page refuses a style element.
  await frame.locator('html').evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('main { display: none }');
    document.adoptedStyleSheets.push(sheet);
  });
  await visualiser.openTab('Test');
  await visualiser.press('Run path 1 on the page');
  await expect
    .poll(status)
    .toBe(
      'Path 1 on the page: stopped at step 1, "toggled: by the button": The button "Hide Terms" is on the page, but not visible.',
    );
  await visualiser.openTab('Now');
  await checks.first().click();
  expect(await page.locator('.run-checks .run-failed').first().textContent()).toBe(
    '✗ the button "Hide Terms" is on The button "Hide Terms" is on the page, but not visible.',
  );

  await visualiser.goTo('Call-back');
  await visualiser.expectStatus('Following /shipping');
  await visualiser.expectState('closed');
  await page.evaluate(() => sessionStorage.setItem('next page', 'hidden'));
  await visualiser.openTab('Test');
  await visualiser.press('Run all');
  await page.getByText(/^Run on the page: (\d+) of \1, 1 stopped$/).waitFor({ timeout: 60_000 });
  const results = page.locator('.path-results');
  expect(await results.first().innerText()).toMatch(/page ✗ stopped at the start, .*not on the page\.$/);
  expect(await results.last().innerText()).toMatch(/page ✓ passed$/);
});

test('a run is stepped by mouse without taking the page’s focus', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page } = visualiser;
  await visualiser.openTab('Test');
  // Steps enough are left when the mouse comes to "Pause".
  await visualiser.press('slow');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Run path 1 on the page');
  await press('Pause run');
  const step = page.getByRole('button', { name: 'Step', exact: true });
  for (let steps = 0; steps < 6; steps++) {
    await expect.poll(() => step.getAttribute('aria-disabled')).toBeNull();
    await press('Step');
  }
  await expect.poll(() => step.getAttribute('aria-disabled')).toBeNull();
  expect(await page.locator(RUN).textContent()).toMatch(/^\d+ of \d+ steps/);
});

test('a run and the page are stopped where the selected state is reached', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact?state=submitting');
  const { page, press } = visualiser;
  await visualiser.openTab('Test');
  await press('fast');
  await press('Stop there');
  await page.getByText('The page will be stopped at submitting.').waitFor();
  await press('Run path 1 on the page');
  await page.getByText(/^Stopped at submitting\./).waitFor();
  await page.getByRole('button', { name: 'Resume run', exact: true }).waitFor();
  await visualiser.expectState('submitting');
  await press('Stop run');

  await page.goto('/visualiser/contact');
  await visualiser.expectState('idle');
  await visualiser.choose('stop at invalid');
  await visualiser.sendEvent('changed: only spaces as name');
  await visualiser.sendEvent('submitted: by the button');
  await page.getByRole('button', { name: 'Pause', pressed: true }).waitFor();
});

test('a run brings the page to the selected state, wherever the focus is', async () => {
  const visualiser = await openVisualiser(await newPage(), 'registration?state=paying.formShown.declined');
  const { page } = visualiser;
  await visualiser.openTab('Test');
  await visualiser.press('fast');
  // This press moves the focus out of the form, and the key leaves it there.
  await visualiser.frame
    .getByText(/^Course Fee/)
    .first()
    .click();
  await page.keyboard.press('g');
  await visualiser.expectState('paying.formShown.declined');
  await expect.poll(() => page.locator(RUN).textContent()).toMatch(DONE);
  await page.getByText('The page is there.').waitFor();
});

test('a run goes on from a busy page that the tester has pressed', async () => {
  const visualiser = await openVisualiser(await newPage(), 'registration?state=editing.unusable');
  await visualiser.openTab('Test');
  await visualiser.press('fast');
  await visualiser.pause();
  await visualiser.sendEvent('changed: everything valid');
  await visualiser.sendEvent('submitted: by the button');
  await visualiser.expectState('creatingOrder');
  await visualiser.frame.locator('h1').click();
  await visualiser.press('Lead the page there');
  await expect.poll(() => visualiser.page.locator(RUN).textContent(), { timeout: 15_000 }).toMatch(DONE);
});

/** Sends the contact flow an event without its values: its machine throws. */
const breakContact = (page: Page) =>
  page.evaluate(async () => {
    const channel = new BroadcastChannel('visualiser');
    const found = new Promise<{ page: string; session: string }>((resolve) => {
      channel.onmessage = ({ data }) => {
        if (data.type !== 'present') return;
        const contact = data.sessions.find(({ flow }: { flow: string }) => flow === 'contact');
        if (contact) resolve({ page: data.page.id, session: contact.session });
      };
    });
    // Asked again, because the flow may not run yet.
    const asking = setInterval(() => channel.postMessage({ type: 'hello', visualiser: 'a test' }), 100);
    const { page, session } = await found;
    clearInterval(asking);
    const event = { type: 'changed', values: null };
    channel.postMessage({ type: 'command', page, command: { type: 'send', session, event } });
    channel.postMessage({ type: 'goodbye', visualiser: 'a test' });
    channel.close();
  });

test('a machine that throws is shown as broken until the page is loaded again', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, press, expectState } = visualiser;
  const broken = page.getByText(/^This flow is broken: changed in idle threw the error “Cannot read .*”\.$/);
  await breakContact(page);
  await broken.waitFor();
  await page.getByRole('button', { name: /changed.*threw “Cannot read .*”/ }).waitFor();
  await visualiser.goTo('All flows');
  await page.getByText(/^Broken: changed in idle threw the error “Cannot read .*”\.$/).waitFor();
  await page.getByRole('link', { name: 'Contact message' }).click();
  await visualiser.expectStatus('Following /contact');
  await breakContact(page);
  await broken.waitFor();
  await press('Load the page again');
  await broken.waitFor({ state: 'detached' });
  await expectState('idle');
  expect(await visualiser.frame.getByLabel('Your Message*').inputValue()).toBe('');

  await page.goto('/visualiser/contact?state=done');
  await visualiser.expectStatus('Following /contact');
  await breakContact(page);
  await broken.waitFor();
  await press('Lead the page there');
  await broken.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator(RUN).textContent(), { timeout: 60_000 }).toMatch(DONE);
  await expectState('done');
});

test('a planner that is not loaded says so, and is loaded when it is asked again', async () => {
  const page = await newPage();
  await page.addInitScript(() => {
    const { Worker } = window;
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(document.title.startsWith('lost') ? '/nothing.js' : url, options);
      }
    };
  });
  const visualiser = await openVisualiser(page, 'contact?state=done');
  const title = await page.title();
  await page.evaluate(() => {
    document.title = `lost ${document.title}`;
  });
  await visualiser.openTab('Test');
  await page.getByText(/^The paths could not be worked out\. The planner was not loaded\./).waitFor();
  await visualiser.press('Lead the page there');
  await expect.poll(() => page.locator(RUN).textContent()).toContain('The planner was not loaded.');
  await page.evaluate((text) => {
    document.title = text;
  }, title);
  await visualiser.openTab('Now');
  await visualiser.openTab('Test');
  await page.getByRole('button', { name: 'Run path 1 on the page' }).waitFor();
});

test('a stopped run is seen in every flow and in the messages', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, press } = visualiser;
  await visualiser.openTab('Test');
  await press('slow');
  await press('Run path 1 on the page');
  await press('Pause run');
  const halted = page.getByText(/^\d+ of \d+ steps: Path 1 on the page of "Contact message"$/);
  await visualiser.goTo('All messages');
  await halted.waitFor();
  await visualiser.goTo('Scholarship terms');
  await halted.waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: 'Stop run' }).getAttribute('aria-disabled'))
    .toBeNull();
  await press('Stop run');
  await halted.waitFor({ state: 'detached' });
});
