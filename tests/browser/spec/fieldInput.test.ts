import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { fillForm } from '../fillForm.ts';

/** Fields that are typed into with real keys, and pasted into from the real clipboard. */

const { newPage } = sharedBrowser();

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
