import { describe, expect, test } from 'vitest';
import { sharedBrowser, submissions } from '../browser.ts';
import { callBackForm, contactForm, scholarshipForm } from './forms.ts';
import { openFormPage } from './sendForm.ts';

/** A robot that fills in the hidden field gets the same response as a visitor, and nothing of it is stored. */

const { newPage } = sharedBrowser();

const forms = [
  [contactForm, 'contact'],
  [callBackForm, 'inquiry'],
  [scholarshipForm, 'application'],
] as const;

describe.each(forms)('$flow', (form, kind) => {
  const stored = (name: string) => submissions(kind).filter((row) => row.name === name);

  /** A visitor at the form, with the real service behind it. */
  const visitor = async () => {
    const at = await openFormPage(newPage, form);
    await at.page.unroute(`**${form.call}`);
    const sent: unknown[] = [];
    at.page.on('request', (request) => {
      if (request.url().endsWith(form.call)) sent.push(request.postDataJSON());
    });
    return { ...at, sent, trap: at.root.locator('input[name="remark"]') };
  };

  test('a robot sees the same answer, and nothing is stored; without it the form is', async () => {
    const { fill, submit, success, dismiss, trap, sent } = await visitor();
    const robot = { ...form.values, name: `Robot at ${form.name}` };
    await fill(robot);
    await trap.evaluate((field) => {
      if (field instanceof HTMLInputElement) field.value = 'https://casino.example';
    });
    await submit();
    await success(form.sent);
    expect(sent).toEqual([{ ...robot, remark: 'https://casino.example' }]);
    await dismiss();

    const person = { ...form.values, name: `Person at ${form.name}` };
    await fill(person);
    await trap.evaluate((field) => {
      if (field instanceof HTMLInputElement) field.value = '';
    });
    await submit();
    await success(form.sent);
    expect(sent[1]).toEqual(person);
    expect(stored(robot.name)).toEqual([]);
    expect(stored(person.name)).toMatchObject([person]);
  });

  test('the trap belongs to the form, and neither eye, reader, keyboard nor draft meet it', async () => {
    const { page, root, trap, control, fill, values } = await visitor();
    await fill();
    expect(await trap.evaluate((field) => field instanceof HTMLInputElement && field.form?.id)).toBe(
      `${form.flow}-form`,
    );
    await trap.fill('https://casino.example');
    expect(await values()).toEqual(form.values);
    expect(await page.evaluate((key) => sessionStorage.getItem(key), form.flow)).not.toContain('casino');
    expect(await root.getByRole('textbox', { name: 'Leave this field empty' }).count()).toBe(0);
    expect(await root.getByLabel('Leave this field empty').count()).toBe(1);
    const seen = await trap.evaluate((field) => {
      const { width, height } = field.parentElement?.getBoundingClientRect() ?? {};
      return { width, height, display: getComputedStyle(field).display };
    });
    expect(seen).toEqual({ width: 1, height: 1, display: 'inline-block' });
    expect(await trap.getAttribute('autocomplete')).toBe('off');
    await control(Object.keys(form.values).at(-1) ?? '').focus();
    for (let step = 0; step < 4; step += 1) {
      await page.keyboard.press('Tab');
      expect(await trap.evaluate((field) => field === document.activeElement)).toBe(false);
    }
  });
});

test('no extension that fills in forms knows the trap by its name, id or label', async () => {
  const { root } = await openFormPage(newPage, contactForm);
  const trap = root.getByLabel('Leave this field empty');
  const words = [await trap.getAttribute('name'), await trap.getAttribute('id'), 'Leave this field empty'];
  // What browsers and password managers look for, in any part of a name.
  expect(words.join(' ')).not.toMatch(
    /name|mail|phone|tel|mobile|fax|url|web|site|home|compan|organi|address|street|city|state|zip|post|country|birth|title|user|login|pass|card|comment|message/i,
  );
});

test.each(['/register-re', '/careers'])('%s has no trap', async (path) => {
  const page = await newPage();
  await page.goto(path);
  expect(await page.locator('main input[name="remark"]').count()).toBe(0);
});
