import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { TEST_FOLDER } from '../../../src/visualiser/tool/storage/index.ts';
import { isMore } from '../../support/more.ts';
import { sharedBrowser } from '../browser.ts';
import { openJsonFile, openVisualiser, type VisualiserPage } from './visualiserPage.ts';

const { newPage } = sharedBrowser();
const root = fileURLToPath(new URL('../../..', import.meta.url));

async function downloadedText(page: Page, button: string): Promise<string> {
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

/** Records the sending of a message that is refused, with personal values. */
async function recordRefusedMessage(): Promise<VisualiserPage> {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { frame } = visualiser;
  await visualiser.pause();
  await visualiser.openTab('Test');
  await visualiser.press('Rec');
  await frame.getByLabel('Full Name*').fill('Kiran Bedi');
  await frame.getByLabel('Email Address*').fill('kiran.b@home.in');
  await frame.getByLabel('Phone Number').fill('9000011111');
  await frame.getByLabel('Your Message*').fill('My number is 9000011111');
  await frame.getByRole('button', { name: 'Send Message' }).click();
  await visualiser.expectState('submitting');
  await visualiser.openTab('Now');
  await visualiser.press('refused by the server');
  await visualiser.expectState('failed');
  await visualiser.openTab('Test');
  await visualiser.page.getByText('Recording: 6 steps').waitFor();
  await visualiser.press('Rec');
  return visualiser;
}

const PERSONAL = /Kiran|Bedi|kiran\.b|home\.in|9000011111|My number/;

/** Runs test files of the project with these codes; returns their output. */
function outputOfTests(...codes: string[]): string {
  const files = codes.map((code, index) => {
    const file = join(root, TEST_FOLDER, `recorded-${process.pid}-${index}.test.ts`);
    writeFileSync(file, code);
    onTestFinished(() => rmSync(file, { force: true }));
    return file;
  });
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'machines', ...files];
  const env = { ...process.env, NO_COLOR: '1' };
  return spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' }).stdout;
}

test('a recording without typed values becomes a test, a link and a file', async () => {
  const { page, press } = await recordRefusedMessage();
  const file = await downloadedText(page, 'Save as a file');
  expect(file).not.toMatch(PERSONAL);
  expect(JSON.parse(file)).toMatchObject({ flow: 'contact', path: '/contact' });
  const shownLink = page.getByRole('textbox', { name: 'Link' });
  await expect.poll(() => shownLink.inputValue()).not.toBe('');
  const link = await shownLink.inputValue();
  const [address, fragment = ''] = link.split('#recording=');
  const [, compressed = ''] = fragment.split('1.');
  expect(inflateRawSync(Buffer.from(compressed, 'base64url')).toString()).toBe(
    JSON.stringify(JSON.parse(file)),
  );
  expect(address).toMatch(/\/visualiser\/contact$/);

  const code = await downloadedText(page, 'Export as a test');
  expect(code).not.toMatch(PERSONAL);
  const output = outputOfTests(code, code.replace("state: 'failed'", "state: 'done'"));
  expect(output).toMatch(/ 1 failed \| 1 passed/);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await press('Copy a link');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  const elsewhere = await newPage();
  const visualiser = await openVisualiser(elsewhere, `contact#recording=${fragment}`);
  await visualiser.openTab('Test');
  await visualiser.press('fast');
  await visualiser.openTab('Test');
  await visualiser.press('Replay on the page');
  await elsewhere.getByText('The recording: every step led where it should.').waitFor();
  await visualiser.expectState('failed');
  expect(await visualiser.frame.getByLabel('Full Name*').inputValue()).toBe('Xxxxx Xxxx');

  await visualiser.press('Discard');
  const field = elsewhere.getByLabel('Open a recording');
  const fileWith = (text: string) => ({
    name: 'r.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  await field.setInputFiles(fileWith('{"flow":"contact"}'));
  await elsewhere
    .getByRole('alert')
    .filter({ hasText: 'This file holds no recording of "Contact message".' })
    .waitFor();
  await field.setInputFiles(fileWith(file));
  await elsewhere.getByText('6 steps on /contact').waitFor();

  await visualiser.openTab('Compare');
  const other = elsewhere.getByLabel('Compare with the file of another recording');
  await other.setInputFiles(fileWith(file));
  await elsewhere.getByText('Both recordings have the same 6 steps.').waitFor();
  await other.setInputFiles(fileWith(file.replace('"state": "failed"', '"state": "done"')));
  await elsewhere.getByText('They differ from step 6.').waitFor();
  await elsewhere.getByRole('region', { name: 'The file' }).getByText('→ done').waitFor();
});

test('a replay chooses grade, course, job and file again', async () => {
  const page = await newPage();
  const recordOf = async (flow: string, act: (visualiser: VisualiserPage) => Promise<void>) => {
    const visualiser = await openVisualiser(page, flow);
    await visualiser.openTab('Test');
    await visualiser.press('Rec');
    await act(visualiser);
    await visualiser.press('Rec');
    expect(await page.getByRole('button', { name: 'Export as a test' }).isEnabled(), flow).toBe(true);
    expect(await page.getByRole('textbox', { name: 'Link' }).inputValue()).not.toMatch(PERSONAL);
    await visualiser.openTab('Test');
    await visualiser.press('fast');
    await visualiser.openTab('Test');
    await visualiser.press('Replay on the page');
    await page.getByText('The recording: every step led where it should.').waitFor();
    return visualiser.frame;
  };
  const form = async (flow: string, grade: string, course: string) => {
    const frame = await recordOf(flow, async (visualiser) => {
      await visualiser.frame.getByLabel(/^Grade/).selectOption(grade);
      await visualiser.frame.getByLabel(/^Course/).selectOption(course);
      await visualiser.frame.getByLabel(/^City/).fill('Kiran');
      await page.getByText('Recording: 3 steps').waitFor();
    });
    expect(await frame.getByLabel(/^Grade/).inputValue()).toBe(grade);
    expect(await frame.getByLabel(/^Course/).inputValue()).toBe(course);
    expect(await frame.getByLabel(/^City/).inputValue()).toBe('Xxxxx');
  };
  await form('scholarship', 'Grade 6', 'All Subjects');
  if (isMore) await form('registration', '6th', 'Exam Prep');

  const dialog = await recordOf('jobApplication', async ({ frame, expectState }) => {
    await frame.getByRole('article', { name: 'English Instructor' }).getByRole('button').click();
    const file = { name: 'Kiran_Bedi.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
    await frame.getByLabel(/^Resume/).setInputFiles(file);
    await page.getByText('Recording: 2 steps').waitFor();
    await expectState('open.idle');
  });
  await dialog.getByRole('heading', { name: 'Apply for English Instructor' }).waitFor();
  await dialog.getByText('Xxxxx_Xxxx.pdf').first().waitFor();
});

test('a long recording has one step a field after a reload, or becomes a file', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame, press } = visualiser;
  await visualiser.openTab('Test');
  await press('Rec');
  await frame.getByLabel('Full Name*').fill('Kiran Bedi');
  const message = frame.getByLabel('Your Message*');
  await message.evaluate((field: HTMLTextAreaElement) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
    for (let length = 1; length <= 60; length += 1) {
      set?.call(field, 'call me '.repeat(8).slice(0, length));
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await page.getByText('Recording: 61 steps').waitFor();
  // Loading the page again ends a recording.
  await frame.locator('body').evaluate(() => window.location.reload());
  await page.getByText('2 steps on /contact').waitFor();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Link' }).inputValue())
    .toContain('#recording=1.');

  await press('Discard');
  await press('Rec');
  // A text that compression cannot shorten, of signs that are not masked.
  let seed = 1;
  const text = Array.from({ length: 30_000 }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return '!#%&()*,-./:;?@_'.charAt(seed % 16);
  });
  await message.evaluate((field: HTMLTextAreaElement, value) => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, text.join(''));
  await page.getByText('Recording: 1 step').waitFor();
  await press('Rec');
  await page.getByText(/^The recording is too long for a link, .*: save it as a file\.$/).waitFor();
  expect(JSON.parse(await downloadedText(page, 'Save as a file')).steps).toHaveLength(1);
});

test('a recording of 20,000 steps says at once that it is worked out', async () => {
  const { page, openTab } = await openVisualiser(await newPage(), 'scholarshipTerms');
  await openTab('Test');
  const steps = Array.from({ length: 20_000 }, (_, index) => ({
    name: 'toggled: by the button',
    state: index % 2 === 0 ? 'shown' : 'hidden',
  }));
  const recording = { flow: 'scholarshipTerms', path: '/knowmore', start: null, steps };
  await openJsonFile(page, 'Open a recording', recording);
  await page.getByText('Working out 20000 steps…').waitFor();
  // The page of the tool goes on while it is worked out.
  await openTab('Now');
  await openTab('Test');
  await page.getByText('20000 steps on /knowmore').waitFor({ timeout: 50_000 });
  await page.getByText('and 19800 more').waitFor();
  await page.getByRole('button', { name: 'Export as a test', disabled: false }).waitFor();
});

test('recording, run, timeline and panel survive a reload of the visualiser', async () => {
  const visualiser = await openVisualiser(await newPage(), 'scholarshipTerms');
  const { page, press } = visualiser;
  await visualiser.openTab('Test');
  await press('Rec');
  await visualiser.frame.getByRole('button', { name: 'View Complete Terms & Conditions' }).click();
  await page.getByText('Recording: 1 step').waitFor();
  await press('fast');
  await press('Run path 1 on the page');
  await page.locator('.path-results', { hasText: 'page ✓ passed' }).waitFor();
  await press('slow');
  await press('Run path 1 on the page');
  await page.getByText(/^1 of .*: Path 1 on the page/).waitFor();
  await visualiser.filter({ kind: 'page loads' });
  const entries = () => page.locator('.entry-row').count();
  const loads = await entries();

  await page.reload();
  await visualiser.expectStatus('Following /knowmore');
  await page.getByRole('tab', { name: 'Test', selected: true }).waitFor();
  await page.getByText('1 step on /knowmore').waitFor();
  await page.locator('.path-results', { hasText: 'page ✓ passed' }).waitFor();
  await expect.poll(entries).toBe(loads + 1);
  await page.getByText(/^"Path 1 on the page" was cut off when the visualiser was loaded again/).waitFor();
  await press('fast');
  await page.keyboard.press('r');
  await page.getByText('Path 1 on the page: every step led where it should.').waitFor();
});

test('a part of the visualiser that throws says so, and what was recorded is kept', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, press } = visualiser;
  await visualiser.openTab('Test');
  await press('Rec');
  await visualiser.frame.getByLabel('Full Name*').fill('Kiran Bedi');
  await page.getByText('Recording: 1 step').waitFor();
  const present = (value: string) =>
    page.evaluate((state) => {
      const broken = { id: 'broken', tab: 'broken', path: '/broken', title: 'Broken' };
      const snapshot = { status: 'active', value: state, context: {}, children: {} };
      const sessions = [{ session: 'x', flow: 'contact', snapshot, failure: null }];
      const environment = { invokedActors: [], paused: null, microsteps: 0 };
      new BroadcastChannel('visualiser').postMessage({
        type: 'present',
        page: broken,
        sessions,
        ...environment,
      });
    }, value);
  await present('nowhere');
  await press(/^Pages/);
  await press('Broken (/broken)');
  await present('nowhere');
  await visualiser.openTab('Now').catch(() => {});
  await page.getByText(/^This part of the visualiser cannot be shown/).waitFor();
  await page.evaluate(() =>
    new BroadcastChannel('visualiser').postMessage({ type: 'goodbye', page: 'broken' }),
  );
  await visualiser.expectStatus('/broken was closed.');
  await press('Show it again');
  await visualiser.expectState('idle');
  await visualiser.openTab('Test');
  await page.getByText(/^(Recording: )?1 step/).waitFor();
});
