import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readForm } from '../../../src/browser/readPage.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser, submissions } from '../browser.ts';
import { builtSite, fileOf } from '../builtSite.ts';
import { callBackForm, contactForm, fillForm, openForm, scholarshipForm } from '../forms.ts';

/** Forms and their fields, as only a browser and the real service show them. */

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

test('§5 Registration: a number of another country is refused in the words of the rule', async () => {
  const page = await newPage();
  await page.goto('/register-re');
  const field = (name: string) => page.locator(`[data-flow="registration"] [name="${name}"]`);
  await fillForm(page.locator('[data-flow="registration"]'), {
    ...{ name: 'Asha', father: 'Asha', mother: 'Asha' },
    ...{ grade: '8th', course: 'Exam Prep', phone: '+44 7911 123456' },
  });
  await page.getByRole('button', { name: 'Register and pay ₹2000' }).click();
  await page.locator('#registration-phone-problem', { hasText: 'Valid phone number is required.' }).waitFor();
  expect(await field('phone').evaluate((element) => element === document.activeElement)).toBe(true);
});
