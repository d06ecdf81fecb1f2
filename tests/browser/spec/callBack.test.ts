import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sharedBrowser, submissions } from '../browser.ts';
import { fillForm } from '../fillForm.ts';
import { callBackForm as form } from './forms.ts';
import { html, json, pauseCalls } from './pausedCalls.ts';
import { checkSendForm, openFormPage, sharedForm } from './sendForm.ts';

const { newPage, sharedVisit } = sharedBrowser();

const OPENER = 'Get a Call Back';
const THANKS = 'Thank you! Our expert will contact you soon.';

const opener = (page: Page) => page.getByRole('button', { name: OPENER, exact: true });
const popup = (page: Page) => page.getByRole('dialog', { name: OPENER });
const close = async (page: Page) => {
  await popup(page).getByRole('button', { name: 'Close', exact: true }).click();
  await popup(page).waitFor({ state: 'detached' });
};
const hasFocus = (page: Page, id: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(id);

const visitor = sharedForm(sharedVisit, form);

checkSendForm(visitor, form);

test.each(['/', '/contact', '/blog', '/register-re', '/nowhere'])('§2 Call-back: is on %s', async (path) => {
  const page = await newPage();
  await page.goto(path);
  await opener(page).waitFor();
  expect(await popup(page).count()).toBe(0);
});

test('§4 Call-back: the sticky button opens the popup, and the focus moves in', async () => {
  const page = await newPage();
  await page.goto('/');
  await opener(page).click();
  await popup(page).waitFor();
  await hasFocus(page, 'callBack-popup');
});

test('§4 Call-back: the close button closes the popup, and the focus is back', async () => {
  const { page } = visitor();
  await close(page);
  await hasFocus(page, 'callBack-opener');
});

test('Call-back: Escape closes the popup from any of its fields, and the focus is back', async () => {
  const { page, control } = visitor();
  await control('messageUser').focus();
  await page.keyboard.press('Escape');
  await popup(page).waitFor({ state: 'detached' });
  await hasFocus(page, 'callBack-opener');
});

test('Call-back: Escape closes the popup while sending, when no field has the focus', async () => {
  const { page, fill, submit, calls, success } = visitor();
  await fill();
  await submit();
  await calls.isCalled();
  await page.keyboard.press('Escape');
  await popup(page).waitFor({ state: 'detached' });
  await calls.respond(json(200, {}));
  await success('Inquiry submitted successfully!');
});

test('Call-back: the page around the popup stays usable, and Escape there does not close it', async () => {
  const page = await newPage();
  await page.goto('/contact');
  await opener(page).click();
  await popup(page).waitFor();
  const field = page.locator('[data-flow=contact] [name=name]');
  await field.fill('Asha');
  await page.keyboard.press('Escape');
  expect(await popup(page).isVisible()).toBe(true);
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('§4 Call-back: the popup closed and opened again keeps what was typed', async () => {
  const { page, fill, values } = visitor();
  await fill();
  await close(page);
  await opener(page).click();
  expect(await values()).toEqual(form.values);
});

test.each([
  { label: 'Name', name: 'name', type: 'text', required: true },
  { label: 'Phone', name: 'phone', type: 'tel', required: true },
  { label: 'Message (optional)', name: 'messageUser', type: 'textarea', required: false },
])('§2 Call-back: $label', async ({ label, name, type, required }) => {
  const { root } = visitor();
  const control = root.getByRole('textbox', { name: label, exact: true });
  expect(
    await control.evaluate((element) =>
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? { name: element.name, type: element.type, required: element.required }
        : null,
    ),
  ).toEqual({ name, type, required });
});

test.each(['name', 'phone'])('§5 Call-back: the browser asks for %s', async (missing) => {
  const { fill, submit, control, calls, alerts } = visitor();
  await fill({ ...form.values, [missing]: '' });
  await submit();
  expect(await control(missing).evaluate((element) => element.matches(':invalid:focus'))).toBe(true);
  expect(calls.requests).toEqual([]);
  expect(alerts).toEqual([]);
});

test('§5 Call-back: the message is optional', async () => {
  const { fill, submit, calls, success } = visitor();
  await fill({ ...form.values, messageUser: '' });
  await submit();
  await calls.respond(json(200, {}));
  await success('Inquiry submitted successfully!');
  expect(calls.requests[0]?.postDataJSON()).toEqual({ ...form.values, messageUser: '' });
});

test('§9 Call-back: a phone of nine digits is neither thanked for nor sent', async () => {
  const { fill, submit, calls, alerts, error } = visitor();
  await fill({ ...form.values, phone: '998877665' });
  await submit();
  await error('Please give a phone number of exactly 10 digits.');
  expect(calls.requests).toEqual([]);
  expect(alerts).toEqual([]);
});

test(`§4 Call-back: the browser alert "${THANKS}" comes before the answer, and the popup stays open`, async () => {
  const { page, fill, submit, alerts, button, calls, reports, success } = visitor();
  await fill();
  await submit();
  await expect.poll(() => alerts).toEqual([THANKS]);
  await calls.isCalled();
  expect(await popup(page).isVisible()).toBe(true);
  await button('Requesting...').waitFor();
  expect(await reports()).toBe('');
  await calls.respond(json(200, {}));
  await success('Inquiry submitted successfully!');
  expect(await popup(page).isVisible()).toBe(true);
  expect(alerts).toEqual([THANKS]);
});

test('§4 Call-back: whoever is thanked by the alert has been heard: the request is made while it is still open', async () => {
  const page = await newPage();
  const calls = await pauseCalls(page, form.call);
  await page.goto(form.page);
  await opener(page).click();
  await fillForm(popup(page), form.values);
  const opened = page.waitForEvent('dialog');
  const pressed = popup(page).getByRole('button', { name: form.button, exact: true }).click();
  const alert = await opened;
  expect(alert.message()).toBe(THANKS);
  await calls.isCalled();
  await alert.accept();
  await pressed;
});

test.each([
  ['success', json(200, {}), 'Inquiry submitted successfully!', {}],
  ['failure', json(500, {}), 'Failed to submit inquiry', form.values],
] as const)(
  'Call-back: closed while sending, the %s opens the popup and leaves the focus alone',
  async (_, reply, text, left) => {
    const { page, fill, submit, calls, root, values } = visitor();
    await fill();
    await submit();
    await calls.isCalled();
    await close(page);
    const link = page.getByRole('contentinfo').getByRole('link').first();
    await link.focus();
    await calls.respond(reply);
    await root.getByText(text, { exact: true }).waitFor();
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await values()).toEqual({ name: '', phone: '', messageUser: '', ...left });
    expect(calls.requests).toHaveLength(1);
  },
);

test('Call-back: another page of the site keeps what was typed and what is being sent', async () => {
  const { page, fill, submit, calls, success } = visitor();
  await fill();
  await submit();
  await calls.isCalled();
  await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click();
  await page.waitForURL('**/about');
  await calls.respond(json(200, {}));
  await success('Inquiry submitted successfully!');
  await page.goBack();
  await page.waitForURL(`**${form.page}`);
});

test('§8 Call-back: a refusal that is not JSON shows "Failed to submit inquiry"', async () => {
  const { fill, submit, calls, error, values } = visitor();
  await fill();
  await submit();
  await calls.respond(html(502));
  await error('Failed to submit inquiry');
  expect(await values()).toEqual(form.values);
});

test('Call-back: a network failure shows "Failed to submit inquiry"', async () => {
  const { fill, submit, calls, error, values } = visitor();
  await fill();
  await submit();
  await calls.disconnect();
  await error('Failed to submit inquiry');
  expect(await values()).toEqual(form.values);
});

test('§7 Call-back: any status that is a success is one', async () => {
  const { fill, submit, calls, success } = visitor();
  await fill();
  await submit();
  await calls.respond(html(200));
  await success('Inquiry submitted successfully!');
});

test('Call-back: the service stores the inquiry', async () => {
  const { page, fill, submit, success } = await openFormPage(newPage, form);
  await page.unroute('**/api/inquiry');
  await fill({ ...form.values, name: 'Stored Inquiry' });
  await submit();
  await success('Inquiry submitted successfully!');
  expect(submissions('inquiry').filter((row) => row.name === 'Stored Inquiry')).toMatchObject([
    { ...form.values, name: 'Stored Inquiry' },
  ]);
});
