import { expect, test } from 'vitest';
import { sharedBrowser, submissions } from '../browser.ts';
import { scholarshipForm as form } from './forms.ts';
import { html, json } from './pausedCalls.ts';
import { checkSendForm, emptyValues, openFormPage, sharedForm } from './sendForm.ts';

const { newPage, sharedVisit } = sharedBrowser();

const MISSING = 'Please fill all required fields';
const UNEXPECTED = 'An error occurred. Please try again later.';

const visitor = sharedForm(sharedVisit, form);

checkSendForm(visitor, form);

test('§2 Scholarship: is titled "Start Your Learning Journey"', async () => {
  const { page } = visitor();
  await page.getByRole('heading', { level: 1, name: 'Start Your Learning Journey', exact: true }).waitFor();
});

test('§2 Scholarship: Grade 5 to Grade 10', async () => {
  const { control } = visitor();
  expect(await control('grade').locator('option:not([value=""])').allTextContents()).toEqual([
    'Grade 5',
    'Grade 6',
    'Grade 7',
    'Grade 8',
    'Grade 9',
    'Grade 10',
  ]);
});

test('§2 Scholarship: six courses', async () => {
  const { control } = visitor();
  expect(await control('course').locator('option:not([value=""])').allTextContents()).toEqual([
    'English Speaking',
    'Math Foundation',
    'Computer Basics',
    'Science Concepts',
    'Career Guidance',
    'All Subjects',
  ]);
});

test.each([
  ['Name', 'name'],
  ['Grade', 'grade'],
  ['Course', 'course'],
  ['Phone', 'phone'],
  ['City', 'city'],
])('§2 Scholarship: the field %s', async (label, name) => {
  const { root } = visitor();
  expect(await root.getByLabel(label, { exact: true }).getAttribute('name')).toBe(name);
});

test.each(['name', 'grade', 'course', 'phone', 'city'])(
  `§5 Scholarship: without %s it says "${MISSING}", and the focus is there`,
  async (missing) => {
    const { fill, submit, control, calls, error, values } = visitor();
    await fill({ ...form.values, [missing]: '' });
    await submit();
    await error(MISSING);
    expect(await control(missing).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await control(missing).getAttribute('aria-invalid')).toBe('true');
    expect(await control(missing).getAttribute('aria-describedby')).toContain('scholarship-alert');
    expect(await values()).toEqual({ ...form.values, [missing]: '' });
    expect(calls.requests).toEqual([]);
  },
);

test(`§8 Scholarship: "${MISSING}" once for all fields, dismissed, and gone when all are filled in`, async () => {
  const { root, fill, submit, control, error, dismiss, reports } = visitor();
  await fill(emptyValues(form));
  await submit();
  await error(MISSING);
  expect(await root.getByText(MISSING).count()).toBe(1);
  expect(await root.locator('[aria-invalid=true]').count()).toBe(5);
  expect(await control('name').evaluate((element) => element === document.activeElement)).toBe(true);
  await dismiss();
  expect(await reports()).toBe('');
  await submit();
  await error(MISSING);
  await fill();
  expect(await reports()).toBe('');
  expect(await root.locator('[aria-invalid=true]').count()).toBe(0);
});

test('§9 Scholarship: a phone of nine digits is not sent', async () => {
  const { fill, submit, calls, error } = visitor();
  await fill({ ...form.values, phone: '912345678' });
  await submit();
  await error('Please give a phone number of exactly 10 digits.');
  expect(calls.requests).toEqual([]);
});

test("§8 Scholarship: success shows the server's message", async () => {
  const { fill, submit, calls, success } = visitor();
  await fill();
  await submit();
  await calls.respond(json(201, { message: 'We will write to you in June.' }));
  await success('We will write to you in June.');
});

test(`§8 Scholarship: a network failure shows "${UNEXPECTED}", and the values are kept`, async () => {
  const { fill, submit, calls, error, values } = visitor();
  await fill();
  await submit();
  await calls.disconnect();
  await error(UNEXPECTED);
  expect(await values()).toEqual(form.values);
});

test.each([
  ['a page of status 200', html(200)],
  ['a page of status 502', html(502)],
  ['broken JSON', { status: 200, contentType: 'application/json', body: '{ this is no JSON' }],
])(`§8 Scholarship: %s shows "${UNEXPECTED}", and the values are kept`, async (_, reply) => {
  const { fill, submit, calls, error, values } = visitor();
  await fill();
  await submit();
  await calls.respond(reply);
  await error(UNEXPECTED);
  expect(await values()).toEqual(form.values);
});

test('Scholarship: the service stores the application', async () => {
  const { page, fill, submit, success } = await openFormPage(newPage, form);
  await page.unroute('**/api/apply');
  await fill({ ...form.values, city: 'Stored City' });
  await submit();
  await success('Application submitted successfully!');
  expect(submissions('application').filter((row) => row.city === 'Stored City')).toMatchObject([
    { ...form.values, city: 'Stored City' },
  ]);
});
