import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readForm } from '../../src/browser/readPage.ts';
import { aboutFaq } from '../../src/content/aboutFaq.ts';
import { curriculum } from '../../src/content/curriculum.ts';
import { heroSlides } from '../../src/content/hero.ts';
import { homeFaq } from '../../src/content/homeFaq.ts';
import { navigationLinks } from '../../src/content/navigation.ts';
import { postings } from '../../src/content/postings.ts';
import { postLoaders } from '../../src/content/posts/loaders.ts';
import { scholarshipTerms } from '../../src/content/scholarshipTerms.ts';
import { pauseClock, untilHydrated } from '../drivers/chromium/chromiumPageDriver.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { layoutShifts, sharedBrowser } from './browser.ts';
import { details, fillForm } from './forms.ts';

/** A page before its scripts, and while they load. */

const { newPage } = sharedBrowser();

/**
 * Gives a page a network of 400 kbit/s with a latency of 400 ms that loses 2 % of its packets. Chromium loses
 * packets of WebRTC alone, so the throughput is what TCP has left: 1.22 · 1460 bytes / (latency · √loss), after
 * Mathis et al. The result gives the page its own network again.
 */
async function slowDown(page: Page): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  const emulate = (latency: number, throughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
  await session.send('Network.enable');
  await emulate(400, Math.min(50_000, (1.22 * 1460) / (0.4 * Math.sqrt(0.02))));
  return () => emulate(0, -1);
}

describe('without JavaScript', () => {
  async function openWithoutScript(path: string, width = 1280): Promise<Page> {
    const page = await newPage({ javaScriptEnabled: false, viewport: { width, height: 900 } });
    await page.goto(path);
    return page;
  }

  async function expectTexts(page: Page, texts: readonly string[]): Promise<void> {
    for (const text of nonEmpty(texts))
      expect({ text, count: await page.getByText(text).count() }).not.toMatchObject({ count: 0 });
    const hidden: string[] = [];
    for (const text of texts)
      if (!(await page.getByText(text).filter({ visible: true }).first().isVisible())) hidden.push(text);
    expect(hidden).toEqual([]);
  }

  test.each([
    ['answers', '/', homeFaq.map(({ answer }) => answer)],
    ['slides', '/', heroSlides.map(({ line }) => line)],
    ['answers', '/about', aboutFaq.map(({ answer }) => answer)],
    ['terms', '/knowmore', scholarshipTerms.terms],
    ['openings', '/careers', postings.map(({ description }) => description)],
  ])('all %s of %s can be read', async (_, path, texts) => {
    await expectTexts(await openWithoutScript(path), texts);
  });

  test('the topics of every subject and grade band can be read', async () => {
    const all = Object.values(curriculum).flatMap((bands) =>
      Object.values(bands).flatMap((band) => [...band.core, ...band.competitive, ...band.future]),
    );
    expect(all).toHaveLength(135);
    const text = await (await openWithoutScript('/courses')).getByRole('main').innerText();
    expect(nonEmpty(all).filter((topic) => !text.includes(topic))).toEqual([]);
  });

  test.each(Object.entries(postLoaders))('the post %s can be read to its end', async (slug, load) => {
    const { content, author } = await load();
    const last =
      content
        .split(/<[^>]+>/)
        .filter((text) => text.trim() !== '')
        .at(-1) ?? '';
    await expectTexts(await openWithoutScript(`/blog/${slug}`), [author, last.trim()]);
  });

  test.each([360, 1280])('the menu leads everywhere at %s px', async (width) => {
    const page = await openWithoutScript('/', width);
    for (const { label } of nonEmpty(navigationLinks))
      expect(await page.getByRole('banner').getByRole('link', { name: label, exact: true }).isVisible()).toBe(
        true,
      );
    await page.getByRole('banner').getByRole('link', { name: 'Services' }).click();
    expect(new URL(page.url()).pathname).toBe('/services');
  });
});

describe('before hydration', () => {
  /** Pauses the files of a page whose names match. The result resumes them. */
  async function pauseFiles(page: Page, names: RegExp): Promise<() => void> {
    let resume = () => {};
    const paused = new Promise<void>((resolve) => {
      resume = resolve;
    });
    await page.route(names, async (route) => {
      await paused;
      await route.continue();
    });
    return resume;
  }

  const SCRIPTS = /assets\/main-[^/]+\.js$/;

  /** Opens a page whose scripts are paused. */
  async function openBeforeHydration(path: string): Promise<{ page: Page; resume: () => void }> {
    const page = await newPage();
    const resume = await pauseFiles(page, SCRIPTS);
    const requested = page.waitForRequest(SCRIPTS);
    await page.goto(path, { waitUntil: 'commit' });
    await requested;
    return { page, resume };
  }

  test('what is typed before scripts arrive is kept and checked on submit', async () => {
    const page = await newPage();
    const endSlowness = await slowDown(page);
    const resumeScripts = await pauseFiles(page, SCRIPTS);
    const resumeOthers = await pauseFiles(page, /\.(woff2|svg)$/);
    await page.goto('/register-re', { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await page.getByLabel('Full Name').fill('Asha Verma');
    await page.getByLabel('Grade').selectOption('8th');
    await page.getByRole('checkbox').check();
    expect(await page.locator('html[data-hydrated]').count()).toBe(0);
    await endSlowness();
    resumeScripts();
    await untilHydrated(page);
    resumeOthers();
    await page.waitForLoadState('load');
    expect(await layoutShifts(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('registration')))
      .toContain('"name":"Asha Verma"');
    const savedDraft = await page.evaluate(() => sessionStorage.getItem('registration'));
    expect(savedDraft).toContain('"grade":"8th"');
    expect(savedDraft).toContain('"acceptTerms":true');
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Asha Verma');
    await page.getByRole('button', { name: /Register and pay/ }).click();
    await page.getByText('Father name is required.').waitFor();
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Asha Verma');
  });

  test('a button that is pressed acts after hydration', async () => {
    const { page, resume } = await openBeforeHydration('/');
    await page.getByRole('button', { name: homeFaq[1]?.question ?? '' }).click();
    resume();
    await untilHydrated(page);
    await page.getByText(homeFaq[1]?.answer ?? '').waitFor();
  });

  test('a form that is submitted stays out of the URL, and is sent after hydration', async () => {
    const { page, resume } = await openBeforeHydration('/contact');
    await page.getByLabel('Full Name').fill('Asha Verma');
    await page.getByLabel('Email Address').fill('asha@example.org');
    await page.getByLabel('Your Message').fill('Hello');
    await page.getByRole('button', { name: 'Send Message' }).click();
    expect(new URL(page.url()).search).toBe('');
    expect(await page.getByLabel('Your Message').inputValue()).toBe('Hello');
    resume();
    await page.getByText('Message sent successfully!').waitFor();
  });

  test('a changed page keeps what was entered, and acts once on the press', async () => {
    const { page, resume } = await openBeforeHydration('/register-re');
    const orders: unknown[] = [];
    await page.route('**/create-order', (route) => {
      orders.push(route.request().postDataJSON());
      return route.fulfill({ status: 503, json: { success: false, error: 'Not today.' } });
    });
    const root = page.locator('[data-flow="registration"]');
    const { phone, ...typed } = details;
    await fillForm(root, { ...typed, acceptTerms: true });
    await page.evaluate((number) => {
      const field = document.querySelector<HTMLInputElement>('#registration-phone');
      if (field) field.value = number;
      for (const heading of document.querySelectorAll('h1')) heading.firstChild?.replaceWith('Anmeldung');
    }, phone);
    await page.getByRole('button', { name: /Register and pay/ }).click();
    resume();
    await root.getByText('Not today.').waitFor();
    await page.getByRole('heading', { name: 'Student Registration' }).waitFor();
    expect(await root.evaluate(readForm)).toEqual({ ...details, acceptTerms: true });
    expect(orders).toEqual([{ amount: 2000, currency: 'INR', receipt_email: details.email }]);
  });
});

describe('the code of a page is asked for', () => {
  const MAIN = /assets\/main-[^/]+\.js$/;

  /**
   * Opens a page whose pictures do not come, so that it is never loaded. `isAskedFor` says whether its code was
   * requested.
   */
  async function openUnfinished(): Promise<{ page: Page; isAskedFor: () => boolean }> {
    const page = await newPage({ clock: true });
    await pauseClock(page);
    await page.route(/assets.+\.(svg|woff2)$/, () => {});
    let isAskedFor = false;
    page.on('request', (request) => {
      isAskedFor ||= MAIN.test(request.url());
    });
    await page.goto('/services', { waitUntil: 'commit' });
    await page.waitForLoadState('domcontentloaded');
    return { page, isAskedFor: () => isAskedFor };
  }

  test('a page asks for its code after its first paint', async () => {
    const page = await newPage({ cache: false });
    await page.goto('/services');
    const [painted, asked] = await page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      const main = performance
        .getEntriesByType('resource')
        .find(({ name }) => /assets\/main-.+\.js$/.test(name));
      return [paint?.startTime, main?.startTime];
    });
    expect(painted).toBeGreaterThan(0);
    expect(asked).toBeGreaterThan(painted ?? Number.NaN);
  });

  test('the first key or press asks for the code of a page, though a picture is missing', async () => {
    const { page, isAskedFor } = await openUnfinished();
    expect(isAskedFor()).toBe(false);
    await page.keyboard.press('Shift');
    await expect.poll(isAskedFor).toBe(true);
  });

  test('a page asks for its code after four seconds, whatever is missing', async () => {
    const { page, isAskedFor } = await openUnfinished();
    await page.clock.fastForward(4_000);
    await expect.poll(isAskedFor).toBe(true);
  });
});

describe('while a page is hydrated in pieces', () => {
  /**
   * Lets React do one piece of its work and holds the others; runs before the scripts of the page. The piece is
   * short, by a clock that runs ahead, or all of the rendering, by one that stands still.
   */
  function holdPieces(msBetweenReadings: number): void {
    const { postMessage } = MessagePort.prototype;
    const { now } = performance;
    const held: (() => void)[] = [];
    let count = 0;
    let time = 0;
    performance.now = () => {
      time += msBetweenReadings;
      return time;
    };
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      count += 1;
      if (count === 1) postMessage.call(this, message);
      else {
        held.push(() => postMessage.call(this, message));
        document.documentElement.dataset.held = '';
      }
    };
    window.addEventListener('release', () => {
      MessagePort.prototype.postMessage = postMessage;
      performance.now = now;
      for (const send of held) send();
    });
  }

  type Use = (page: Page) => Promise<void>;

  const name = 'Asha Verma';
  const email = 'asha@example.org';
  const [, question] = homeFaq;

  const uses: Record<string, [path: string, use: Use, expectKept: Use]> = {
    'what is typed into the contact form': [
      '/contact',
      (page) => page.getByLabel('Full Name').pressSequentially(name),
      async (page) => expect(await page.getByLabel('Full Name').inputValue()).toBe(name),
    ],
    'what is typed into the newsletter form': [
      '/about',
      (page) => page.locator('.newsletter input').first().pressSequentially(email),
      async (page) => expect(await page.locator('.newsletter input').first().inputValue()).toBe(email),
    ],
    'what the browser fills into the scholarship form': [
      '/applyPath',
      (page) => page.locator('#scholarship-name').fill(name),
      async (page) => expect(await page.locator('#scholarship-name').inputValue()).toBe(name),
    ],
    'what is chosen and ticked in the registration form': [
      '/register-re',
      async (page) => {
        await page.getByLabel('Grade').selectOption('8th');
        await page.getByRole('checkbox').check();
      },
      async (page) => {
        expect(await page.getByLabel('Grade').inputValue()).toBe('8th');
        expect(await page.getByRole('checkbox').isChecked()).toBe(true);
      },
    ],
    'where one has scrolled to': [
      '/terms',
      (page) => page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' })),
      async (page) => expect(await page.evaluate(() => window.scrollY)).toBe(300),
    ],
    'a press of the call-back button': [
      '/services',
      (page) => page.locator('#callBack-opener').click(),
      (page) => page.getByRole('dialog').waitFor(),
    ],
    'a press of a question': [
      '/',
      (page) => page.getByRole('button', { name: question?.question ?? '' }).click(),
      (page) => page.getByText(question?.answer ?? '').waitFor(),
    ],
  };

  test.each(Object.entries(uses))(
    'a page that is hydrated in pieces keeps %s',
    async (_, [path, use, expectKept]) => {
      const page = await newPage();
      await page.addInitScript(holdPieces, 10);
      await page.goto(path, { waitUntil: 'commit' });
      await page.waitForSelector('html[data-held]');
      expect(await page.locator('html').getAttribute('data-hydrated')).toBeNull();
      await use(page);
      await page.evaluate(() => window.dispatchEvent(new Event('release')));
      await untilHydrated(page);
      await expectKept(page);
    },
  );

  test('a page’s flows start in the task that hydrates it', async () => {
    const page = await newPage();
    await page.addInitScript(holdPieces, 0);
    await page.goto('/');
    await page.waitForSelector('html:is([data-held], [data-hydrated])');
    expect(await page.locator('html').getAttribute('data-hydrated')).toBe('');
  });
});

test('a page whose code does not come says so, and is there on a second try', async () => {
  const page = await newPage();
  let isOnline = false;
  await page.route(/assets\/AboutScreen-[^/]+\.js$/, (route) =>
    isOnline ? route.continue() : route.abort('connectionreset'),
  );
  await page.goto('/about');
  await page.getByRole('alert').getByText('The page could not be loaded.').waitFor();
  const reload = page.getByRole('link', { name: 'Load the whole page again' });
  expect(await reload.getAttribute('href')).toBe('/about');
  isOnline = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: /^About/ }).waitFor();
  expect(await page.locator('head title').count()).toBe(1);
});
