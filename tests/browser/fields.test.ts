import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { readForm } from '../../src/browser/readPage.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { sharedBrowser, submissions } from './browser.ts';
import { builtSite, fileOf } from './builtSite.ts';
import { callBackForm, contactForm, openForm, scholarshipForm } from './forms.ts';

/** Fields as only a browser shows them, and what comes to the real service. Spec §2, §4, §5, §7, §9. */

const { newPage } = sharedBrowser();

const stored = [
  [contactForm, 'contact'],
  [callBackForm, 'inquiry'],
  [scholarshipForm, 'application'],
] as const;

test.each(stored)(
  '§7 what is sent by the form $flow is stored, and nothing that a robot sends',
  async (form, kind) => {
    const { page, root, fill, submit, isSent } = await openForm(await newPage(), form);
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith(form.call)) return;
      expect([request.method(), request.headers()['content-type']]).toEqual(['POST', 'application/json']);
      sent.push(request.postDataJSON());
    });
    const trap = root.locator('input[name="remark"]');
    const setTrap = (text: string) =>
      trap.evaluate((field, value) => {
        if (field instanceof HTMLInputElement) field.value = value;
      }, text);
    const robot = { ...form.values, name: `Robot at ${form.flow}` };
    const person = { ...form.values, name: `Person at ${form.flow}` };
    await fill(robot);
    await setTrap('https://casino.example');
    await submit();
    await isSent();
    await root.getByRole('button', { name: 'Close this message' }).click();
    await setTrap('');
    await fill(person);
    await submit();
    await isSent();
    expect(sent).toEqual([{ ...robot, remark: 'https://casino.example' }, person]);
    const rows = submissions(kind);
    expect(nonEmpty(rows).filter(({ name }) => name === robot.name)).toEqual([]);
    expect(rows.filter(({ name }) => name === person.name)).toMatchObject([person]);
  },
);

test.each([
  {
    form: contactForm,
    refused: [
      ['name', ''],
      ['email', ''],
      ['email', 'asha'],
      ['message', ''],
      ['phone', '98'],
    ],
  },
  {
    form: callBackForm,
    refused: [
      ['name', ''],
      ['phone', ''],
    ],
  },
])('§5 the browser itself asks for what is missing in the form $form.flow', async ({ form, refused }) => {
  const { page, root, control, fill, submit } = await openForm(await newPage(), form);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  for (const [name = '', value = ''] of nonEmpty(refused)) {
    await fill({ ...form.values, [name]: value });
    await submit();
    const isAskedFor = await control(name).evaluate((element) => element.matches(':invalid:focus'));
    expect({ name, value, isAskedFor }).toEqual({ name, value, isAskedFor: true });
  }
  expect((await root.locator('[role=alert], [role=status]').allTextContents()).join('')).toBe('');
  expect(calls).not.toContain(form.call);
});

test('the trap for robots belongs to its form, and neither eye, reader, keyboard nor draft meet it', async () => {
  const { page, root, control, fill } = await openForm(await newPage(), contactForm);
  const trap = root.locator('input[name="remark"]');
  await fill();
  expect(await trap.evaluate((field) => field instanceof HTMLInputElement && field.form?.id)).toBe(
    'contact-form',
  );
  await trap.fill('https://casino.example');
  expect(await root.evaluate(readForm)).toEqual(contactForm.values);
  expect(await page.evaluate(() => sessionStorage.getItem('contact'))).not.toContain('casino');
  expect(await root.getByRole('textbox', { name: 'Leave this field empty' }).count()).toBe(0);
  expect(await root.getByLabel('Leave this field empty').count()).toBe(1);
  const seen = await trap.evaluate((field) => {
    const { width, height } = field.parentElement?.getBoundingClientRect() ?? {};
    return { width, height, display: getComputedStyle(field).display };
  });
  expect(seen).toEqual({ width: 1, height: 1, display: 'inline-block' });
  expect(await trap.getAttribute('autocomplete')).toBe('off');
  const words = [await trap.getAttribute('name'), await trap.getAttribute('id'), 'Leave this field empty'];
  // What browsers and password managers look for, in any part of a name.
  expect(words.join(' ')).not.toMatch(
    /name|mail|phone|tel|mobile|fax|url|web|site|home|compan|organi|address|street|city|state|zip|post|country|birth|title|user|login|pass|card|comment|message/i,
  );
  await control('message').focus();
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press('Tab');
    expect(await trap.evaluate((field) => field === document.activeElement)).toBe(false);
  }
});

test('a form whose robots are held off otherwise has no trap', async () => {
  const { read } = await builtSite();
  const mainOf = (path: string) => read(fileOf(path)).split('<footer')[0]?.split('<main')[1];
  expect(mainOf('/contact')).toContain('name="remark"');
  for (const path of ['/register-re', '/careers']) expect(mainOf(path), path).not.toContain('name="remark"');
});

test('an error is reddish and a success greenish, so that they are told apart before they are read', async () => {
  const { page, root, fill, submit, isSent } = await openForm(await newPage(), contactForm);
  const colour = () =>
    root.getByRole('button', { name: 'Close this message' }).evaluate(
      (button) =>
        getComputedStyle(button.parentElement ?? button)
          .backgroundColor.match(/[\d.]+/g)
          ?.map(Number) ?? [],
    );
  await page.route('**/api/contact', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await fill();
  await submit();
  await root.getByRole('alert').getByText('Failed to send message').waitFor();
  const [red = 0, green = 0] = await colour();
  expect(red).toBeGreaterThan(green);
  await submit();
  await isSent();
  const [otherRed = 0, otherGreen = 0] = await colour();
  expect(otherGreen).toBeGreaterThan(otherRed);
});

async function paste(page: Page, field: Locator, text: string): Promise<string> {
  await field.fill('');
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.press('ControlOrMeta+V');
  return field.inputValue();
}

async function type(field: Locator, text: string): Promise<string> {
  await field.fill('');
  await field.pressSequentially(text);
  return field.inputValue();
}

test('§5, §9 Registration: fields keep what they take, pasted and typed', async () => {
  const page = await newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/register-re');
  const field = (name: string) => page.locator(`[data-flow="registration"] [name="${name}"]`);

  expect
    .soft(await paste(page, field('name'), 'Asha\tVerma\r\nKaur'), 'breaks pasted')
    .toBe('Asha Verma Kaur');
  expect
    .soft(await paste(page, field('name'), 'Asha\u0007 Ver\u0000ma'), 'controls pasted')
    .toBe('Asha Verma');
  expect.soft(await paste(page, field('name'), 'ശ്രീ\u200dജ'), 'joiners pasted').toBe('ശ്രീ\u200dജ');
  expect.soft((await paste(page, field('city'), 'x'.repeat(500))).length, 'too long, pasted').toBe(120);
  await field('city').fill('x'.repeat(119));
  await field('city').press('End');
  await page.keyboard.type('yz');
  expect.soft(await field('city').inputValue(), 'too long, typed').toBe(`${'x'.repeat(119)}y`);
  for (const name of ['name', 'father', 'mother', 'city'])
    expect.soft(await field(name).getAttribute('maxlength'), `${name} has a limit`).toBe('120');

  for (const written of ['+91 098765 43210', '0091-98765-43210', '919876543210', '+91 (0) 98765 43210']) {
    expect.soft(await paste(page, field('phone'), written), `${written} pasted`).toBe('9876543210');
    expect.soft(await type(field('phone'), written), `${written} typed`).toBe('9876543210');
  }
  expect.soft(await type(field('phone'), '987654321012'), 'twelve digits typed').toBe('9876543210');
  expect.soft(await paste(page, field('phone'), '९८७६५ ४३२१०'), 'Devanagari').toBe('9876543210');
  const foreign = await paste(page, field('phone'), '+44 7911 123456');
  expect.soft(foreign, 'another country').toMatch(/^\+44/);
});

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
