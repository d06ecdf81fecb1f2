import { screen, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { registrationCases } from '../../../machines/registration/registration.cases.ts';
import { registrationMessages } from '../../../machines/registration/registration.messages.ts';
import { startOfClasses } from '../../../machines/registration/registration.terms.ts';
import { receiptText, registrationAside, registrationFee } from '../../../src/content/registration.ts';
import { site } from '../../../src/content/site.ts';
import type { DomPageDriver } from '../../drivers/dom/domPageDriver.ts';
import { perform } from '../../drivers/driver.ts';
import { registrationDriver } from '../../drivers/registration.driver.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { links, outline, test } from '../fixtures.ts';

/** §2, §4, §5, §8 The registration: the surroundings of its form, the messages at its fields, and the receipt. */

/** A complete form, without typing. */
const VALID = 'draftFound: values saved';
const SUBMITTED = 'submitted: by the button';
const PAYING = [VALID, SUBMITTED, 'createOrder: an open order', 'loadCheckout: loaded'];
const REGISTERING = [...PAYING, 'paymentSucceeded: the customer pays'];

async function take(page: DomPageDriver, steps: readonly string[]): Promise<void> {
  for (const step of steps) await perform(registrationDriver, step, page);
}

const main = () => screen.getByRole('main');
const steps = () => within(screen.getByRole('list', { name: 'Steps of the registration' }));

test('the form shows fee and steps, and what the fee is for above the button', async ({ open }) => {
  await open('/register-re');
  expect(outline(main()).slice(0, 2)).toEqual(['h1 Student Registration', 'p Course Fee: ₹2000 Only']);
  expect(outline(main())).toEqual(
    expect.arrayContaining(['p Fields marked with * are required.', 'legend Student', 'legend Contact']),
  );
  expect(
    steps()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Details', 'Payment', 'Enrolled']);
  const fee = screen.getByRole('region', { name: 'Before you pay' });
  expect(outline(fee)).toEqual([
    'h2 Before you pay',
    ...registrationFee.points.map((text) => `li ${text}`),
    `p ${registrationFee.hindi}`,
  ]);
  expect(within(fee).getByText(registrationFee.hindi)).toHaveAttribute('lang', 'hi');
  expect(links(main()).slice(0, 2)).toEqual([
    'terms and conditions (opens in a new tab) → /register-term',
    `${registrationFee.link.label} (opens in a new tab) → /refund`,
  ]);
});

test('the form explains money and details beside it, and where to get help', async ({ open }) => {
  await open('/register-re');
  const aside = screen.getByRole('complementary', { name: 'About this registration' });
  expect(outline(aside)).toEqual(
    expect.arrayContaining([
      'h2 How the payment works',
      ...registrationAside.payment.map((text) => `p ${text}`),
      'h2 What happens with these details',
      ...registrationAside.details.map((text) => `li ${text}`),
      'h2 Need help with the form?',
    ]),
  );
  expect(links(aside)).toEqual([
    'Privacy Policy (opens in a new tab) → /privacy',
    'Cancellation and Refund Policy (opens in a new tab) → /refund',
    `${site.phone} → ${site.phoneHref}`,
    `${site.email} → ${site.emailHref}`,
  ]);
});

test.for([
  ['Details', []],
  ['Details', [VALID, 'submitted: by the button', 'createOrder: refused by the server']],
  ['Payment', [VALID, SUBMITTED]],
  ['Payment', PAYING],
  ['Payment', REGISTERING],
  ['Payment', [...REGISTERING, 'register: cannot be reached']],
  ['Enrolled', [...REGISTERING, 'register: stored']],
] as const)('the step "%s" is the current one after %j', async ([current, path], { open }) => {
  const page = await open('/register-re', 'registration');
  await take(page, path);
  const marked = steps().getAllByRole('listitem', { current: 'step' });
  expect(marked.map(({ textContent }) => textContent)).toEqual([current]);
});

test('an empty form asks for one field after the other, in the order of §5', async ({ open }) => {
  const page = await open('/register-re', 'registration');
  const { user } = page;
  const asked = [
    ['Full Name', 'Full name is required.', () => user.fill('Full Name', 'Asha Verma')],
    ['Father Name', 'Father name is required.', () => user.fill('Father Name', 'Ramesh Verma')],
    ['Mother Name', 'Mother name is required.', () => user.fill('Mother Name', 'Sunita Verma')],
    ['Grade', 'Please select your grade', () => user.selectOption('Grade', '8th')],
    ['Course', 'Please select a course', () => user.selectOption('Course', 'Exam Prep')],
    ['Phone', 'Valid phone number is required.', () => user.fill('Phone', '9876543210')],
    ['Email', 'Valid email is required.', () => user.fill('Email', 'asha@example.com')],
    ['City', 'City is required.', () => user.fill('City', 'Jaipur')],
    ["Parent's Phone", 'Valid phone number is required.', () => user.fill("Parent's Phone", '9123456780')],
    [
      "Second Parent's Phone",
      'Valid phone number is required.',
      () => user.fill("Second Parent's Phone", '9123456781'),
    ],
    [/^I accept/, 'You must accept the terms and conditions.', () => user.setChecked(/^I accept/, true)],
  ] as const;
  for (const [label, message, fill] of nonEmpty(asked)) {
    expect(screen.queryByText('Is everything right?'), 'the summary waits').toBeNull();
    await take(page, [SUBMITTED]);
    const field = within(main()).getByLabelText(label);
    expect(field).toHaveFocus();
    expect([...main().querySelectorAll('[aria-invalid="true"]')]).toEqual([field]);
    expect(field).toHaveAccessibleDescription(new RegExp(`${message}$`));
    await fill();
    expect(main().querySelector('[aria-invalid="true"]')).toBeNull();
  }
  expect(screen.getByText('Is everything right?')).toBeVisible();
  expect(await page.network.calls('/create-order')).toEqual([]);
  await take(page, [SUBMITTED]);
  expect(await page.network.calls('/create-order')).toHaveLength(1);
});

test('a waiting registration cannot be changed or sent, and says why', async ({ open }) => {
  const page = await open('/register-re', 'registration');
  const isEditable = () =>
    !within(main()).getByLabelText('Full Name').matches(':disabled, fieldset:disabled *');
  await take(page, [VALID]);
  expect(isEditable()).toBe(true);
  for (const [step, name] of [
    [SUBMITTED, 'Processing…'],
    ['createOrder: an open order', 'Processing…'],
    ['loadCheckout: loaded', 'Waiting for the payment…'],
    ['paymentSucceeded: the customer pays', 'Saving the registration…'],
  ] as const) {
    await take(page, [step]);
    const button = within(main()).getByRole('button', { name });
    expect(button, step).toBeDisabled();
    expect(button.querySelector('[aria-hidden="true"]'), 'a spinner').not.toBeNull();
    expect(isEditable(), step).toBe(false);
  }
});

test.for([
  ['Orders cannot be created at the moment.', true, [VALID, SUBMITTED, 'createOrder: refused by the server']],
  [
    'Payment failed: Your payment was declined by the bank.',
    false,
    [...PAYING, 'paymentFailed: the bank refuses'],
  ],
  [
    'Registrations cannot be stored at the moment.',
    true,
    [...REGISTERING, 'register: refused by the server'],
  ],
] as const)('"%s" is an alert; it says what to do next: %s', async ([message, hasAdvice, path], { open }) => {
  const page = await open('/register-re', 'registration');
  await take(page, path);
  expect(screen.getByText(message)).toHaveAttribute('role', 'alert');
  expect(main().textContent?.includes('Your details are saved here. Still not working? Call')).toBe(
    hasAdvice,
  );
});

test('a paid fee is said, not asked for again, and belongs to its address', async ({ open }) => {
  const page = await open('/register-re', 'registration');
  await take(page, [...REGISTERING, 'register: cannot be reached']);
  expect(outline(main())[1]).toBe('p Course fee paid');
  const inOrder = [
    screen.getByText('Fee paid: ₹2000'),
    screen.getByText('Payment reference: pay_now'),
    screen.getByText('You will not be asked to pay again.'),
    screen.getByText(registrationMessages.unreachable),
    screen.getByRole('button', { name: 'Complete the registration' }),
  ];
  const inDocument = inOrder.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  expect(inDocument, 'first the payment, then what did not work, then what to do').toEqual(inOrder);
  expect(inOrder[0]?.closest('[role="status"]')).not.toBeNull();
  expect(screen.queryByRole('region', { name: 'Before you pay' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'How the payment works' })).toBeNull();
  const email = within(main()).getByLabelText<HTMLInputElement>('Email');
  expect(email.readOnly).toBe(true);
  expect(email).toHaveAccessibleDescription('You paid with this address.');
  await take(page, [SUBMITTED, 'register: refused for the e-mail address']);
  expect(email.readOnly, 'an address that is refused can be put right').toBe(false);
  expect(email).toHaveFocus();
});

test.for([
  [registrationMessages.interrupted, ['draftFound: an order saved']],
  [registrationMessages.dismissed, [...PAYING, 'checkoutDismissed: the customer closes the window']],
  [registrationMessages.vanished, [...PAYING, 'returnedToForm: by the link to the form']],
  [
    registrationMessages.unpaid,
    [
      ...PAYING,
      'paymentFailed: the bank refuses',
      'checkRequested: by the button',
      'createOrder: an open order',
    ],
  ],
  [registrationMessages.beingConfirmed, [VALID, SUBMITTED, 'createOrder: a payment being confirmed']],
] as const)('"%s" is a status, and no alert', async ([message, path], { open }) => {
  const page = await open('/register-re', 'registration');
  await take(page, path);
  expect(screen.getByText(message)).toHaveAttribute('role', 'status');
  for (const alert of nonEmpty(within(main()).getAllByRole('alert'))) expect(alert).toBeEmptyDOMElement();
});

test.for([
  ['the window is closed', [...PAYING, 'checkoutDismissed: the customer closes the window']],
  ['the window vanishes', [...PAYING, 'returnedToForm: by the link to the form']],
  ['the window is unclear', [...PAYING, 'paymentUnclear: a success without a payment']],
  ['the bank refuses', [...PAYING, 'paymentFailed: the bank refuses']],
  [
    'the bank refuses, and the window is closed',
    [...PAYING, 'paymentFailed: the bank refuses', 'checkoutDismissed: the customer closes the window'],
  ],
  ['the page is loaded again', ['draftFound: an order saved']],
  [
    'the message is closed',
    [...PAYING, 'checkoutDismissed: the customer closes the window', 'alertDismissed: by its close button'],
  ],
] as const)(
  'when %s, it is said what becomes of the money, what to send us, and whom to ask; the button checks first',
  async ([_, path], { open }) => {
    const page = await open('/register-re', 'registration');
    await take(page, path);
    const advice = within(screen.getByRole('region', { name: 'Has money left your account?' }));
    expect(advice.getByText(/your bank returns it, usually in 5 to 7 working days/)).toBeVisible();
    expect(advice.getByText(/the reference from your bank’s SMS/)).toBeVisible();
    expect(advice.getAllByRole<HTMLAnchorElement>('link').map(({ protocol }) => protocol)).toEqual([
      'tel:',
      'mailto:',
    ]);
    expect(screen.getByRole('button', { name: 'Check my payment' })).toBeEnabled();
  },
);

test.for([
  [true, [VALID]],
  [true, [...PAYING, 'checkoutDismissed: the customer closes the window']],
  [false, [...REGISTERING, 'register: cannot be reached']],
] as const)(
  'a family that has paid before reads what to do instead of paying: %s after %j',
  async ([isShown, path], { open }) => {
    const page = await open('/register-re', 'registration');
    await take(page, path);
    const advice = screen.queryByText(/^Have you already paid for this student\? Please do not pay again/);
    expect(advice !== null).toBe(isShown);
    const protocols = [...(advice?.querySelectorAll('a') ?? [])].map((link) => link.protocol);
    expect(protocols).toEqual(isShown ? ['tel:', 'mailto:'] : []);
  },
);

test('the receipt replaces the form, can be printed, and says what happens next', async ({ open }) => {
  const page = await open('/register-re', 'registration');
  await take(page, [...REGISTERING, 'register: stored']);
  expect(outline(main()).slice(3, 6)).toEqual([
    'h1 Registration Successful!',
    'p Your payment was processed successfully.',
    'p Thank you for registering. You will receive a confirmation email shortly.',
  ]);
  expect(main().querySelector('form')).toBeNull();
  expect(main()).toHaveTextContent(receiptText.kept);
  expect(outline(screen.getByRole('region', { name: 'What happens next' }))).toEqual(
    expect.arrayContaining([startOfClasses, ...receiptText.next.slice(1)].map((text) => `li ${text}`)),
  );
  expect(links(main())).toEqual([`${site.phone} → ${site.phoneHref}`, `${site.email} → ${site.emailHref}`]);
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await page.user.press('Print this receipt');
  expect(print).toHaveBeenCalledOnce();
});

test.for([
  [false, 'The student is no longer registered.'],
  [true, 'The student stays registered with the first payment.'],
] as const)(
  'a receipt that is loaded again says that its payment was refunded; paid twice: %s',
  async ([isPaidTwice, sentence], { open }) => {
    const page = await open('/register-re', 'registration');
    const { draft } = registrationCases.events.draftFound['a registration saved'];
    await page.browser.saveDraft('registration', {
      ...draft,
      registered: { ...draft.registered, isPaidTwice },
    });
    await page.browser.open('/register-re');
    expect(outline(main())).toContain('h1 Registration Successful!');
    expect(await page.network.calls('/api/receipt')).toEqual([{ paymentId: draft.paymentId }]);
    await page.network.reply('/api/receipt', {
      status: 200,
      json: { success: true, paymentStatus: 'refunded' },
    });
    expect(await screen.findByText(/^We refunded ₹1500/)).toHaveTextContent(
      `It reaches the account or card that you paid with within 6 to 8 business days. ${sentence} Questions? Call or write to us`,
    );
    expect(screen.getByText(/^We refunded ₹1500/)).toHaveAttribute('role', 'status');
    expect(outline(main())[0]).toBe('h1 Course fee refunded');
    expect(main()).not.toHaveTextContent(/Successful|Thank you|fee paid|We refund |before classes start/);
    expect(links(main())).toEqual([`${site.phone} → ${site.phoneHref}`, `${site.email} → ${site.emailHref}`]);
    await page.user.press('Register another student');
    expect(outline(main())[0]).toBe('h1 Student Registration');
    expect(main()).not.toHaveTextContent('is registered');
  },
);
