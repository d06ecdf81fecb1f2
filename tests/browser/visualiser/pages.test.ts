import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { catalogue, productFlows } from '../../../machines/catalogue.ts';
import { chartOf } from '../../../machines/paths/index.ts';
import { errorCatalogue, titleOf } from '../../../src/visualiser/tool/model/index.ts';
import { isMore } from '../../support/more.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser, visualiserPage } from './visualiserPage.ts';

/** The pages of the visualiser: flows, links to their states, and every message of the site. */

const { newPage } = sharedBrowser();

/** Links that somebody may have saved. */
const links = [
  [
    '/visualiser/registration?preview=tab&state=paying.open',
    'Student registration',
    'The payment window is open.',
    'open: {',
  ],
  ['/visualiser/contact?preview=tab&state=invalid', 'Contact message', 'The form was not sent', 'invalid: {'],
  [
    '/visualiser/scholarshipTerms?preview=tab&transition=scholarshipTerms.hidden+%C2%B7+toggled',
    'Scholarship terms',
    'hidden · toggled',
    'hidden: { description:',
  ],
] as const;

test('every flow of the catalogue is listed with its purpose and drawn whole', async () => {
  const page = await newPage();
  await page.goto('/visualiser?preview=tab');
  for (const [index, { id, title, purpose, machine }] of nonEmpty(catalogue.entries())) {
    if (index === productFlows.length || (isMore && index > productFlows.length))
      await page.getByText('Flows of the visualiser itself').click();
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
    expect(await row.getByRole('cell').first().textContent()).toBe(purpose);
    expect(await row.getByRole('cell').nth(2).textContent()).toBe(`${chartOf(machine).transitions.length}`);
    if (!isMore && index > 2) continue;
    await row.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await page.locator(`.chart-state[data-state="${id}"]`).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Expand' }).click();
    await expect
      .poll(() => page.locator('.chart-state').count(), { message: id })
      .toBe(chartOf(machine).states.length);
    await visualiserPage(page).goTo('All flows');
  }
});

test('the list says what to do and runs the paths of a flow', async () => {
  const page = await newPage();
  await page.goto('/visualiser');
  await page.getByText(/^Choose a flow .* or press ▶/).waitFor();
  expect(await page.getByText('No page of the site answers.').count()).toBe(0);
  await page.getByRole('button', { name: 'Run all paths of Scholarship terms' }).click();
  await page.getByRole('heading', { level: 1, name: 'Scholarship terms' }).waitFor();
  await page.getByText('every step led where it should').waitFor({ timeout: 30_000 });
});

test('the palette finds states, tabs, widths, the network and messages by text', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, choose } = visualiser;
  await choose('submitting');
  await page.getByRole('complementary', { name: 'Selected' }).getByText('submitting').waitFor();
  expect(await page.getByText(/will be stopped/).count()).toBe(0);
  await choose('tab test');
  await page.getByRole('tab', { name: 'Test', selected: true }).waitFor();
  await choose('page in a tablet');
  expect(await page.getByLabel('Device', { exact: true }).inputValue()).toBe('tablet');
  await choose('slow network');
  await page.getByText('The page has: slow network.').waitFor();
  await choose('Please give your name');
  await page.getByText('every step led where it should').waitFor({ timeout: 30_000 });
});

test('each flow and state has a permanent link and leads to its source line', async () => {
  const page = await newPage();
  for (const [path, heading, description, source] of nonEmpty(links)) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    const selected = page.getByRole('complementary', { name: 'Selected' });
    await selected.getByText(description).waitFor();
    const [file = '', line] = (await selected.getByRole('link').textContent())?.split(':') ?? [];
    expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toContain(`  ${source}`);
  }
});

const orderState = (purpose: string) => `purpose.${purpose} | attention.nothing | polling.recent`;

test('the order has no page: its machine is simulated and replays links', async () => {
  const page = await newPage();
  const { expectState, openTab, press, sendEvent } = visualiserPage(page);
  await page.goto('/visualiser/order');
  await page.getByText('The server runs this flow, so it has no page.').waitFor();
  await expectState(orderState('open'));
  await openTab('Test');
  await press('Rec');
  await sendEvent('paymentSeen: of the full amount');
  await expectState(orderState('paid.unregistered'));
  await page.getByRole('button', { name: /paymentSeen: of the full amount purpose.paid/ }).waitFor();
  await page.getByText('not taken in this state').first().waitFor();
  await openTab('Test');
  await press('Rec');
  const link = page.getByRole('textbox', { name: 'Link' });
  await expect.poll(() => link.inputValue()).toContain('/visualiser/order#recording=');
  await press('Start the simulation again');
  await expectState(orderState('open'));
  await press('Replay on the page');
  await page.getByText('The recording: every step led where it should.').waitFor();
  await expectState(orderState('paid.unregistered'));
  await page.goto('/visualiser/order?state=purpose.surplus');
  await press('Lead the page there');
  await page.getByText('every step led where it should.').waitFor();
  await expectState(orderState('surplus'));
});

test('a link leads to a state, with what was opened and the level of coverage', async () => {
  const page = await newPage();
  await page.goto('/visualiser/registration?preview=tab&state=paying.open&open=paid&level=browser');
  await page.getByRole('button', { name: 'Lead the page there' }).waitFor();
  await page.locator('p').filter({ hasText: 'The payment window is open.' }).first().waitFor();
  await page.locator('.chart-state[data-state="registration.paid.invalid"]').waitFor({ state: 'attached' });
  await page.getByRole('tab', { name: 'Test' }).click();
  await page.getByRole('button', { name: 'browser', pressed: true }).waitFor();
  await page.getByRole('button', { name: 'by hand', exact: true }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('level')).toBe('hand');
  expect(new URL(page.url()).searchParams.get('state')).toBe('paying.open');
});

test('an address that leads nowhere says so', async () => {
  const page = await newPage();
  for (const [path, sentence] of [
    ['contact?preview=tab&state=nowhere', 'This flow has no state or transition "nowhere".'],
    ['nothing?preview=tab', 'There is no flow "nothing".'],
    ['contact/nothing?preview=tab', 'There is no page "/visualiser/contact/nothing".'],
    [
      'contact?preview=tab#recording=1.AAAA',
      'The link holds no recording that can be read. It may have been cut off: ask for the file.',
    ],
  ] as const) {
    await page.goto(`/visualiser/${path}`);
    await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
  }
});

/** The error catalogue of the specification: where, when, and every text that is shown. Spec §8. */
const specified: readonly [where: string, condition: string, texts: readonly string[]][] = [
  ['Contact', 'response not JSON', ['Invalid response from server']],
  ['Contact', 'status not ok', ['Messages cannot be taken at the moment.', 'Failed to send message']],
  ['Contact', 'network failure', ['Failed to fetch']],
  ['Call-back', 'non-OK response', ['Inquiries cannot be taken at the moment.', 'Failed to submit inquiry']],
  ['Call-back', 'success', ['Inquiry submitted successfully!']],
  ['Scholarship', 'missing field', ['Please fill all required fields']],
  [
    'Scholarship',
    'server failure',
    [
      'Applications are closed at the moment.',
      'Failed to submit application',
      'An error occurred. Please try again later.',
    ],
  ],
  ['Scholarship', 'success', ['We have your application.', 'Application submitted successfully!']],
  ['Registration', 'order creation fails', ['Orders cannot be created at the moment.']],
  ['Registration', 'payment fails', ['Payment failed: Your payment was declined by the bank.']],
  ['Registration', 'registration call fails', ['Registrations cannot be stored at the moment.']],
  [
    'Registration',
    'checkout script fails to load',
    [
      'Payment failed: the payment window did not load. Please check your connection and your content blocker, and try again.',
    ],
  ],
  [
    'Registration',
    'success',
    [
      'Registration Successful!',
      'Your payment was processed successfully.',
      'Thank you for registering. You will receive a confirmation email shortly.',
    ],
  ],
  ['Careers', 'empty category', ['No current openings in this category. Check back later!']],
  ['Blog', 'empty category', ['No blog posts found in this category.']],
  ['Blog', 'unknown slug', ['Loading...']],
];

const textsOf = ({ text, more = [] }: (typeof errorCatalogue)[number]) => [text, ...more];

test.each(specified)('%s, %s: the visualiser knows every text', (where, condition, texts) => {
  const known = errorCatalogue.filter(
    (message) => message.where === where && message.condition.startsWith(condition),
  );
  expect(known.flatMap(textsOf)).toEqual(texts);
});

/** The messages of the specification, and one of each other kind. */
const sample = errorCatalogue.filter(
  ({ where, condition }) =>
    specified.some(([place, start]) => where === place && condition.startsWith(start)) ||
    /offline|paid but not saved|window loads slowly|post not loaded/.test(condition),
);

describe('in two clicks on the real page', () => {
  const places = [...new Set(sample.map(({ where }) => where))];

  test.each(places.filter((place) => isMore || place === 'Contact'))('messages of %s', async (place) => {
    const messages = sample.filter(({ where }) => where === place).slice(0, isMore ? undefined : 2);
    const page = await newPage();
    await page.goto('/visualiser');
    const { frame, goTo } = visualiserPage(page);
    const run = page.locator('.run-line [role="status"]');
    for (const message of nonEmpty(messages)) {
      const { text } = message;
      await goTo('All messages');
      await page.getByRole('button', { name: `Produce: ${titleOf(message)}`, exact: true }).click();
      const outcome = run.filter({ hasText: text }).filter({ hasText: /led where it should|stopped/ });
      expect(await outcome.textContent()).toContain('every step led where it should.');
      for (const shown of textsOf(message)) await frame.getByText(shown).first().waitFor();
    }
  });

  test('where another tab is chosen and no page is open, the page comes up in a frame', async () => {
    const page = await newPage();
    await page.goto('/visualiser/contact?preview=tab');
    const { frame, expectStatus, goTo } = visualiserPage(page);
    await expectStatus('No page of the site answers.');
    await goTo('All messages');
    await page.getByRole('button', { name: 'Produce: Careers: empty category' }).click();
    await page.getByText('Check back later!: every step led where it should.').waitFor();
    await frame.getByText('No current openings in this category. Check back later!').waitFor();
    expect(await page.getByLabel('Device', { exact: true }).inputValue()).toBe('phone');
  });
});

test('all found messages are produced in turn and ticked, and ticks are kept', async () => {
  const page = await newPage();
  await page.goto('/visualiser/messages');
  await page.getByRole('searchbox', { name: 'Search' }).fill('scholarship phone');
  const found = errorCatalogue.filter((message) => /^Scholarship: .*phone/.test(titleOf(message)));
  await page.getByRole('button', { name: `Produce all ${found.length} found` }).click();
  const ticks = page.locator('.message-result', { hasText: '✓' });
  await expect.poll(() => ticks.count(), { timeout: 60_000 }).toBe(found.length);
  await page.getByRole('button', { name: `Produce all ${found.length} found` }).waitFor();
  await page.getByText(`${found.length} of ${errorCatalogue.length} seen`).waitFor();
  await page.reload();
  await expect.poll(() => ticks.count()).toBe(found.length);
  await page.getByRole('button', { name: 'Clear the ticks' }).click();
  await expect.poll(() => ticks.count()).toBe(0);
});
