import { beforeEach, expect, vi } from 'vitest';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { perform } from '../drivers/driver.ts';
import { contactDriver } from '../drivers/forms.driver.ts';
import { test } from './fixtures.ts';

/** §7 A build whose service is elsewhere: its calls go there, with no header that another origin may refuse. */

const HOST = 'https://service.example';

beforeEach(() => {
  vi.stubEnv('VITE_API_HOST', HOST);
  return vi.unstubAllEnvs;
});

test('a form is sent to the service of the build', async ({ open }) => {
  const page = await open('/contact', 'contact');
  for (const step of ['changed: everything valid', 'submitted: by the button'])
    await perform(contactDriver, step, page);
  expect(await page.network.calls(`${HOST}/api/contact`)).toHaveLength(1);
  await page.network.reply(`${HOST}/api/contact`, { status: 200, json: { success: true } });
  await page.screen.expectState('done');
});

test('a payment is registered there without the header of its proof', async ({ open }) => {
  const page = await open('/register-re', 'registration');
  const fetching = vi.spyOn(globalThis, 'fetch');
  const { draft } = registrationCases.events.draftFound['a payment saved'];
  await page.browser.saveDraft('registration', { ...draft, signature: 'signed' });
  await page.browser.open('/register-re');
  const sent = fetching.mock.calls.map(([path, init]) => [
    path,
    Object.fromEntries(new Headers(init?.headers)),
  ]);
  expect(sent).toEqual([[`${HOST}/api/register`, { 'Content-Type': 'application/json' }]]);
});
