import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { applicants } from './applicant.ts';

const { applicant, sharedApplicant } = applicants();

const REFUSED = 'This kind of file is not taken. Please choose a PDF, DOC or DOCX file.';

describe('§5 Resume files', () => {
  const visitor = sharedApplicant();

  test.each(['cv.pdf', 'cv.doc', 'cv.docx', 'CV.PDF'])('%s is taken', async (name) => {
    const { dialog, field, attach } = await visitor();
    await field('Resume/CV*').setInputFiles([]);
    await dialog.getByText('Choose File', { exact: true }).waitFor();
    await attach(name);
    await dialog.getByText(name, { exact: true }).waitFor();
    expect(await dialog.getByText(REFUSED).count()).toBe(0);
  });

  test.each(['cv.exe', 'cv.txt', 'photo.jpg', 'cv.pdf.zip', 'cv'])(
    '%s is refused though the picker may be told to show all files',
    async (name) => {
      const { dialog, fill, attach, field, submit, alerts } = await visitor();
      const edge = () =>
        dialog.locator('.file-chooser').evaluate((chooser) => {
          const { borderTopColor, boxShadow } = getComputedStyle(chooser);
          return { borderTopColor, boxShadow };
        });
      await fill();
      const before = await edge();
      await attach(name);
      await dialog.getByRole('alert').getByText(REFUSED, { exact: true }).waitFor();
      await dialog.getByText('Choose File', { exact: true }).waitFor();
      expect(await field('Resume/CV*').inputValue()).toBe('');
      expect(await field('Resume/CV*').getAttribute('aria-invalid')).toBe('true');
      const { borderTopColor, boxShadow } = await edge();
      expect(boxShadow).not.toBe(before.boxShadow);
      expect(borderTopColor).not.toBe(before.borderTopColor);
      await submit();
      expect(alerts).toEqual([]);
      await attach('cv.pdf');
      await dialog.getByText(REFUSED).waitFor({ state: 'hidden' });
    },
  );
});

describe('§5 A resume file', () => {
  test.each([
    ['cv.txt', REFUSED],
    ['cv.pdf', 'cv.pdf'],
  ])('%s can be dropped, and is checked', async (name, shown) => {
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
});

describe('The draft of an application', () => {
  test('is there after a reload, but for the file, and the page says so', async () => {
    const { page, dialog, fill, field, focused } = await applicant('English Instructor');
    await fill();
    await field('Cover Letter').fill('I have taught for four years.');
    await page.reload();
    await page.getByRole('dialog', { name: 'Apply for English Instructor' }).waitFor();
    expect(await field('Full Name*').inputValue()).toBe('Asha Verma');
    expect(await field('Email*').inputValue()).toBe('asha@example.com');
    expect(await field('Phone*').inputValue()).toBe('9876543210');
    expect(await field('Cover Letter').inputValue()).toBe('I have taught for four years.');
    await dialog
      .getByText('The page was loaded again, and files are not kept. Please choose cv.pdf again.')
      .waitFor();
    await dialog.getByText('Choose File', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(focused).toBe('apply-2');
  });

  test('is gone on submit', async () => {
    const { page, dialog, fill, submit, storedDraft } = await applicant();
    await fill();
    expect(await storedDraft()).not.toBeNull();
    await submit();
    await dialog.waitFor({ state: 'hidden' });
    expect(await storedDraft()).toBeNull();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Careers' }).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  test.each([
    [23, 'Asha Verma'],
    [25, ''],
  ])('after %i hours the name is "%s"', async (hours, name) => {
    const { page, dialog, fill, field, open } = await applicant('Math Tutor', (page) =>
      page.clock.install({ time: new Date('2026-06-01T09:00:00Z') }),
    );
    await fill();
    await page.clock.setSystemTime(new Date(Date.UTC(2026, 5, 1, 9 + hours)));
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Careers', includeHidden: true }).waitFor();
    if (name === '') await open();
    await dialog.waitFor();
    expect(await field('Full Name*').inputValue()).toBe(name);
  });
});
