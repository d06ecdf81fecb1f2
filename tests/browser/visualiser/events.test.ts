import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiserPage.ts';

const { newPage } = sharedBrowser();

test('a case is sent by name, and the page does what it would do for a visitor', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  await visualiser.sendEvent('changed: only spaces as name');
  await visualiser.sendEvent('submitted: by the button');
  await visualiser.expectState('invalid');
  await visualiser.frame.getByText('Please give your name.').waitFor();
  await expect
    .poll(() =>
      visualiser.frame
        .locator(':focus')
        .getAttribute('id')
        .catch(() => null),
    )
    .toBe('contact-name');
});

test('a case that cannot happen says which guard refuses it, or that the state does not take it', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const submit = visualiser.page.getByRole('listitem').filter({ hasText: 'by the button' });
  await submit.getByText('blocked by isValid, passesBrowserValidation').waitFor();
  expect(await submit.getByRole('button').isDisabled()).toBe(true);
  const dismiss = visualiser.page.getByRole('listitem').filter({ hasText: 'by its close button' });
  await dismiss.getByText('not taken in this state').waitFor();
  await visualiser.sendEvent('changed: everything valid');
  await expect.poll(() => submit.getByRole('button').isEnabled()).toBe(true);
});

test('a payload is shown, can be edited, and must have the types of its case', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame } = visualiser;
  const item = page.getByRole('listitem').filter({ hasText: 'everything valid' });
  await item.getByText('payload').click();
  const field = page.getByLabel('Payload of changed: everything valid, as JSON');
  expect(JSON.parse(await field.inputValue())).toMatchObject({ values: { name: 'Asha Verma' } });

  const problem = () => field.evaluate((area: HTMLTextAreaElement) => area.validationMessage);
  const sendEdited = () => item.getByRole('button', { name: 'Send edited' }).click();
  await field.fill('{ "values": ');
  await sendEdited();
  expect(await problem()).toMatch(/^This is no JSON/);
  await field.fill('{ "values": { "name": 5, "email": "", "phone": "", "message": "" } }');
  await sendEdited();
  expect(await problem()).toBe('values.name is number, not string.');
  await field.fill('{ "values": { "name": "Meena" } }');
  await sendEdited();
  expect(await problem()).toBe('values.email is missing.');
  expect(await frame.getByLabel('Full Name*').inputValue()).toBe('');

  await field.fill('{ "values": { "name": "Meena", "email": "m@x.in", "phone": "", "message": "Hi" } }');
  await sendEdited();
  await expect.poll(() => frame.getByLabel('Full Name*').inputValue()).toBe('Meena');
});
