import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiserPage.ts';

/** A value of the context: the event that changed it, a stop at its next change, and its lane on the timeline. */

const { newPage } = sharedBrowser();

const PERSONAL = /asha/i;

const openContact = async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame } = visualiser;
  return {
    ...visualiser,
    type: (field: string, text: string) => frame.getByLabel(field).fill(text),
    value: (path: string) => page.getByRole('button', { name: `context.${path} ` }),
    field: page.getByLabel('Expression'),
    sentence: page.locator('.watch [role="status"]'),
  };
};

test('a press on a value leads to the event that changed it', async () => {
  const { page, type, value, sentence } = await openContact();
  await type('Full Name*', 'Kiran Bedi');
  await type('Your Message*', 'Hello');
  const current = page.locator('.entry-row[aria-current]');
  await value('values.name').click();
  await expect.poll(() => current.textContent()).toMatch(/values\.name "Xxxxx Xxxx" changed/);
  expect(await sentence.textContent()).toBe(
    'Changed here by "changed": context.values.name from "" to "Xxxxx Xxxx".',
  );
  await value('values.phone').click();
  await expect.poll(() => sentence.textContent()).toBe('No entry of this page has changed it.');
  expect(await current.textContent()).toContain('values.name');
});

test('a run stops when the value of an expression changes, and says how', async () => {
  const { page, press, choose, openTab, field, sentence } = await openContact();
  await choose('stop when a value');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.fill('values.name');
  expect(await sentence.textContent()).toMatch(/^Write a part of the context, such as /);
  await field.fill('context.values.name > Asha');
  expect(await sentence.textContent()).toMatch(/^"Asha" is no value: /);
  await field.fill('context.values.email');
  await press('Stop when it changes');
  await page.getByText('The page will be stopped when context.values.email changes.').waitFor();
  await openTab('Test');
  await press('fast');
  await press('Run path 1 on the page');
  await page.getByRole('button', { name: 'Resume run', exact: true }).waitFor();
  const notice = page.getByText(/^Stopped by a change: /);
  expect(await notice.textContent()).toMatch(/: context\.values\.email from "" to "x+@x+\.x+"\./);
  expect(await notice.textContent()).not.toMatch(PERSONAL);
});

test('an expression is a lane of the timeline, marked where it changes', async () => {
  const { page, press, choose, type, field } = await openContact();
  await choose('stop when a value');
  await field.fill('context.values.name == "Kiran"');
  await press('Lane');
  await page.locator('.lanes li', { hasText: 'context.values.name == "Kiran"' }).waitFor();
  await type('Full Name*', 'Kiran');
  await type('Your Message*', 'Hello');
  const values = page.locator('.entry-value');
  await expect.poll(() => values.count()).toBeGreaterThan(2);
  const texts = (await values.allTextContents()).map((text) => text.split(': ').at(-1));
  expect(texts.slice(0, 3)).toEqual(['true', 'true', 'false']);
  expect(await page.locator('.entry-value ins').allTextContents()).toEqual(['true']);
});
