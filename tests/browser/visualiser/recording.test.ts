import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser, type Visualiser } from './visualiser.ts';

const { newPage } = sharedBrowser();
const root = fileURLToPath(new URL('../../..', import.meta.url));

async function saved(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'saved-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  return readFileSync(file, 'utf8');
}

/** Records how somebody with a name of their own sends a message that is refused. */
async function recorded(): Promise<Visualiser> {
  const tester = await openVisualiser(await newPage(), 'contact');
  const { frame } = tester;
  await tester.hold();
  await tester.panel('Recording');
  await tester.press('Record');
  await frame.getByLabel('Full Name*').fill('Kiran Bedi');
  await frame.getByLabel('Email Address*').fill('kiran.b@home.in');
  await frame.getByLabel('Phone Number').fill('9000011111');
  await frame.getByLabel('Your Message*').fill('My number is 9000011111');
  await frame.getByRole('button', { name: 'Send Message' }).click();
  await tester.isIn('submitting');
  await tester.panel('World');
  await tester.press('refused by the server');
  await tester.isIn('failed');
  await tester.panel('Recording');
  await tester.page.getByText('Recording: 6 steps').waitFor();
  await tester.press('Stop');
  return tester;
}

const PERSONAL = /Kiran|Bedi|kiran\.b|home\.in|9000011111|My number/;

test('a recording carries nothing that was typed, neither as a file nor as a link', async () => {
  const { page } = await recorded();
  const file = await saved(page, 'Save as a file');
  expect(file).not.toMatch(PERSONAL);
  expect(JSON.parse(file)).toMatchObject({ flow: 'contact', path: '/contact' });
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  const [, fragment = ''] = link.split('#recording=');
  expect(Buffer.from(fragment, 'base64url').toString()).not.toMatch(PERSONAL);
  expect(link.split('#')[0]).toMatch(/\/visualiser\/contact$/);
});

test('a link opens the recording elsewhere, and it is replayed on the page', async () => {
  const { page } = await recorded();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  const elsewhere = await newPage();
  const { pathname, hash } = new URL(link);
  const tester = await openVisualiser(elsewhere, `${pathname.split('/').at(-1)}${hash}`);
  await tester.press('Replay on the page');
  await elsewhere.getByText('The recording: every step led where it should.').waitFor();
  await tester.isIn('failed');
  expect(await tester.frame.getByLabel('Full Name*').inputValue()).not.toMatch(PERSONAL);
});

test('a file opens the recording; another file is refused', async () => {
  const { page } = await recorded();
  const file = await saved(page, 'Save as a file');
  const elsewhere = await newPage();
  const tester = await openVisualiser(elsewhere, 'contact');
  await tester.panel('Recording');
  const field = elsewhere.getByLabel('Open a recording');
  const given = (text: string) => ({
    name: 'r.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  await field.setInputFiles(given('{"flow":"contact"}'));
  await expect
    .poll(() => field.evaluate((input: HTMLInputElement) => input.validationMessage))
    .toBe('This file holds no recording of "Contact message".');
  await field.setInputFiles(given(file));
  await elsewhere.getByText('6 steps on /contact').waitFor();
});

test('a recording is a test that passes where it is put, and fails where the flow goes otherwise', async () => {
  const { page } = await recorded();
  const code = await saved(page, 'Export as a test');
  expect(code).not.toMatch(PERSONAL);
  const file = join(root, `tests/machines/recorded-${process.pid}.test.ts`);
  onTestFinished(() => rmSync(file, { force: true }));
  const run = (text: string) => {
    writeFileSync(file, text);
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'machines', file];
    return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  };
  const passed = run(code);
  expect(passed.status, passed.stdout + passed.stderr).toBe(0);
  expect(passed.stdout).toMatch(/1 passed/);
  expect(run(code.replace('"state": "failed"', '"state": "done"')).status).not.toBe(0);
});

test('loading the page again ends a recording', async () => {
  const tester = await openVisualiser(await newPage(), 'scholarshipTerms');
  await tester.panel('Recording');
  await tester.press('Record');
  await tester.frame.getByRole('button', { name: 'View Complete Terms & Conditions' }).click();
  await tester.page.getByText('Recording: 1 step').waitFor();
  await tester.frame.locator('body').evaluate(() => window.location.reload());
  await tester.page.getByText('1 step on /knowmore').waitFor();
});
