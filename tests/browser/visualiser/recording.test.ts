import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { TEST_FOLDER } from '../../../src/visualiser/recordings.ts';
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

/** Runs a test of the project from a file in its folder, as it is and with something else in it. */
function runOf(file: string, code: string) {
  writeFileSync(file, code);
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'machines', file];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

test('a recording carries nothing that was typed: not as a file, not as a link, not as a test, which passes where it is put and fails where the flow goes otherwise', async () => {
  const { page } = await recorded();
  const file = await saved(page, 'Save as a file');
  expect(file).not.toMatch(PERSONAL);
  expect(JSON.parse(file)).toMatchObject({ flow: 'contact', path: '/contact' });
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  const [address, fragment = ''] = link.split('#recording=');
  expect(Buffer.from(fragment, 'base64url').toString()).not.toMatch(PERSONAL);
  expect(address).toMatch(/\/visualiser\/contact$/);

  const code = await saved(page, 'Export as a test');
  expect(code).not.toMatch(PERSONAL);
  const place = join(root, TEST_FOLDER, `recorded-${process.pid}.test.ts`);
  onTestFinished(() => rmSync(place, { force: true }));
  const { status, said } = runOf(place, code);
  expect(status, said).toBe(0);
  expect(said).toMatch(/1 passed/);
  expect(runOf(place, code.replace('"state": "failed"', '"state": "done"')).status).not.toBe(0);
});

test('a link or a file opens the recording elsewhere, where it is replayed on the page', async () => {
  const { page, press } = await recorded();
  const file = await saved(page, 'Save as a file');
  const shown = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await press('Copy a link');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  const link = new URL(shown);
  const elsewhere = await newPage();
  const tester = await openVisualiser(elsewhere, `${link.pathname.split('/').at(-1)}${link.hash}`);
  await tester.panel('Paths');
  await tester.press('fast');
  await tester.panel('Recording');
  await tester.press('Replay on the page');
  await elsewhere.getByText('The recording: every step led where it should.').waitFor();
  await tester.isIn('failed');
  expect(await tester.frame.getByLabel('Full Name*').inputValue()).toBe('Xxxxx Xxxx');

  await tester.press('Discard');
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

test('what was chosen is chosen again in a replay: grade and course, the job, a file of a kind that is taken', async () => {
  const page = await newPage();
  const recordOf = async (flow: string, act: (tester: Visualiser) => Promise<void>) => {
    const tester = await openVisualiser(page, flow);
    await tester.panel('Recording');
    await tester.press('Record');
    await act(tester);
    await tester.press('Stop');
    expect(await page.getByRole('button', { name: 'Export as a test' }).isEnabled(), flow).toBe(true);
    expect(await page.getByRole('textbox', { name: 'Link' }).inputValue()).not.toMatch(PERSONAL);
    await tester.panel('Paths');
    await tester.press('fast');
    await tester.panel('Recording');
    await tester.press('Replay on the page');
    await page.getByText('The recording: every step led where it should.').waitFor();
    return tester.frame;
  };
  const form = async (flow: string, grade: string, course: string) => {
    const frame = await recordOf(flow, async (tester) => {
      await tester.frame.getByLabel(/^Grade/).selectOption(grade);
      await tester.frame.getByLabel(/^Course/).selectOption(course);
      await tester.frame.getByLabel(/^City/).fill('Kiran');
      await page.getByText('Recording: 3 steps').waitFor();
    });
    expect(await frame.getByLabel(/^Grade/).inputValue()).toBe(grade);
    expect(await frame.getByLabel(/^Course/).inputValue()).toBe(course);
    expect(await frame.getByLabel(/^City/).inputValue()).toBe('Xxxxx');
  };
  await form('scholarship', 'Grade 6', 'All Subjects');
  await form('registration', '6th', 'Exam Prep');

  const dialog = await recordOf('jobApplication', async ({ frame, isIn }) => {
    await frame.getByRole('article', { name: 'English Instructor' }).getByRole('button').click();
    const file = { name: 'Kiran_Bedi.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
    await frame.getByLabel(/^Resume/).setInputFiles(file);
    await page.getByText('Recording: 2 steps').waitFor();
    await isIn('open.editing');
  });
  await dialog.getByRole('heading', { name: 'Apply for English Instructor' }).waitFor();
  await dialog.getByText('Xxxxx_Xxxx.pdf').first().waitFor();
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
