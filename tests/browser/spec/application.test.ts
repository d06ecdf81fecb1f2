import { describe, expect, test } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { applicants } from './applicant.ts';

const { applicant, sharedApplicant } = applicants();

const visitor = sharedApplicant();

const jobs = ['Math Tutor', 'English Instructor', 'Frontend Developer', 'Content Writer'];

const thanks = (job: string) =>
  `Thank you for applying to ${job}! We'll review your application and get back to you soon.`;

describe('§2 Careers, the application modal', () => {
  test.each(jobs)('is titled "Apply for %s", and is modal', async (job) => {
    const { page, dialog, focused } = await visitor(job);
    await page.getByRole('dialog', { name: `Apply for ${job}`, exact: true }).waitFor();
    await dialog.getByRole('heading', { level: 2, name: `Apply for ${job}`, exact: true }).waitFor();
    expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
    expect(await focused()).toBe('jobApplication-name');
  });

  test.each([
    ['Full Name*', { type: 'text', autocomplete: 'name' }],
    ['Email*', { type: 'email', autocomplete: 'email', inputmode: 'email' }],
    ['Phone*', { type: 'tel', autocomplete: 'tel', inputmode: 'tel' }],
    ['Resume/CV*', { type: 'file', accept: '.pdf,.doc,.docx' }],
  ])('§5 has the required field "%s"', async (label, attributes) => {
    const { field } = await visitor();
    for (const [name, value] of nonEmpty(Object.entries(attributes)))
      expect(await field(label).getAttribute(name), name).toBe(value);
    expect(await field(label).getAttribute('required')).not.toBeNull();
  });

  test('§5 §9 has an optional cover letter of four rows with its placeholder', async () => {
    const { dialog, field } = await visitor();
    const letter = field('Cover Letter');
    expect(await letter.evaluate((element) => element.tagName)).toBe('TEXTAREA');
    expect(await letter.getAttribute('rows')).toBe('4');
    expect(await letter.getAttribute('placeholder')).toBe("Tell us why you'd be a great fit...");
    expect(await letter.getAttribute('required')).toBeNull();
    const hint = dialog.locator(`#${await letter.getAttribute('aria-describedby')}`);
    expect(await hint.textContent()).toBe('Optional');
  });

  test('the file chooser shows "Choose File", then the name of the file', async () => {
    const { dialog, attach } = await applicant();
    await dialog.getByText('Choose File', { exact: true }).waitFor();
    await attach('my resume.docx');
    await dialog.getByText('my resume.docx', { exact: true }).waitFor();
    expect(await dialog.getByText('Choose File', { exact: true }).count()).toBe(0);
  });

  test('§9 the phone keeps exactly ten digits of a pasted number', async () => {
    const { field } = await visitor();
    await field('Phone*').fill('+91 98765-43210 99');
    expect(await field('Phone*').inputValue()).toBe('9876543210');
  });
});

describe('§4 The application modal closes', () => {
  test('on the close button, and the focus is back at the opener', async () => {
    const { dialog, focused } = await visitor('Frontend Developer');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await focused()).toBe('apply-3');
  });

  test('on Escape, twice in a row too', async () => {
    const { page, dialog, open, focused } = await visitor('Content Writer');
    for (const job of ['Content Writer', 'Math Tutor']) {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      expect(await focused()).toMatch(/^apply-/);
      await open(job);
      await dialog.waitFor();
    }
  });

  test('and keeps what was typed and chosen for its job', async () => {
    const { page, dialog, fill, field, open, submit, alerts } = await visitor();
    await fill();
    await page.keyboard.press('Escape');
    await open();
    expect(await field('Full Name*').inputValue()).toBe('Asha Verma');
    await dialog.getByText('cv.pdf', { exact: true }).waitFor();
    await submit();
    expect(alerts).toEqual([`alert: ${thanks('Math Tutor')}`]);
  });

  test('and what was begun does not appear under another job', async () => {
    const { page, dialog, fill, field, open, submit, alerts, storedDraft } = await visitor();
    await fill();
    await field('Cover Letter').fill('I have taught for four years.');
    await page.keyboard.press('Escape');
    await open('Content Writer');
    await page.getByRole('dialog', { name: 'Apply for Content Writer' }).waitFor();
    for (const label of ['Full Name*', 'Email*', 'Phone*', 'Resume/CV*', 'Cover Letter'])
      expect(await field(label).inputValue(), label).toBe('');
    await dialog.getByText('Choose File', { exact: true }).waitFor();
    expect(await storedDraft()).toBeNull();
    await submit();
    expect(alerts).toEqual([]);
  });
});

describe('§4 Submit Application', () => {
  test.each(jobs)('closes the modal and alerts with the title "%s"', async (job) => {
    const { dialog, fill, submit, alerts } = await visitor(job);
    await fill();
    await submit();
    await dialog.waitFor({ state: 'hidden' });
    expect(alerts).toEqual([`alert: ${thanks(job)}`]);
  });

  test('is told before what it does not do: the application is to be sent by e-mail too', async () => {
    const { dialog } = await visitor();
    await dialog.getByText(/^What you enter here stays on your device\./).waitFor();
    expect(await dialog.getByRole('link').getAttribute('href')).toMatch(/^mailto:/);
  });

  test('makes no network call', async () => {
    const { page, dialog, fill, submit, requests } = await applicant();
    await fill();
    await page.waitForLoadState('networkidle');
    const before = requests.length;
    await submit();
    await dialog.waitFor({ state: 'hidden' });
    await page.waitForLoadState('networkidle');
    expect(requests.slice(before)).toEqual([]);
    expect(nonEmpty(requests).filter((request) => !request.startsWith('GET '))).toEqual([]);
  });

  test('resets the form to empty values', async () => {
    const { dialog, fill, submit, open, field } = await visitor();
    await fill();
    await field('Cover Letter').fill('I have taught for four years.');
    await submit();
    await open();
    for (const label of ['Full Name*', 'Email*', 'Phone*', 'Resume/CV*', 'Cover Letter'])
      expect(await field(label).inputValue(), label).toBe('');
    await dialog.getByText('Choose File', { exact: true }).waitFor();
  });

  test.each([
    ['Full Name*', ''],
    ['Email*', ''],
    ['Email*', 'asha.example.com'],
    ['Phone*', ''],
    ['Phone*', '98765'],
  ])('§5 is refused by the browser, in its own words, with %s "%s"', async (label, text) => {
    const { dialog, fill, field, submit, alerts } = await visitor();
    await fill();
    await field(label).fill(text);
    await submit();
    const validity = await field(label).evaluate((element: HTMLInputElement) => ({
      isValid: element.validity.valid,
      isCustom: element.validity.customError,
      hasFocus: document.activeElement === element,
      message: element.validationMessage,
    }));
    expect(validity).toMatchObject({ isValid: false, isCustom: false, hasFocus: true });
    expect(validity.message).not.toBe('');
    expect(await dialog.isVisible()).toBe(true);
    expect(alerts).toEqual([]);
  });

  test('§5 is refused by the browser without a resume', async () => {
    const { dialog, fill, field, submit, alerts, focused } = await visitor();
    await fill();
    await field('Resume/CV*').setInputFiles([]);
    await dialog.getByText('Choose File', { exact: true }).waitFor();
    await submit();
    expect(await focused()).toBe('jobApplication-resume');
    expect(alerts).toEqual([]);
  });
});
