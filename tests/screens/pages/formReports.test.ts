import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { contactText } from '../../../src/content/contact.ts';
import { scholarshipFormText } from '../../../src/content/scholarshipForm.ts';
import { site } from '../../../src/content/site.ts';
import type { DomPageDriver } from '../../drivers/dom/domPageDriver.ts';
import { perform } from '../../drivers/driver.ts';
import { planWithId } from '../../drivers/plans.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { links, outline, test } from '../fixtures.ts';

/** §2, §4, §8 Reports of the three forms that are sent once, beyond the checks of every planned path. */

const forms = [
  {
    flow: 'contact',
    path: '/contact',
    opening: [],
    button: 'Sending...',
    sent: 'Message sent successfully!',
    failed: 'Failed to send message',
  },
  {
    flow: 'callBack',
    path: '/shipping',
    opening: ['opened: by click'],
    button: 'Requesting...',
    sent: 'Inquiry submitted successfully!',
    failed: 'Failed to submit inquiry',
  },
  {
    flow: 'scholarship',
    path: '/applyPath',
    opening: [],
    button: 'Submitting...',
    sent: 'Application submitted successfully!',
    failed: 'Failed to submit application',
  },
] as const;

type Form = (typeof forms)[number];

const calls = { contact: '/api/contact', callBack: '/api/inquiry', scholarship: '/api/apply' } as const;

const root = ({ flow }: Form) => {
  const element = document.querySelector<HTMLElement>(`[data-flow="${flow}"]`);
  if (!element) throw new Error(`nothing shows the flow "${flow}"`);
  return element;
};

/** Sends a completed form. */
async function send(
  form: Form,
  open: (path: string, flow: string) => Promise<DomPageDriver>,
): Promise<DomPageDriver> {
  const page = await open(form.path, form.flow);
  const { driver } = planWithId(form.flow);
  for (const step of [...form.opening, 'changed: everything valid', 'submitted: by the button'])
    await perform(driver, step, page);
  return page;
}

const regions = (form: Form) =>
  (['alert', 'status'] as const).map((role) => within(root(form)).getByRole(role).textContent);

test.for(forms)(
  '$flow: errors are alerts and successes statuses, in regions that were there',
  async (form, { open }) => {
    const page = await send(form, open);
    expect(regions(form)).toEqual(['', '']);
    await page.network.reply(calls[form.flow], { status: 500, json: {} });
    expect(regions(form)).toEqual([form.failed, '']);
    await page.clock.advance(30 * 60_000);
    expect(regions(form), 'it does not go by itself').toEqual([form.failed, '']);
    await perform(planWithId(form.flow).driver, 'submitted: by the button', page);
    expect(regions(form), 'it goes before the answer').toEqual(['', '']);
    await page.network.reply(calls[form.flow], { status: 200, json: {} });
    expect(regions(form)).toEqual(['', form.sent]);
  },
);

test.for(forms)('$flow: a failure says below its message what to do next', async (form, { open }) => {
  const page = await send(form, open);
  await page.network.reply(calls[form.flow], { status: 500, json: {} });
  const advice = within(root(form)).getByText(/Your details are saved here\. Still not working\? Call/);
  expect(links(advice)).toEqual([`${site.phone} → ${site.phoneHref}`, `${site.email} → ${site.emailHref}`]);
  await page.user.press('Close this message');
  expect(root(form)).not.toHaveTextContent('Your details are saved here.');
});

test('an offline form says so beside its button until the network is back', async ({ open }) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const page = await open('/contact', 'connection');
  await page.screen.expectState('offline');
  expect(screen.getByRole('main')).toHaveTextContent('You seem to be offline. What you typed is kept');
  await page.browser.setOffline(false);
  await page.screen.expectState('online');
  expect(screen.getByRole('main')).not.toHaveTextContent('You seem to be offline.');
});

test.for(forms)(
  '$flow: while it is sent its button spins, and nothing can be changed',
  async (form, { open }) => {
    const page = await send(form, open);
    const button = within(root(form)).getByRole('button', { name: form.button });
    expect(button.querySelector('[aria-hidden="true"]')).not.toBeNull();
    const controls = root(form).querySelectorAll('form input, form select, form textarea');
    for (const control of nonEmpty(controls)) expect(control).toBeDisabled();
    for (const element of nonEmpty(root(form).querySelectorAll('form'))) fireEvent.submit(element);
    await page.network.reply(calls[form.flow], { status: 200, json: {} });
    expect(await page.network.calls(calls[form.flow])).toHaveLength(1);
    expect(root(form).querySelector('button[type="submit"] [aria-hidden="true"]')).toBeNull();
  },
);

test.for([
  ['contact', 'changed: only spaces as name', 'Full Name*', 'Please give your name.'],
  ['callBack', 'changed: phone of nine digits', 'Phone', 'Please give a phone number of exactly 10 digits.'],
  ['scholarship', 'changed: no city', 'City', 'Please fill all required fields'],
] as const)(
  '%s after "%s": "%s" is described by the message, which gives no other advice',
  async ([flow, change, label, message], { open }) => {
    const form = nonEmpty(forms.filter((each) => each.flow === flow))[0];
    if (!form) throw new Error(`there is no form "${flow}"`);
    const page = await open(form.path, flow);
    const { driver } = planWithId(flow);
    for (const step of [...form.opening, change, 'submitted: by the button'])
      await perform(driver, step, page);
    const field = within(root(form)).getByLabelText(label);
    expect(field).toHaveAccessibleDescription(new RegExp(`${message}$`));
    expect([...root(form).querySelectorAll('[aria-invalid="true"]')]).toEqual([field]);
    expect(root(form)).not.toHaveTextContent('Your details are saved here.');
    expect(await page.network.calls(calls[flow])).toEqual([]);
  },
);

test('the scholarship names every field that is missing, in one message', async ({ open }) => {
  const page = await open('/applyPath', 'scholarship');
  await page.user.press('Submit Application');
  const invalid = [...screen.getByRole('main').querySelectorAll('[aria-invalid="true"]')];
  expect(invalid.map((field) => field.getAttribute('name'))).toEqual([
    'name',
    'grade',
    'course',
    'phone',
    'city',
  ]);
  expect(screen.getAllByText('Please fill all required fields')).toHaveLength(1);
  expect(screen.getByLabelText('Name')).toHaveFocus();
});

test('the call-back request is made before the thanks block the page', async ({ open }) => {
  const page = await open('/shipping', 'callBack');
  const thanked: [text: string, requests: number][] = [];
  vi.stubGlobal('alert', async (text: string) => {
    const { length } = await page.network.calls('/api/inquiry');
    thanked.push([text, length]);
  });
  for (const step of ['opened: by click', 'changed: everything valid', 'submitted: by the button'])
    await perform(planWithId('callBack').driver, step, page);
  expect(thanked).toEqual([['Thank you! Our expert will contact you soon.', 1]]);
  await page.screen.expectState('submitting.shown');
});

test('Escape elsewhere on the page leaves the call-back open', async ({ open }) => {
  const page = await open('/contact', 'callBack');
  await page.user.press('Get a Call Back');
  act(() => screen.getByLabelText('Full Name*').focus());
  await page.user.pressKey('Escape');
  await page.screen.expectState('idle');
  expect(screen.getByLabelText('Full Name*')).toHaveFocus();
});

test('the scholarship page says its fee, and what comes after sending', async ({ open }) => {
  const page = await open('/applyPath', 'scholarship');
  const main = screen.getByRole('main');
  expect(outline(main).slice(0, 2)).toEqual([
    'h1 Start Your Learning Journey',
    `p ${scholarshipFormText.intro}`,
  ]);
  for (const fact of nonEmpty(scholarshipFormText.facts)) expect(main).toHaveTextContent(fact);
  expect(links(main)).toContain('Read about the scholarship first → /knowmore');
  const next = () => screen.queryByRole('region', { name: 'What happens next' });
  expect(next()).toBeNull();
  for (const step of [
    'changed: everything valid',
    'submitted: by the button',
    'send: accepted without a message',
  ])
    await perform(planWithId('scholarship').driver, step, page);
  expect(outline(next() ?? main)).toEqual([
    'h2 What happens next',
    ...scholarshipFormText.next.map((text) => `li ${text}`),
  ]);
});

test('the page of the contact form says how else to reach the provider', async ({ open }) => {
  await open('/contact');
  expect(outline(screen.getByRole('main')).slice(0, 3)).toEqual([
    'h1 Contact Us',
    'p Have questions? Get in touch with our team',
    `p ${contactText.intro}`,
  ]);
  expect(links(screen.getByRole('region', { name: 'Or reach us directly' }))).toEqual([
    `${site.phone} → ${site.phoneHref}`,
    `${site.email} → ${site.emailHref}`,
  ]);
});
