import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import { unmasked } from '../../../machines/visualiser/mask.ts';
import { GUIDELINES } from '../../../src/visualiser/shared/findings/index.ts';
import { createReport, reportHtml } from '../../../src/visualiser/tool/report/index.ts';
import { recordingFromFragment } from '../../../src/visualiser/tool/storage/index.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { simulatedTimeline } from '../../support/simulatedTimeline.ts';
import { sharedBrowser } from '../browser.ts';
import { axeViolations } from '../inspectPage.ts';
import { openVisualiser } from './visualiserPage.ts';

const { browser, newPage } = sharedBrowser();

const PERSONAL = /Kiran|Bedi|kiran\.b|home\.in|9000011111|onerror/i;

const HOSTILE = '</script><img src=/x onerror="document.title=1">';

/** Presses a button that saves a file. */
async function savedFile(page: Page, button: string | RegExp): Promise<{ name: string; path: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), path: await download.path() };
}

/** Opens a file in a browser without scripts and without network; returns the page and the requested addresses. */
async function openOffline(html: string, javaScriptEnabled: boolean) {
  const context = await browser().newContext({ javaScriptEnabled, offline: true });
  const page = await context.newPage();
  const asked: string[] = [];
  const address = 'http://report.test/report.html';
  await page.route('**', (route) => {
    const url = route.request().url();
    if (url === address) return route.fulfill({ body: html, contentType: 'text/html' });
    asked.push(url);
    return route.abort();
  });
  await page.goto(address);
  return { page, asked, close: () => context.close() };
}

test('a bug report is one file that opens offline, masked unless asked otherwise', async () => {
  const visualiser = await openVisualiser(await newPage({ acceptDownloads: true }), 'contact');
  const { page, frame } = visualiser;
  await visualiser.pause();
  await frame.getByLabel('Full Name*').fill('Kiran Bedi');
  await frame.getByLabel('Email Address*').fill('kiran.b@home.in');
  await frame.getByLabel('Phone Number').fill('9000011111');
  await frame.getByLabel('Your Message*').fill(HOSTILE);
  await frame.getByRole('button', { name: 'Send Message' }).click();
  await visualiser.expectState('submitting');
  await visualiser.openTab('Now');
  await visualiser.press('refused by the server');
  await visualiser.expectState('failed');

  const { name, path } = await savedFile(page, 'Bug report');
  expect(name).toBe('contact-report.html');
  const html = readFileSync(path, 'utf8');
  expect(html).not.toMatch(PERSONAL);

  const { page: report, asked, close } = await openOffline(html, false);
  expect(await report.getByRole('heading', { level: 1 }).textContent()).toBe('Bug report: Contact message');
  const steps = report.locator('.step');
  expect(await steps.last().textContent()).toContain('Server: send: refused by the server');
  expect(await steps.filter({ hasText: 'values.name' }).first().textContent()).toContain('"Xxxxx Xxxx"');
  expect(await report.locator('iframe[srcdoc]').count()).toBeGreaterThan(0);
  const alert = steps.last().frameLocator('iframe').locator('[role=alert]:not(:empty)').first();
  const place = await alert.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { top, bottom, height: window.innerHeight };
  });
  expect(place.top, 'the picture shows what the visitor saw').toBeGreaterThanOrEqual(0);
  expect(place.bottom).toBeLessThanOrEqual(place.height);
  const versions = await report.getByRole('table').last().textContent();
  expect(versions).toMatch(/Site([0-9a-f]{7,}|version \d).*Chrom.*\d+ × \d+ px.*Localeen/);
  expect(await report.getByText('recordingDivergence(contactFlow').textContent()).not.toBe('');
  const link = new URL((await report.getByRole('link', { name: /^Replay the/ }).getAttribute('href')) ?? '');
  expect(asked).toEqual([]);
  await close();
  const recording = await recordingFromFragment(link.hash);
  expect([link.pathname, recording?.path, recording?.steps.at(-1)?.state]).toEqual([
    '/visualiser/contact',
    '/contact',
    'failed',
  ]);
});

test('a bug report with typed values has them as text, and axe finds nothing in it', async () => {
  const visualiser = await openVisualiser(await newPage({ acceptDownloads: true }), 'contact');
  const { page, frame } = visualiser;
  expect(await page.getByRole('button', { name: 'Bug report' }).isEnabled()).toBe(true);
  await frame.getByLabel('Your Message*').fill(HOSTILE);
  await visualiser.choose('typed values');
  const { path } = await savedFile(page, 'Bug report with typed values');
  const { page: report, asked, close } = await openOffline(readFileSync(path, 'utf8'), true);
  const title = await report.title();
  expect(await report.locator('body').textContent()).toContain(JSON.stringify(HOSTILE));
  expect(await report.locator('img:not(.drawing img), script').count()).toBe(0);
  // The policy of the report forbids scripts, also those of a test.
  expect(await axeViolations(report, 'html', GUIDELINES)).toEqual([]);
  expect(await report.title()).toBe(title);
  expect(asked).toEqual([]);
  await close();
});

test('a picture in a bug report looks the same without the site', async () => {
  const { page, frame } = await openVisualiser(await newPage({ acceptDownloads: true }), 'jobApplication');
  await frame.getByRole('button', { name: 'Apply Now' }).first().click();
  // The page is drawn late: a report is asked for before its last step has a picture.
  await frame.getByRole('dialog').evaluate(() => {
    window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 280);
  });
  await frame.getByLabel('Full Name*').fill('Kiran Bedi');
  const changed = page
    .locator('.entry-row')
    .filter({ hasText: /changed/ })
    .first();
  await changed.waitFor();
  const html = readFileSync((await savedFile(page, 'Bug report')).path, 'utf8');
  await changed.click();
  const inTimeline = page.frameLocator('iframe[title="The page at this entry"]').getByRole('dialog');
  await expect.poll(() => inTimeline.getByLabel('Full Name*').inputValue()).toBe('Xxxxx Xxxx');

  expect(html).not.toMatch(PERSONAL);
  expect(html.length).toBeLessThan(3_000_000);
  const { page: report, asked, close } = await openOffline(html, true);
  const picture = report.locator('.step').last().frameLocator('iframe');
  const dialog = picture.getByRole('dialog');
  expect(await dialog.getByLabel('Full Name*').inputValue()).toBe('Xxxxx Xxxx');
  const isOnTop = await dialog.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const { innerWidth, innerHeight } = window;
    const isInside = x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight;
    return isInside && document.elementFromPoint(x + width / 2, y + 20)?.closest('dialog') === element;
  });
  expect(isOnTop).toBe(true);
  const images = picture.locator('img');
  for (const image of nonEmpty(await images.all()))
    expect(await image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const fonts = () =>
    picture.locator('html').evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family);
    });
  expect(await fonts()).toEqual(expect.arrayContaining(['Anek', 'Eczar']));
  expect(asked).toEqual([]);
  await close();
});

test('a picture shows the page as it was, and neither runs nor loads anything', async () => {
  const html =
    '<!doctype html><html lang="en"><head><title>Page</title><style>p { color: rgb(1, 2, 3) }</style>' +
    '<meta http-equiv="refresh" content="0;url=http://other.test/"></head><body><p onclick="top.x = 1">Thank you</p>' +
    `<img src="http://other.test/image.png" onerror="top.document.title = 'run'"><script>top.document.title = 'run'</script>`;
  const timeline = simulatedTimeline(contactFlow, ['changed: everything valid']);
  const report = await createReport(contactFlow, timeline, {
    pictureOf: async ({ number }) => (number === 2 ? { html, width: 390, height: 844 } : null),
    mask: unmasked,
    versions: {},
    origin: 'http://localhost:3000',
  });
  const styles = readFileSync('src/visualiser/tool/report/report.css', 'utf8');
  const { page, asked, close } = await openOffline(await reportHtml(report, styles), true);
  const text = page.frameLocator('iframe').getByText('Thank you');
  await text.waitFor();
  expect(await text.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
  expect(await page.title()).toBe('Bug report: Contact message');
  const frame = await page.locator('iframe').boundingBox();
  await page.getByRole('checkbox', { name: 'Full size, step 2' }).check();
  expect((await page.locator('iframe').boundingBox())?.width).toBe(2 * (frame?.width ?? 0));
  expect(asked).toEqual([]);
  await close();
});
