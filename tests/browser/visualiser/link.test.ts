import { expect, inject, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { handsOn, openTab, openVisualiser } from './visualiser.ts';

/** What a visualiser says of the pages of the site, whatever becomes of them. */

const { newPage } = sharedBrowser();

test('a page that was there before is followed, with the state it is in', async () => {
  const site = await newPage();
  await site.goto('/contact');
  await site.getByLabel('Full Name*').fill('Asha');
  await site.getByLabel('Email Address*').fill('asha@example.com');
  await site.getByLabel('Your Message*').fill('   ');
  await site.getByRole('button', { name: 'Send Message' }).click();
  await site.locator('[data-flow="contact"][data-state="invalid"]').waitFor();

  const tester = handsOn(await openTab(site.context(), '/visualiser/contact?beside=tab'));
  await tester.says(/^Following Contact Us .*\(\/contact\)$/);
  await tester.isIn('invalid');
  await site.getByLabel('Your Message*').fill('Hello');
  await tester.isIn('idle');
  await tester.panel('Log');
  await tester.page.getByRole('button', { name: /changed idle$/ }).waitFor();
});

test('only flows that run are listed, each once, though React makes some that never start', async () => {
  const tester = await openVisualiser(await newPage(), 'faqAccordion');
  const heard = await tester.page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const channel = new BroadcastChannel('visualiser');
        channel.onmessage = ({ data }) => {
          if (data.type === 'present') resolve(data.sessions.map(({ flow }: { flow: string }) => flow));
        };
        channel.postMessage({ type: 'greeted', visualiser: 'a test' });
      }),
  );
  expect(heard.sort()).toEqual([
    'callBack',
    'faqAccordion',
    'heroSlideshow',
    'mobileMenu',
    'newsletter',
    'routeLoading',
  ]);
});

test('a page that is loaded again is followed on; a page that is closed is called so', async () => {
  const page = await newPage();
  await page.clock.install();
  await page.goto('/visualiser/contact?beside=tab');
  const tester = handsOn(page);
  await page.clock.fastForward(2_000);
  await tester.says('No page of the site answers.');
  const site = await openTab(page.context(), '/contact');
  await tester.says(/^Following Contact Us/);
  await site.getByLabel('Full Name*').fill('Asha');
  await site.reload();
  await expect.poll(() => site.getByLabel('Full Name*').inputValue()).toBe('Asha');
  await tester.says(/^Following Contact Us/);
  await tester.isIn('idle');
  await site.close();
  await tester.says(/^Contact Us .* was closed\.$/);
  await page.getByText('not running').waitFor();

  await openTab(page.context(), '/applyPath');
  await tester.press(/\(\/applyPath\)$/);
  await tester.says(/^Following .*\(\/applyPath\)$/);
});

test('a page that never answers is called so, and followed again when it does', async () => {
  const page = await newPage();
  await page.clock.install();
  const tester = await openVisualiser(page, 'contact');
  // A page that is stopped in a debugger says nothing; one that stands still in a frame would stop the visualiser too.
  await tester.page.evaluate(() => {
    const silent = new BroadcastChannel('visualiser');
    const page = { id: 'silent', tab: 'silent', path: '/about', title: 'About' };
    silent.postMessage({ type: 'present', page, sessions: [], microsteps: 0, calls: [], held: null });
  });
  await tester.press('About (/about)');
  await page.clock.fastForward(5_000);
  await tester.says(/^About \(\/about\) does not answer\. It may be frozen, or stopped in a debugger\.$/);
  await tester.page.evaluate(() => {
    new BroadcastChannel('visualiser').postMessage({ type: 'ponged', page: 'silent' });
  });
  await tester.says('Following About (/about)');
});

test('two visualisers know of each other, and both follow', async () => {
  const first = await openVisualiser(await newPage(), 'contact');
  const shared = 'Another visualiser is open: both can steer the same page.';
  const second = handsOn(await openTab(first.page.context(), '/visualiser/contact?beside=tab'));
  await first.page.getByText(shared).waitFor();
  await second.page.getByText(shared).waitFor();
  await second.says(/^Following Contact Us/);
  await first.frame.getByLabel('Full Name*').fill('A');
  for (const tester of [first, second]) {
    await tester.panel('Log');
    await tester.page.getByRole('button', { name: /changed idle$/ }).waitFor();
  }
  // Without it the page ends before it can say that it leaves.
  await second.page.close({ runBeforeUnload: true });
  await first.page.getByText(shared).waitFor({ state: 'hidden' });
});

test('what comes on the channel and is no message of ours is left alone', async () => {
  const tester = await openVisualiser(await newPage(), 'contact');
  await tester.page.evaluate(() => {
    const channel = new BroadcastChannel('visualiser');
    const junk = [null, 1, 'text', {}, { type: 'told' }, { type: 'present', page: { id: 1 } }];
    const orders = [{ type: 'told to' }, { type: 'told to', page: 'x', deed: { type: 'fire' } }];
    for (const message of [...junk, ...orders]) channel.postMessage(message);
  });
  await tester.send('changed: everything right');
  expect(await tester.frame.getByLabel('Full Name*').inputValue()).toBe('Asha Verma');
});

test('nobody of another origin is heard', async () => {
  const site = await newPage();
  await site.goto('/contact');
  const elsewhere = await site.context().newPage();
  await elsewhere.goto(new URL('/about', inject('site').replace('127.0.0.1', 'localhost')).href);
  // The page of this origin answers in the end, and the other one would have by then: it was there before.
  const heard = await elsewhere.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const types: string[] = [];
        const channel = new BroadcastChannel('visualiser');
        const ping = setInterval(() => channel.postMessage({ type: 'pinged', visualiser: 'a test' }), 20);
        channel.onmessage = ({ data }) => {
          types.push(data.type === 'present' ? `present ${data.page.path}` : data.type);
          if (data.type !== 'ponged') return;
          clearInterval(ping);
          resolve(types);
        };
      }),
  );
  expect(new Set(heard)).toEqual(new Set(['present /about', 'ponged']));
});

test('microsteps are counted, and none is missing after a storm of events', async () => {
  const tester = await openVisualiser(await newPage(), 'scholarshipTerms');
  await tester.frame.locator('[data-flow="scholarshipTerms"]').evaluate((root) => {
    for (let press = 0; press < 400; press += 1) root.querySelector('button')?.click();
  });
  await tester.page.getByText(/^400 microsteps, none missing$/).waitFor();
});

test('a world that is held goes on when the visualiser goes', async () => {
  const site = await newPage();
  await site.goto('/contact');
  const tester = handsOn(await openTab(site.context(), '/visualiser/contact?beside=tab'));
  await tester.says(/^Following/);
  await tester.hold();
  await tester.send('changed: everything right');
  await tester.send('submitted: by the button');
  await tester.isIn('submitting');
  await tester.page.close();
  await site.locator('[data-flow="contact"][data-state="done"]').waitFor();
});
