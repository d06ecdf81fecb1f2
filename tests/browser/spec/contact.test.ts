import { expect, test } from 'vitest';
import { sharedBrowser, submissions } from '../browser.ts';
import { contactForm as form } from './forms.ts';
import { html, json } from './pausedCalls.ts';
import { checkSendForm, openFormPage, sharedForm } from './sendForm.ts';

const { newPage, sharedVisit } = sharedBrowser();

const visitor = sharedForm(sharedVisit, form);

checkSendForm(visitor, form);

test.each(['/contact', '/getTouch'])(
  '§2 Contact: %s shows the form, its heading and its subtitle',
  async (path) => {
    const { page, root } = await openFormPage(newPage, { ...form, page: path });
    await page.getByRole('heading', { level: 1, name: 'Contact Us', exact: true }).waitFor();
    await page.getByText('Have questions? Get in touch with our team', { exact: true }).waitFor();
    expect(await root.getByRole('button', { name: 'Send Message', exact: true }).isVisible()).toBe(true);
  },
);

test.each([
  { label: 'Full Name', star: true, name: 'name', type: 'text', autoComplete: 'name' },
  { label: 'Email Address', star: true, name: 'email', type: 'email', autoComplete: 'email' },
  { label: 'Phone Number', star: false, name: 'phone', type: 'tel', autoComplete: 'tel' },
  { label: 'Your Message', star: true, name: 'message', type: 'textarea', autoComplete: '' },
])('§2 Contact: $label', async ({ label, star, name, type, autoComplete }) => {
  const { root } = visitor();
  const control = root.getByRole('textbox', { name: label, exact: true });
  expect(
    await control.evaluate((element) =>
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? {
            name: element.name,
            type: element.type,
            autoComplete: element.autocomplete,
            required: element.required,
          }
        : null,
    ),
  ).toEqual({ name, type, autoComplete, required: star });
  await root
    .locator('label')
    .getByText(star ? `${label}*` : label, { exact: true })
    .waitFor();
});

test('§2 Contact: the message has 5 rows', async () => {
  const { control } = visitor();
  expect(await control('message').getAttribute('rows')).toBe('5');
});

test.each(['name', 'email', 'message'])('§5 Contact: the browser asks for %s', async (missing) => {
  const { fill, submit, control, calls, reports, page } = visitor();
  await fill({ ...form.values, [missing]: '' });
  await submit();
  expect(await control(missing).evaluate((element) => element.matches(':invalid:focus'))).toBe(true);
  expect(await reports()).toBe('');
  expect(calls.requests).toEqual([]);
  expect(await page.locator('[data-flow=contact] form').getAttribute('novalidate')).toBeNull();
});

test('§5 Contact: the browser checks the e-mail address', async () => {
  const { fill, submit, control, calls } = visitor();
  await fill({ ...form.values, email: 'asha' });
  await submit();
  expect(await control('email').evaluate((element) => element.matches(':invalid:focus'))).toBe(true);
  expect(calls.requests).toEqual([]);
});

test('§5 Contact: the phone is optional', async () => {
  const { fill, submit, calls, success } = visitor();
  await fill({ ...form.values, phone: '' });
  await submit();
  await calls.respond(json(200, {}));
  await success('Message sent successfully!');
  expect(calls.requests[0]?.postDataJSON()).toEqual({ ...form.values, phone: '' });
});

test.each([
  { field: 'name', value: '   ', message: 'Please give your name.' },
  { field: 'email', value: 'asha@example', message: 'Please give a valid email address.' },
  { field: 'message', value: ' \n ', message: 'Please write a message.' },
])('Contact: $field with $value, which the browser lets through', async ({ field, value, message }) => {
  const { root, fill, submit, control, calls, error } = visitor();
  await fill({ ...form.values, [field]: value });
  await submit();
  await error(message);
  expect(await control(field).evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await control(field).getAttribute('aria-invalid')).toBe('true');
  expect(await control(field).getAttribute('aria-describedby')).toBe('contact-alert');
  expect(await root.getByText('What you typed is kept.').count()).toBe(0);
  expect(calls.requests).toEqual([]);
});

test.each([200, 404, 500])(
  '§8 Contact: an answer of status %i that is not JSON shows "Invalid response from server"',
  async (status) => {
    const { fill, submit, calls, error, values } = visitor();
    await fill();
    await submit();
    await calls.respond(html(status));
    await error('Invalid response from server');
    expect(await values()).toEqual(form.values);
  },
);

test("§8 Contact: a network failure shows the error's own message, and the values are kept", async () => {
  const { page, fill, submit, calls, error, values } = visitor();
  const own = await page.evaluate(() =>
    fetch('http://localhost:9/').catch((reason: unknown) => (reason instanceof Error ? reason.message : '')),
  );
  await fill();
  await submit();
  await calls.disconnect();
  await error(String(own));
  expect(await values()).toEqual(form.values);
});

test('§7 Contact: the body of a success is not read', async () => {
  const { fill, submit, calls, success } = visitor();
  await fill();
  await submit();
  await calls.respond({ status: 200, contentType: 'application/json', body: '{ this is no JSON' });
  await success('Message sent successfully!');
});

test('§8 Contact: errors are red alerts, a success is a green one', async () => {
  const { root, fill, submit, calls, error, success } = visitor();
  await fill();
  await submit();
  await calls.respond(json(500, {}));
  await error('Failed to send message');
  expect(await root.locator('.alert-error').count()).toBe(1);
  await submit();
  await calls.respond(json(200, {}));
  await success('Message sent successfully!');
  expect(await root.locator('.alert-error').count()).toBe(0);
  expect(await root.locator('.alert-success').count()).toBe(1);
});

test('Contact: the service stores the message', async () => {
  const { page, fill, submit, success } = await openFormPage(newPage, form);
  await page.unroute('**/api/contact');
  const email = 'stored.message@example.com';
  await fill({ ...form.values, email });
  await submit();
  await success('Message sent successfully!');
  expect(submissions('contact').filter((row) => row.email === email)).toMatchObject([
    { ...form.values, email },
  ]);
});

test('§5 Contact: a phone that is not whole is refused in the browser’s own words; an empty one is not', async () => {
  const { fill, submit, control, calls, reports, success } = visitor();
  await fill({ ...form.values, phone: '98' });
  await submit();
  const phone = control('phone');
  expect(await phone.evaluate((element) => element.matches(':invalid:focus'))).toBe(true);
  expect(
    await phone.evaluate(
      (element) => element instanceof HTMLInputElement && element.validity.patternMismatch,
    ),
  ).toBe(true);
  expect(await reports()).toBe('');
  expect(calls.requests).toEqual([]);
  await fill({ phone: '' });
  await submit();
  await calls.isCalled();
  expect(calls.requests[0]?.postDataJSON()).toMatchObject({ phone: '' });
  await calls.respond(json(200, {}));
  await success('Message sent successfully!');
});
