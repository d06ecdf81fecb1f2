import { expect, test } from 'vitest';
import { readForm } from '../../../src/browser/readPage.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser, submissions } from '../browser.ts';
import { builtSite, fileOf } from '../builtSite.ts';
import { callBackForm, contactForm, openForm, scholarshipForm } from './forms.ts';

/** The three forms that are sent once, as only a browser and the real service show them. */

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
