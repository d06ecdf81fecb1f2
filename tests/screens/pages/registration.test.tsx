import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startOfClasses } from '../../../machines/registration/registration.terms.ts';
import { receiptText, registrationAside, registrationFee } from '../../../src/content/registration.ts';
import { site } from '../../../src/content/site.ts';
import { pageInspection } from '../../../src/flows/inspection.ts';
import { RegistrationAside } from '../../../src/screens/registration/RegistrationAside.tsx';
import { RegistrationFee } from '../../../src/screens/registration/RegistrationFee.tsx';
import { RegistrationScreen } from '../../../src/screens/registration/RegistrationScreen.tsx';
import { RegistrationSteps } from '../../../src/screens/registration/RegistrationSteps.tsx';
import { RegistrationSuccess } from '../../../src/screens/registration/RegistrationSuccess.tsx';
import { type RegistrationState, registrationIn, validRegistration } from '../../support/registrationIn.ts';

/** §2, §4, §8 The page of the registration: what stands around the form, and the receipt that replaces it. */

afterEach(() => {
  cleanup();
  delete pageInspection.actorOptions;
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const headings = () =>
  screen.getAllByRole('heading').map(({ tagName, textContent }) => `${tagName} ${textContent}`);

const currentSteps = () =>
  screen.getAllByRole('listitem', { current: 'step' }).map(({ textContent }) => textContent);

describe('the page', () => {
  function open(value: RegistrationState) {
    const snapshot = registrationIn(value, { values: validRegistration, paymentId: 'pay_1' });
    pageInspection.actorOptions = () => ({ snapshot });
    return render(<RegistrationScreen />);
  }

  test.each([
    [{ editing: 'idle' }, 'Details', 'Course Fee: ₹2000 Only'],
    [{ editing: 'dismissed' }, 'Details', 'Course Fee: ₹2000 Only'],
    ['creatingOrder', 'Payment', 'Course Fee: ₹2000 Only'],
    [{ paying: 'open' }, 'Payment', 'Course Fee: ₹2000 Only'],
    [{ paid: 'unregistered' }, 'Payment', 'Course fee paid'],
    ['registering', 'Payment', 'Course fee paid'],
  ] as [RegistrationState, string, string][])('in %o: the step "%s", and "%s"', (value, step, fee) => {
    const { container } = open(value);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Student Registration$/);
    expect(container.querySelector('.fee')).toHaveTextContent(fee);
    expect(currentSteps()).toEqual([step]);
    expect(screen.getByLabelText('Full Name')).toBeInTheDocument();
    expect(screen.getByText(registrationFee.points[0])).toBeInTheDocument();
    expect(screen.getByRole('complementary', { name: 'About this registration' })).toBeInTheDocument();
    expect(screen.queryByText('Registration Successful!')).toBeNull();
  });

  test('once the student is registered, the receipt replaces the form', () => {
    const { container } = open('registered');
    expect(currentSteps()).toEqual(['Enrolled']);
    expect(headings()).toEqual(['H1 Registration Successful!', 'H2 Receipt', 'H2 What happens next']);
    expect(screen.getByText('pay_1')).toBeInTheDocument();
    expect(screen.queryByLabelText('Full Name')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Register another student' }));
    expect(container.querySelector('[data-flow="registration"]')).toHaveAttribute(
      'data-state',
      'editing.idle',
    );
    expect(screen.getByLabelText('Full Name')).toHaveValue('');
  });

  test('its title and its address are those of the registration', () => {
    open({ editing: 'idle' });
    expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute(
      'href',
      `${site.origin}/register-re`,
    );
  });
});

test.each([
  ['Details', ['step', 'step', 'step']],
  ['Payment', ['step step-done', 'step', 'step']],
  ['Enrolled', ['step step-done', 'step step-done', 'step step-done']],
] as const)('the steps, in "%s"', (current, classes) => {
  render(<RegistrationSteps current={current} />);
  const steps = within(screen.getByRole('list', { name: 'Steps of the registration' })).getAllByRole(
    'listitem',
  );
  expect(steps.map(({ textContent }) => textContent)).toEqual(['Details', 'Payment', 'Enrolled']);
  expect(steps.map(({ className }) => className)).toEqual(classes);
  expect(currentSteps()).toEqual([current]);
});

const points = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
const NEW_TAB = ' (opens in a new tab)';

test('the fee: what it is for, and how to cancel', () => {
  render(<RegistrationFee />);
  expect(points()).toEqual(registrationFee.points);
  expect(links()).toEqual([[`${registrationFee.link.label}${NEW_TAB}`, '/refund']]);
});

test('next to the form: what happens with money and details, and where to get help', () => {
  render(<RegistrationAside />);
  expect(headings()).toEqual([
    ...['H2 How the payment works', 'H2 What happens with these details', 'H2 Shall we help you fill it in?'],
  ]);
  const [payment, retry] = registrationAside.payment;
  expect([screen.getByText(payment), screen.getByText(retry)]).toHaveLength(2);
  expect(points()).toEqual(registrationAside.details);
  expect(links()).toEqual([
    [`Privacy Policy${NEW_TAB}`, '/privacy'],
    [`Cancellation and Refund Policy${NEW_TAB}`, '/refund'],
    [site.phone, site.phoneHref],
    [site.email, site.emailHref],
  ]);
});

describe('the receipt', () => {
  const onAnother = vi.fn();
  const onClear = vi.fn();
  const registered = { registeredOn: '2026-02-03', isPaidTwice: false };
  const values = { ...validRegistration, email: ' asha@example.com ' };
  const success = (given: { registered?: typeof registered | null } = {}) => (
    <RegistrationSuccess
      paymentId="pay_1"
      registered={registered}
      values={values}
      onAnother={onAnother}
      onClear={onClear}
      {...given}
    />
  );
  const rows = () =>
    screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);

  test('it says that the student is registered, and has the focus', () => {
    const { container } = render(success());
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(screen.getByRole('heading', { level: 1 })).toHaveAttribute('tabindex', '-1');
    expect(container).toHaveTextContent('Your payment was processed successfully.');
    expect(container).toHaveTextContent(
      'Thank you for registering. You will receive a confirmation email shortly.',
    );
    expect(screen.queryByText(receiptText.paidTwice)).toBeNull();
  });

  test('each value is at its label', () => {
    render(success());
    expect(screen.getByRole('region', { name: 'Receipt' })).toHaveTextContent(site.name);
    expect(rows()).toEqual([
      ['Course fee paid', '₹2000'],
      ['Date of registration', '3 February 2026'],
      ['Payment reference', 'pay_1'],
      ['Student', 'Asha Verma, 8th grade'],
      ['Course', 'Math Problem Solving'],
      ['Confirmation goes to', 'asha@example.com'],
    ]);
  });

  test('one without a day has none', () => {
    render(success({ registered: null }));
    expect(rows().map(([label]) => label)).toEqual([
      ...['Course fee paid', 'Payment reference', 'Student', 'Course', 'Confirmation goes to'],
    ]);
    expect(screen.queryByText(receiptText.paidTwice)).toBeNull();
  });

  test('a second payment is said', () => {
    render(success({ registered: { ...registered, isPaidTwice: true } }));
    expect(screen.getByText(receiptText.paidTwice)).toHaveClass('notice');
  });

  test('it can be printed, and another student registered', () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    render(success());
    fireEvent.click(screen.getByRole('button', { name: 'Print this receipt' }));
    expect([print.mock.calls.length, onAnother.mock.calls.length]).toEqual([1, 0]);
    fireEvent.click(screen.getByRole('button', { name: 'Register another student' }));
    expect(onAnother).toHaveBeenCalledOnce();
  });

  test('it can be cleared', () => {
    render(success());
    expect(screen.getByText(receiptText.kept)).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Clear this page' }));
    expect(onClear).toHaveBeenCalledOnce();
  });

  test('the next steps, what the mail says about the start of classes first, and where to ask', () => {
    render(success());
    const next = within(screen.getByRole('region', { name: 'What happens next' }));
    expect(next.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      startOfClasses,
      ...receiptText.next.slice(1),
    ]);
    expect(links()).toEqual([
      [site.phone, site.phoneHref],
      [site.email, site.emailHref],
    ]);
  });
});
