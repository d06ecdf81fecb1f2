import { describe, expect, test } from 'vitest';
import { nonEmpty } from '../support/nonEmpty.ts';
import { inspectPage } from './axe.ts';
import { sharedBrowser } from './browser.ts';
import {
  blockingPictures,
  cutOffTexts,
  DESKTOP,
  layoutShifts,
  openPage,
  overflowWidth,
  PHONE,
} from './responsive.ts';
import { brokenPromises } from './screenPromises.ts';
import { screenPaths } from './visitStates.ts';

/** Every screen in small windows and with text spacing, and what every screen promises. */

const { newPage } = sharedBrowser();

/** 320 px wide is also what 1280 px are at 400 %; 1280 × 1024 px then are 320 × 256. */
const ZOOMED = { width: 320, height: 256 };
/** The overrides of WCAG 1.4.12, Text spacing. */
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }
`;

describe.each(screenPaths)('%s', (path) => {
  test('axe finds nothing, it keeps what every screen promises, nothing sticks out, headings and landmarks are in order, it prints, and text spacing loses nothing', async () => {
    const page = await openPage(newPage, path, { viewport: ZOOMED });
    expect.soft(await brokenPromises(page), 'what every screen promises').toEqual([]);
    expect.soft(await inspectPage(page), 'what axe finds').toEqual([]);
    await page.setViewportSize(ZOOMED);
    expect.soft(await overflowWidth(page), 'sticks out at 320 px, or at 400 %').toBe(0);

    await page.setViewportSize(DESKTOP);
    const levels = await page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((found) =>
        found.filter((heading) => heading.checkVisibility()).map(({ tagName }) => Number(tagName.slice(1))),
      );
    expect
      .soft(
        levels.filter((level) => level === 1),
        'headings of level one',
      )
      .toHaveLength(1);
    expect.soft(levels[0], 'the level of the first heading').toBe(1);
    for (const [index, level] of nonEmpty(levels.entries()))
      expect
        .soft(level - (levels[index - 1] ?? 0), `the step to heading ${index + 1}`)
        .toBeLessThanOrEqual(1);
    for (const landmark of ['banner', 'main', 'contentinfo'] as const)
      expect.soft(await page.getByRole(landmark).count(), landmark).toBe(1);
    for (const name of ['Main', 'Footer', 'Legal'])
      expect.soft(await page.getByRole('navigation', { name, exact: true }).count(), name).toBe(1);

    await page.emulateMedia({ media: 'print' });
    expect.soft(await page.getByRole('heading', { level: 1 }).isVisible(), 'the heading in print').toBe(true);
    await page.emulateMedia({ media: null });

    await page.evaluate((rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets.push(sheet);
    }, TEXT_SPACING);
    for (const size of [ZOOMED, DESKTOP]) {
      await page.setViewportSize(size);
      const when = `with text spacing at ${size.width} px`;
      expect.soft(await overflowWidth(page), `sticks out ${when}`).toBe(0);
      expect.soft(await cutOffTexts(page), `cut off ${when}`).toEqual([]);
    }
  });

  test('nothing moves while it loads on a phone, and no picture blocks it', async () => {
    const page = await openPage(newPage, path, { viewport: PHONE, hasTouch: true, cache: false });
    await page.waitForLoadState('networkidle');
    expect(await layoutShifts(page)).toEqual([]);
    expect(await blockingPictures(page)).toEqual([]);
  });

  test('nothing moves while it loads on a desktop, and no picture blocks it', async () => {
    const page = await openPage(newPage, path, { viewport: DESKTOP, cache: false });
    await page.waitForLoadState('networkidle');
    expect(await layoutShifts(page)).toEqual([]);
    expect(await blockingPictures(page)).toEqual([]);
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
});

test.each([
  ['/careers', '.tab', 390],
  ['/careers', '.tab', 320],
  ['/courses', '.tab', 390],
  ['/courses', '.tab', 320],
  ['/courses', '.grade-band', 390],
  ['/courses', '.grade-band', 320],
])('on %s no %s is alone in its row at %i px', async (path, choice, width) => {
  const page = await openPage(newPage, path, { viewport: { width, height: 844 } });
  const places = await page
    .locator(choice)
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(nonEmpty(places).filter((top) => places.filter((other) => other === top).length === 1)).toEqual([]);
});

describe.each([
  ['/', ['link', 'Register for a course'], 'Course fee: ₹2000'],
  ['/register-re', ['textbox', 'Full Name'], 'Course Fee: ₹2000 Only'],
] as const)('the first screen of %s on a phone', (path, [role, name], fee) => {
  test.each([PHONE, { width: 390, height: 844 }])(
    'has %o the way to register and the fee, and nothing over them',
    async (viewport) => {
      const page = await openPage(newPage, path, { viewport });
      const main = page.getByRole('main');
      for (const part of [
        main.getByRole(role, { name, exact: true }),
        main.getByText(fee, { exact: true }),
      ]) {
        const isSeen = await part.evaluate((element) => {
          const INSET = 4;
          const { left, top, bottom } = element.getBoundingClientRect();
          const corners = [top + INSET, bottom - INSET].map((y) =>
            document.elementFromPoint(left + INSET, y),
          );
          return corners.every((corner) => element.contains(corner));
        });
        expect(isSeen).toBe(true);
      }
    },
  );
});

test('no bar lies over the registration on a phone: call back and chat are at its end', async () => {
  const page = await openPage(newPage, '/register-re', { viewport: PHONE });
  const call = page.getByRole('button', { name: 'Get a Call Back' });
  expect((await call.boundingBox())?.y).toBeGreaterThan(PHONE.height);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await call.click();
  await page.getByRole('dialog', { name: 'Get a Call Back' }).waitFor();
});

test.each([
  ['/refund', '.policy section > *'],
  ['/register-term', '.policy section > *'],
  ['/blog/future-ready-skills', '.prose > *'],
])('on a desktop the contents of %s are beside the text, also further down', async (path, texts) => {
  const page = await openPage(newPage, path, { viewport: DESKTOP });
  const contents = page.getByRole('navigation', { name: 'On this page' });
  for (const block of [page.locator(texts).first(), page.locator(texts).nth(5)]) {
    await block.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    const [beside, text] = [await contents.boundingBox(), await block.boundingBox()];
    if (!beside || !text) throw new Error('the contents or the text is not shown');
    expect(beside.y).toBeGreaterThanOrEqual(0);
    expect(beside.y + beside.height).toBeLessThanOrEqual(DESKTOP.height);
    expect(beside.x >= text.x + text.width || text.x >= beside.x + beside.width).toBe(true);
  }
});

test('the subtitle of the courses keeps its grades together', async () => {
  const page = await openPage(newPage, '/courses', { viewport: { width: 390, height: 844 } });
  const grades = page.locator('.tagline').getByText('Grades 5-10', { exact: true });
  expect(await grades.evaluate((words) => words.getClientRects().length)).toBe(1);
});

test('the checkbox of the terms begins where the fields of the registration do', async () => {
  const page = await openPage(newPage, '/register-re', { viewport: { width: 390, height: 844 } });
  const starts = await page
    .locator('[data-flow="registration"] form :is(input, select)')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
  expect(new Set(starts).size).toBe(1);
});
