import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';

/** The application for a job as only a browser shows it. Spec §2, §4, §5. */

const { newPage } = sharedBrowser();

const REFUSED = 'This kind of file is not taken. Please choose a PDF, DOC or DOCX file.';

/** Presses Apply Now for Math Tutor. */
async function applicant(prepare: (page: Page) => Promise<void> = async () => {}) {
  const page = await newPage();
  await prepare(page);
  const alerts: string[] = [];
  page.on('dialog', async (dialog) => {
    alerts.push(dialog.message());
    await dialog.accept();
  });
  await page.goto('/careers');
  const dialog = page.getByRole('dialog');
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  const attach = (name: string) =>
    field('Resume/CV*').setInputFiles({ name, mimeType: '', buffer: Buffer.from('%PDF-1.4') });
  await page.getByRole('article', { name: 'Math Tutor' }).getByRole('button', { name: 'Apply Now' }).click();
  await dialog.waitFor();
  return {
    page,
    dialog,
    alerts,
    field,
    attach,
    fill: async () => {
      await field('Full Name*').fill('Asha Verma');
      await field('Email*').fill('asha@example.com');
      await field('Phone*').fill('9876543210');
      await attach('cv.pdf');
    },
    submit: () => dialog.getByRole('button', { name: 'Submit Application', exact: true }).click(),
  };
}

test('the application is a modal dialog, which Escape closes twice in a row too', async () => {
  const { page, dialog } = await applicant();
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
  for (const job of ['Content Writer', 'Math Tutor']) {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/^apply-/);
    await page.getByRole('article', { name: job }).getByRole('button', { name: 'Apply Now' }).click();
    await dialog.waitFor();
  }
});

test('§5 an application is refused by the browser, in its own words, at the field', async () => {
  const { dialog, fill, field, submit, alerts } = await applicant();
  for (const [label, text] of nonEmpty([
    ['Full Name*', ''],
    ['Email*', ''],
    ['Email*', 'asha.example.com'],
    ['Phone*', ''],
    ['Phone*', '98765'],
  ] as const)) {
    await fill();
    await field(label).fill(text);
    await submit();
    const validity = await field(label).evaluate((element: HTMLInputElement) => ({
      isValid: element.validity.valid,
      isCustom: element.validity.customError,
      hasFocus: document.activeElement === element,
      isSaid: element.validationMessage !== '',
    }));
    expect({ label, text, ...validity }).toEqual({
      ...{ label, text },
      ...{ isValid: false, isCustom: false, hasFocus: true, isSaid: true },
    });
  }
  await fill();
  await field('Resume/CV*').setInputFiles([]);
  await submit();
  expect(await field('Resume/CV*').evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await dialog.isVisible()).toBe(true);
  expect(alerts).toEqual([]);
});

test('§5 a file of another kind is refused though the picker may be told to show all files, and is seen to be', async () => {
  const { dialog, fill, attach, field, submit, alerts } = await applicant();
  const edge = () =>
    dialog.locator('.file-chooser').evaluate((chooser) => {
      const { borderTopColor, boxShadow } = getComputedStyle(chooser);
      return { borderTopColor, boxShadow };
    });
  await fill();
  for (const name of ['cv.exe', 'photo.jpg', 'cv.pdf.zip', 'cv']) {
    const before = await edge();
    await attach(name);
    await dialog.getByRole('alert').getByText(REFUSED, { exact: true }).waitFor();
    await dialog.getByText('Choose File', { exact: true }).waitFor();
    expect(await field('Resume/CV*').inputValue(), name).toBe('');
    const { borderTopColor, boxShadow } = await edge();
    expect(boxShadow).not.toBe(before.boxShadow);
    expect(borderTopColor).not.toBe(before.borderTopColor);
    await submit();
    expect(alerts).toEqual([]);
    await attach('CV.PDF');
    await dialog.getByText('CV.PDF', { exact: true }).waitFor();
    await dialog.getByText(REFUSED).waitFor({ state: 'hidden' });
  }
});

test.each([
  ['cv.txt', REFUSED],
  ['cv.pdf', 'cv.pdf'],
])('§5 %s can be dropped on the field, and is checked', async (name, shown) => {
  const { page, dialog, field } = await applicant();
  const folder = await mkdtemp(join(tmpdir(), 'drop-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), '%PDF-1.4');
  await field('Resume/CV*').scrollIntoViewIfNeeded();
  const box = await field('Resume/CV*').boundingBox();
  if (!box) throw new Error('the file field is not shown');
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      data: { items: [], files: [join(folder, name)], dragOperationsMask: 1 },
    });
  await dialog.getByText(shown, { exact: true }).waitFor();
});

test('an application is there after a reload, but for its file, and gone once it is sent', async () => {
  const { page, dialog, fill, attach, field, submit, alerts } = await applicant();
  await fill();
  await field('Cover Letter').fill('I have taught for four years.');
  await page.reload();
  await page.getByRole('dialog', { name: 'Apply for Math Tutor' }).waitFor();
  expect(await field('Full Name*').inputValue()).toBe('Asha Verma');
  expect(await field('Cover Letter').inputValue()).toBe('I have taught for four years.');
  await dialog
    .getByText('The page was loaded again, and files are not kept. Please choose cv.pdf again.')
    .waitFor();
  await attach('cv.pdf');
  await submit();
  await dialog.waitFor({ state: 'hidden' });
  expect(alerts).toHaveLength(1);
  expect(await page.evaluate(() => sessionStorage.getItem('jobApplication'))).toBeNull();
});
