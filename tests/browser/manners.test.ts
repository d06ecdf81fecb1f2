import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sharedBrowser } from './browser.ts';
import { json } from './spec/held.ts';
import { addresses } from './tour.ts';

/** What the site owes a small window, a slow eye, a thumb, a printer and a name that is not from here. */

const { newPage } = sharedBrowser();

/** 320 px wide is also what 1280 px are at 400 %; 1280 × 1024 px then are 320 × 256. */
const ZOOMED = { width: 320, height: 256 };
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };

async function open(path: string, options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage({ reducedMotion: 'reduce', ...options });
  await page.goto(path);
  await page.locator('.site[data-state="showing"]').waitFor();
  return page;
}

const sticksOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The elements whose own text is cut off by them or by what they stand in. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const isCut = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const isHidden = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      return (
        (isHidden(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (isHidden(overflowY) && element.scrollHeight > element.clientHeight + 1)
      );
    };
    return [
      ...document.querySelectorAll(
        'body *:not(.visually-hidden, .visually-hidden *, .floating-label, script)',
      ),
    ]
      .filter((element) => element.checkVisibility() && (element.textContent ?? '').trim() !== '')
      .filter(isCut)
      .map((element) => `${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`);
  });

/** The overrides of WCAG 1.4.12, Text spacing. */
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }
`;

/** How much of the page moved by itself since it was opened, and what. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        new PerformanceObserver((list, observer) => {
          observer.disconnect();
          resolve(list.getEntries().map((entry) => JSON.stringify(entry)));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve([]), 500);
      }),
  );

describe.each(addresses)('%s', (path) => {
  test('nothing sticks out at 320 px, nor at 400 %, and text spacing loses nothing', async () => {
    const page = await open(path, { viewport: ZOOMED });
    expect(await sticksOut(page)).toBe(0);
    await page.evaluate((rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets.push(sheet);
    }, TEXT_SPACING);
    expect(await sticksOut(page)).toBe(0);
    expect(await cutOff(page)).toEqual([]);
    await page.setViewportSize(DESKTOP);
    expect(await sticksOut(page)).toBe(0);
    expect(await cutOff(page)).toEqual([]);
  });

  test.each([PHONE, DESKTOP])('nothing moves while it loads at $width px', async (viewport) => {
    const page = await open(path, { viewport });
    await page.waitForLoadState('networkidle');
    expect(await shifts(page)).toEqual([]);
  });

  test('headings in order, and landmarks', async () => {
    const page = await open(path);
    const levels = await page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((found) =>
        found.filter((heading) => heading.checkVisibility()).map(({ tagName }) => Number(tagName.slice(1))),
      );
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries())
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    for (const landmark of ['banner', 'main', 'contentinfo'] as const)
      expect(await page.getByRole(landmark).count(), landmark).toBe(1);
    for (const name of ['Main', 'Footer', 'Legal'])
      expect(await page.getByRole('navigation', { name, exact: true }).count(), name).toBe(1);
  });

  test('what a thumb presses is 44 px high on a phone', async () => {
    const page = await open(path, { viewport: PHONE, hasTouch: true });
    await page.getByRole('button', { name: 'Menu' }).click();
    const small = await page
      .locator(
        'form :is(input, select, textarea, button), .button, .tab, .grade-band, .site-menu a, .menu-button, .chat-link, .call-back-opener, .hero-controls button, .faq-item button, .site-footer a',
      )
      .evaluateAll((targets) =>
        targets
          .filter((target) => target.checkVisibility())
          .map((target) => {
            const isTick = target instanceof HTMLInputElement && target.type === 'checkbox';
            const { width, height } = (
              isTick ? (target.labels?.[0] ?? target) : target
            ).getBoundingClientRect();
            return { what: `${target.className} ${target.textContent}`, width, height };
          })
          .filter(({ width, height }) => height < 44 || width < 44),
      );
    expect(small).toEqual([]);
  });

  test('is read without scripts, and says what its forms need', async () => {
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto(path);
    const main = page.locator('main');
    await main.getByRole('heading', { level: 1 }).waitFor();
    expect((await main.innerText()).length).toBeGreaterThan(100);
    await page.locator('noscript').first().waitFor();
    expect(await page.locator('.site-menu a').first().isVisible()).toBe(true);
  });

  test('prints without what belongs to the screen', async () => {
    const page = await open(path);
    await page.emulateMedia({ media: 'print' });
    for (const part of ['.site-header', '.site-footer', '.call-back', '.chat', '.skip-link'])
      expect(await page.locator(part).isVisible(), part).toBe(false);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  });
});

/** The fields of each form: type, autocomplete, inputmode. */
const TEXT = (autocomplete: string) => ['text', autocomplete, null];
const EMAIL = ['email', 'email', 'email'];
const TEL = (autocomplete: string) => ['tel', autocomplete, 'tel'];
const CHOICE = ['select-one', null, null];
const AREA = ['textarea', null, null];

const forms = [
  {
    path: '/register-re',
    flow: 'registration',
    fields: {
      name: TEXT('name'),
      father: TEXT('off'),
      mother: TEXT('off'),
      grade: CHOICE,
      course: CHOICE,
      phone: TEL('tel'),
      email: EMAIL,
      city: TEXT('address-level2'),
      refrence: TEL('off'),
      refrenceSt: TEL('off'),
      acceptTerms: ['checkbox', null, null],
    },
  },
  {
    path: '/contact',
    flow: 'contact',
    fields: { name: TEXT('name'), email: EMAIL, phone: TEL('tel'), message: AREA },
  },
  {
    path: '/applyPath',
    flow: 'scholarship',
    fields: {
      name: TEXT('name'),
      grade: CHOICE,
      course: CHOICE,
      phone: TEL('tel'),
      city: TEXT('address-level2'),
    },
  },
  {
    path: '/shipping',
    flow: 'callBack',
    opener: 'Get a Call Back',
    fields: { name: TEXT('name'), phone: TEL('tel'), messageUser: AREA },
  },
  {
    path: '/careers',
    flow: 'jobApplication',
    opener: 'Apply Now',
    fields: {
      name: TEXT('name'),
      email: EMAIL,
      phone: TEL('tel'),
      resume: ['file', null, null],
      coverLetter: AREA,
    },
  },
  { path: '/shipping', flow: 'newsletter', fields: { email: EMAIL } },
];

const DEVANAGARI = 'अनुष्का श्रीनिवासन';
const LONG = 'Venkatanarasimharajuvaripeta Krishnamoorthi-Balasubramaniam '.repeat(2).trim().slice(0, 119);
const LONG_WORD = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(2);

describe.each(forms)('the form $flow', ({ path, flow, opener, fields }) => {
  const opened = async (options = {}) => {
    const page = await open(path, options);
    if (opener) await page.getByRole('button', { name: opener }).first().click();
    return { page, form: page.locator(`[data-flow="${flow}"] form`) };
  };

  test('tells the browser what belongs in each field', async () => {
    const { form } = await opened();
    const found = await form
      .locator('input, select, textarea')
      .evaluateAll((controls) =>
        controls.map((control): [string | null, (string | null)[]] => [
          control.getAttribute('name'),
          [
            'type' in control ? String(control.type) : null,
            control.getAttribute('autocomplete'),
            control.getAttribute('inputmode'),
          ],
        ]),
      );
    expect(Object.fromEntries(found)).toEqual(fields);
  });

  test.each([DEVANAGARI, LONG, LONG_WORD])('keeps "%s" whole and in its place', async (text) => {
    const { page, form } = await opened({ viewport: { width: 320, height: 640 } });
    for (const control of await form.locator('input[type="text"], textarea').all()) {
      await control.fill(text);
      expect(await control.inputValue()).toBe(text);
    }
    expect(await sticksOut(page)).toBe(0);
    expect(await cutOff(page)).toEqual([]);
  });
});

test.each([DEVANAGARI, LONG])('the name "%s" comes to the service, and to the receipt', async (name) => {
  const page = await open('/register-re', { viewport: { width: 320, height: 640 } });
  const field = (label: string) => page.getByLabel(label, { exact: true });
  for (const label of ['Full Name', 'Father Name', 'Mother Name', 'City']) await field(label).fill(name);
  await field('Grade').selectOption('8th');
  await field('Course').selectOption('Future Ready & Exam Prep');
  for (const label of ['Phone', "Parent's Phone", "Second Parent's Phone"])
    await field(label).fill('9000000088');
  await field('Email').fill(`a.very.long.address.that.somebody.has.chosen.${name.length}@mail.example.com`);
  await page.getByRole('checkbox').check();
  expect(await sticksOut(page)).toBe(0);
  const [request] = await Promise.all([
    page.waitForRequest((made) => made.url().endsWith('/api/register')),
    page
      .getByRole('button', { name: 'Register and pay ₹2000' })
      .click()
      .then(() => page.getByRole('button', { name: 'Pay ₹2,000', exact: true }).click()),
  ]);
  expect(request.postDataJSON()).toMatchObject({ name, father: name, mother: name, city: name });
  await page.getByRole('heading', { name: 'Registration Successful!' }).waitFor();
  expect(await sticksOut(page)).toBe(0);
  await page.getByRole('region', { name: 'Receipt' }).getByText(name).waitFor();
  await page.emulateMedia({ media: 'print' });
  for (const part of ['.site-header', '.site-footer', '.call-back', '.chat', '.steps', '.receipt .button'])
    expect(await page.locator(part).isVisible(), part).toBe(false);
  expect(await page.locator('.receipt').isVisible()).toBe(true);
});

test('long messages of the service do not stick out', async () => {
  const page = await open('/contact', { viewport: { width: 320, height: 640 } });
  await page.route('**/api/contact', (route) =>
    route.fulfill(json(422, { message: `${LONG_WORD} ${DEVANAGARI}` })),
  );
  for (const [name, value] of Object.entries({ name: 'Asha', email: 'asha@example.com', message: 'Hello' }))
    await page.locator(`[data-flow="contact"] [name="${name}"]`).fill(value);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.getByRole('alert').getByText(DEVANAGARI).waitFor();
  expect(await sticksOut(page)).toBe(0);
});

test.each(['/', '/register-re', '/careers', '/courses'])(
  'in forced colours the focus is seen on %s',
  async (path) => {
    const page = await open(path, { forcedColors: 'active' });
    const unseen: string[] = [];
    for (let time = 0; time < 30; time += 1) {
      await page.keyboard.press('Tab');
      const without = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 1
          ? element.outerHTML.slice(0, 80)
          : null;
      });
      if (without !== null) unseen.push(without);
    }
    expect(unseen).toEqual([]);
  },
);
