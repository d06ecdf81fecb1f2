import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readForm } from '../../src/browser/readPage.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { sharedBrowser, submissions } from './browser.ts';
import { builtSite, fileOf } from './builtSite.ts';
import {
  applicationForm,
  callBackForm,
  contactForm,
  openForm,
  registrationForm,
  scholarshipForm,
} from './forms.ts';

/** Fields as only a browser shows them, and their values at the real service. Spec §2, §4, §5, §7, §9. */

const { newPage } = sharedBrowser();

const stored = [
  [contactForm, 'contact'],
  [callBackForm, 'inquiry'],
  [scholarshipForm, 'application'],
] as const;

/** The rows that the service must have stored of each name at the end, and no other of these forms. */
const expectedRows = new Map<string, object>();

afterAll(() => {
  const rows = submissions().filter(({ name }) => /^(Robot|Person) at /.test(String(name)));
  for (const [sender, expected] of nonEmpty(expectedRows))
    expect(rows.filter(({ name }) => name === sender)).toMatchObject([expected]);
  expect(rows).toHaveLength(expectedRows.size);
});

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
    expectedRows.set(person.name, { kind, ...person });
  },
);

test.each([
  { form: contactForm, name: 'email', value: 'asha' },
  { form: callBackForm, name: 'phone', value: '' },
  { form: applicationForm, name: 'phone', value: '98765' },
])('§5 the browser itself asks for the $name in the form $form.flow, in its own words', async (row) => {
  const { form, name, value } = row;
  const { page, root, control, fill, submit } = await openForm(await newPage(), form);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await fill({ ...form.values, [name]: value });
  await submit();
  const validity = await control(name).evaluate((field: HTMLInputElement) => ({
    isAskedFor: field.matches(':invalid:focus'),
    isCustom: field.validity.customError,
  }));
  expect(validity).toEqual({ isAskedFor: true, isCustom: false });
  expect((await root.locator('[role=alert], [role=status]').allTextContents()).join('')).toBe('');
  expect(calls).not.toContain(form.call);
});

test('the robots’ trap belongs to its form and meets no visitor', async () => {
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

test('an error is reddish and a success greenish', async () => {
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
  await field.blur();
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
  const written = '+91 098765 43210';
  expect.soft(await paste(page, field('phone'), written), 'phone pasted').toBe('9876543210');
  expect.soft(await type(field('phone'), written), 'phone typed').toBe('9876543210');
});

/** Opens the registration; returns its page and the control of a name. */
async function openFields() {
  const { page, root, control, submit } = await openForm(await newPage(), registrationForm);
  return { page, root, submit, phone: control('phone'), control };
}

test('a key that a full phone field refuses leaves its text and its caret', async () => {
  const { page, phone } = await openFields();
  await phone.fill('9876543210');
  await phone.press('Home');
  await page.keyboard.press('ArrowRight');
  for (const key of ['5', 'x']) await page.keyboard.press(key);
  expect(await phone.inputValue()).toBe('9876543210');
  await page.keyboard.press('Delete');
  await page.keyboard.press('7');
  expect(await phone.inputValue()).toBe('9776543210');
});

test('a phone that is composed bit by bit is the number that was said', async () => {
  const { page, phone, control } = await openFields();
  const session = await page.context().newCDPSession(page);
  const compose = async (...texts: string[]) => {
    for (const text of texts)
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await session.send('Input.insertText', { text: texts.at(-1) ?? '' });
  };
  await phone.focus();
  await compose('98765', '98765 43', '98765 43210');
  expect(await phone.inputValue()).toBe('98765 43210');
  await phone.press('Home');
  await compose('1', '12');
  expect(await phone.inputValue(), 'digits too many').toBe('98765 43210');
  await control('city').focus();
  expect(await phone.inputValue()).toBe('9876543210');
});

test('values that were set without an event are kept, checked and sent', async () => {
  const { page, root, submit, control } = await openFields();
  await page.evaluate(() => {
    for (const [name, value] of [
      ['name', 'Asha Verma'],
      ['father', 'Ramesh Verma'],
    ]) {
      const field = document.querySelector<HTMLInputElement>(`#registration-${name}`);
      if (field) field.value = value ?? '';
    }
  });
  await submit();
  await root.getByText('Mother name is required.').waitFor();
  await page.keyboard.type('S');
  expect(await control('name').inputValue()).toBe('Asha Verma');
  const saved = () => page.evaluate(() => sessionStorage.getItem('registration'));
  await expect.poll(saved).toMatch(/"name":"Asha Verma","father":"Ramesh Verma","mother":"S"/);
});

const REFUSED = 'This kind of file is not taken. Please choose a PDF, DOC or DOCX file.';

test('the application is a modal dialog, which Escape closes twice in a row too', async () => {
  const { page } = await openForm(await newPage(), applicationForm);
  const dialog = page.getByRole('dialog');
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
  for (const job of ['Content Writer', 'Math Tutor']) {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/^apply-/);
    await page.getByRole('article', { name: job }).getByRole('button', { name: 'Apply Now' }).click();
    await dialog.waitFor();
  }
});

test.each([
  ['cv.pdf.zip', REFUSED],
  ['cv.pdf', 'cv.pdf'],
])('§5 %s can be dropped on the field, and is checked', async (name, shown) => {
  const { page, root, control } = await openForm(await newPage(), applicationForm);
  const folder = await mkdtemp(join(tmpdir(), 'drop-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), '%PDF-1.4');
  await control('resume').scrollIntoViewIfNeeded();
  const box = await control('resume').boundingBox();
  if (!box) throw new Error('the file field is not shown');
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      data: { items: [], files: [join(folder, name)], dragOperationsMask: 1 },
    });
  await root.getByText(shown, { exact: true }).waitFor();
});
