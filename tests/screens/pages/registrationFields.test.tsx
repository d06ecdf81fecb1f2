import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { courses } from '../../../machines/registration/registration.rules.ts';
import type { RegistrationContext } from '../../../machines/registration/registration.types.ts';
import { RegistrationFields } from '../../../src/screens/registration/RegistrationFields.tsx';
import {
  type RegistrationState,
  registrationIn,
  validRegistration as valid,
} from '../../support/registrationIn.ts';

/** §2, §5 The fields of the registration: what they are, what they send, and what is said at them. */

const send = vi.fn();

beforeEach(() => void send.mockReset());
afterEach(cleanup);

const inState = (...state: Parameters<typeof registrationIn>) => ({
  snapshot: registrationIn(...state),
  send,
});

const order = { id: 'order_1', amount: 200_000, currency: 'INR', key: 'key_1', email: 'asha@example.com' };

const attributesOf = (label: string, ...names: string[]) =>
  names.map((name) => screen.getByLabelText(label).getAttribute(name));

const texts: [
  label: string,
  field: Exclude<keyof typeof valid, 'acceptTerms'>,
  type: string,
  inputMode: string | null,
  fills: string,
][] = [
  ['Full Name', 'name', 'text', null, 'section-student name'],
  ['Father Name', 'father', 'text', null, 'off'],
  ['Mother Name', 'mother', 'text', null, 'off'],
  ['Phone', 'phone', 'tel', 'tel', 'tel'],
  ['Email', 'email', 'email', 'email', 'email'],
  ['City', 'city', 'text', null, 'address-level2'],
  ["Parent's Phone", 'refrence', 'tel', 'tel', 'off'],
  ["Second Parent's Phone", 'refrenceSt', 'tel', 'tel', 'off'],
];

const problems: [field: keyof typeof valid, label: string, message: string][] = [
  ['name', 'Full Name', 'Full name is required.'],
  ['father', 'Father Name', 'Father name is required.'],
  ['mother', 'Mother Name', 'Mother name is required.'],
  ['grade', 'Grade', 'Please select your grade'],
  ['course', 'Course', 'Please select a course'],
  ['phone', 'Phone', 'Valid phone number is required.'],
  ['email', 'Email', 'Valid email is required.'],
  ['city', 'City', 'City is required.'],
  ['refrence', "Parent's Phone", 'Valid phone number is required.'],
  ['refrenceSt', "Second Parent's Phone", 'Valid phone number is required.'],
  [
    'acceptTerms',
    'I accept the terms and conditions (opens in a new tab)',
    'You must accept the terms and conditions.',
  ],
];

describe('the fields', () => {
  const show = (...state: Parameters<typeof inState>) =>
    render(<RegistrationFields {...inState(...state)} />);

  test.each(texts)(
    '%s: what it is, what it shows, and what it sends',
    (label, field, type, inputMode, fills) => {
      show('registered', { values: valid });
      expect(attributesOf(label, 'id', 'name', 'type', 'inputmode', 'autocomplete')).toEqual([
        ...[`registration-${field}`, field, type, inputMode, fills],
      ]);
      expect(screen.getByLabelText(label)).toHaveValue(valid[field]);
      fireEvent.change(screen.getByLabelText(label), { target: { value: 'x' } });
      expect(send.mock.calls).toEqual([[{ type: 'changed', values: { [field]: 'x' } }]]);
    },
  );

  test.each([
    ['Grade', 'grade', ['Select your grade', '5th', '6th', '7th', '8th', '9th', '10th']],
    ['Course', 'course', ['Select a course', ...courses]],
  ] as const)('%s: its options, and what it sends', (label, field, options) => {
    show({ editing: 'idle' }, { values: valid });
    const select = screen.getByLabelText(label);
    expect(attributesOf(label, 'id', 'name')).toEqual([`registration-${field}`, field]);
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(options);
    expect(select).toHaveValue(valid[field]);
    fireEvent.change(select, { target: { value: options[1] } });
    expect(send.mock.calls).toEqual([[{ type: 'changed', values: { [field]: options[1] } }]]);
  });

  test('the terms: a link, and a box that is checked', () => {
    const { rerender } = show({ editing: 'idle' });
    const box = screen.getByRole('checkbox');
    expect([box.id, box.getAttribute('name')]).toEqual(['registration-acceptTerms', 'acceptTerms']);
    expect(box).not.toBeChecked();
    expect(screen.getByRole('link')).toHaveAttribute('href', '/register-term');
    expect(screen.getByRole('link')).toHaveAttribute('target', '_blank');
    fireEvent.click(box);
    expect(send.mock.calls).toEqual([[{ type: 'changed', values: { acceptTerms: true } }]]);
    rerender(<RegistrationFields {...inState({ editing: 'idle' }, { values: valid })} />);
    expect(box).toBeChecked();
  });

  test.each(problems)('the problem of %s is said at %s: %s', (field, label, message) => {
    const { container } = show({ editing: 'invalid' }, { problem: { field, message } });
    const control = screen.getByLabelText(label);
    expect(control).toHaveAccessibleDescription(new RegExp(`${message}$`));
    expect([...container.querySelectorAll('[aria-invalid="true"]')]).toEqual([control]);
  });

  test('groups, hints and lengths', () => {
    show({ editing: 'idle' });
    const groups = screen.getAllByRole('group');
    expect(groups.map((group) => group.querySelector('legend')?.textContent)).toEqual([
      'Student',
      'Contact',
      undefined,
    ]);
    expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription(
      /^Ten digits\. The student’s own number/,
    );
    for (const label of ["Parent's Phone", "Second Parent's Phone"])
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(
        'Ten digits. If you have one phone, give its number again.',
      );
    expect(screen.getByLabelText('Father Name')).toHaveAccessibleDescription(
      'If there is one parent, write a guardian’s name or a dash (-) for the other one.',
    );
    expect(attributesOf('Full Name', 'maxlength', 'required')).toEqual(['120', '']);
  });

  test.each([
    [{ editing: 'idle' }, true],
    ['creatingOrder', false],
    ['registering', false],
    [{ paid: 'unregistered' }, true],
  ] as [RegistrationState, boolean][])('in %o they can be changed: %s', (value, isEnabled) => {
    show(value);
    const controls = ['Full Name', 'City', 'I accept the terms and conditions (opens in a new tab)'];
    expect(
      controls.map((label) => !screen.getByLabelText(label).matches(':disabled, fieldset:disabled *')),
    ).toEqual(controls.map(() => isEnabled));
  });

  const OWN = /^The student’s or a parent’s\./;
  const PAID = 'The payment was made for this address.';
  const refused = { field: 'email', message: 'Valid email is required.' } as const;

  test.each([
    ['before the payment', { editing: 'idle' }, { order }, false, OWN],
    ['after it', { paid: 'unregistered' }, { order }, true, PAID],
    ['after it, without an order', { paid: 'unregistered' }, {}, true, OWN],
    [
      'after it, where it is refused',
      { paid: 'fieldRefused' },
      { order, problem: refused },
      false,
      /^The payment/,
    ],
    [
      ...(['after it, where another field is wrong', { paid: 'invalid' }] as const),
      ...([{ order, problem: { field: 'city', message: 'City is required.' } }, true, PAID] as const),
    ],
  ] as [string, RegistrationState, Partial<RegistrationContext>, boolean, RegExp | string][])(
    'the address %s',
    (_, value, context, isReadOnly, hint) => {
      show(value, context);
      expect(screen.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(isReadOnly);
      expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(hint);
    },
  );
});
