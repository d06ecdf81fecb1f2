import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FileField } from '../../../src/components/FileField.tsx';
import {
  CheckboxField,
  Label,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../src/components/fields.tsx';
import { Honeypot } from '../../../src/components/Honeypot.tsx';
import { nonEmpty } from '../../support/nonEmpty.ts';

/** The controls of the forms: their names, their rules, what describes them, and what they report. */

const onChange = vi.fn();

beforeEach(() => void onChange.mockReset());
afterEach(cleanup);

const textField = { id: 'city', name: 'town', label: 'City', value: 'Pune', autoComplete: 'off', onChange };
const textArea = { id: 'city', name: 'town', label: 'City', value: 'Pune', rows: 4, onChange };
const select = { ...textArea, options: ['Goa', 'Pune'], placeholder: 'Choose' };

describe.each([
  ['a text field', (props: object) => <TextField {...textField} {...props} />],
  ['a field of several lines', (props: object) => <TextAreaField {...textArea} {...props} />],
  ['a select', (props: object) => <SelectField {...select} {...props} />],
])('%s', (_, field) => {
  const control = () => screen.getByLabelText('City');

  test('its label, its name, its value, and what is entered', () => {
    render(field({}));
    expect(control()).toHaveAttribute('id', 'city');
    expect(control()).toHaveAttribute('name', 'town');
    expect(control()).toHaveValue('Pune');
    fireEvent.change(control(), { target: { value: 'Goa' } });
    expect(onChange.mock.calls).toEqual([['Goa']]);
    expect(control()).toHaveValue('Pune');
  });

  test('it is required and valid, and nothing describes it', () => {
    const { container } = render(field({}));
    expect(control()).toBeRequired();
    expect(control()).toHaveAttribute('aria-invalid', 'false');
    expect(control()).not.toHaveAttribute('aria-describedby');
    expect(container.querySelector('p')).toBeNull();
  });

  test('its hint describes it', () => {
    render(field({ hint: 'A town or a village' }));
    expect(screen.getByText('A town or a village')).toHaveAttribute('id', 'city-hint');
    expect(screen.getByText('A town or a village')).toHaveClass('field-hint', { exact: true });
    expect(control()).toHaveAttribute('aria-describedby', 'city-hint');
    expect(control()).toHaveAttribute('aria-invalid', 'false');
  });

  test('its problem describes it', () => {
    render(field({ problem: 'City is required.' }));
    expect(screen.getByText('City is required.')).toHaveAttribute('id', 'city-problem');
    expect(screen.getByText('City is required.')).toHaveClass('field-problem', { exact: true });
    expect(control()).toHaveAttribute('aria-describedby', 'city-problem');
    expect(control()).toHaveAttribute('aria-invalid', 'true');
  });

  test('a message about several fields describes it', () => {
    const { container } = render(field({ problemId: 'alert' }));
    expect(control()).toHaveAttribute('aria-describedby', 'alert');
    expect(control()).toHaveAttribute('aria-invalid', 'true');
    expect(container.querySelector('p')).toBeNull();
  });

  test('hint, problem and message, in this order', () => {
    render(field({ problemId: 'alert', problem: 'City is required.', hint: 'A town' }));
    expect(control()).toHaveAttribute('aria-describedby', 'city-hint city-problem alert');
    expect(control()).toHaveAccessibleDescription('A town City is required.');
  });
});

test.each([
  ['City*', 'City*', 'City'],
  ['City', 'City', 'City'],
  ['4* rating', '4* rating', '4* rating'],
])('the star at the end of the label "%s" is hidden from screen readers', (label, shown, name) => {
  const { container } = render(
    <>
      <Label id="city" label={label} />
      <input id="city" />
    </>,
  );
  expect(container.querySelector('label')).toHaveTextContent(new RegExp(`^${shown.replace('*', '\\*')}$`));
  expect(screen.getByRole('textbox', { name })).toBeInTheDocument();
});

test('a text field by default: text of any length that can be changed', () => {
  render(<TextField {...textField} />);
  const input = screen.getByRole('textbox', { name: 'City' });
  expect(input).toHaveAttribute('type', 'text');
  expect(input).toHaveAttribute('autocomplete', 'off');
  expect(input).not.toHaveAttribute('readonly');
  for (const absent of ['inputmode', 'pattern', 'title', 'maxlength'])
    expect(input).not.toHaveAttribute(absent);
});

test('a text field with all its rules', () => {
  const pattern = { expression: '[0-9]{10}', title: 'Ten digits' };
  const rules = { pattern, maxLength: 10, required: false, readOnly: true };
  render(<TextField {...textField} {...rules} type="tel" inputMode="tel" autoComplete="tel" />);
  const input = screen.getByLabelText('City');
  expect(input).not.toBeRequired();
  const attributes = {
    type: 'tel',
    inputmode: 'tel',
    autocomplete: 'tel',
    pattern: '[0-9]{10}',
    readonly: '',
  };
  for (const [name, value] of nonEmpty(
    Object.entries({ ...attributes, title: 'Ten digits', maxlength: '10' }),
  ))
    expect(input).toHaveAttribute(name, value);
});

test('a field of several lines: its lines, its placeholder, its length, and one that may stay empty', () => {
  const { rerender } = render(<TextAreaField {...textArea} placeholder="Tell us" maxLength={500} />);
  const area = screen.getByLabelText('City');
  for (const [name, value] of [
    ['rows', '4'],
    ['placeholder', 'Tell us'],
    ['maxlength', '500'],
  ] as const)
    expect(area).toHaveAttribute(name, value);
  rerender(<TextAreaField {...textArea} required={false} />);
  expect(area).not.toBeRequired();
});

test('a select: its placeholder, which is empty, then its options', () => {
  render(<SelectField {...select} value="" />);
  const options = screen
    .getAllByRole('option')
    .map((option) => [option.textContent, option.getAttribute('value')]);
  expect(options).toEqual([
    ['Choose', ''],
    ['Goa', 'Goa'],
    ['Pune', 'Pune'],
  ]);
  expect(screen.getByRole('combobox', { name: 'City' })).toHaveValue('');
});

describe('a checkbox', () => {
  const box = { id: 'terms', name: 'acceptTerms', checked: false, onChange };
  const checkbox = () => screen.getByRole('checkbox', { name: 'I accept the terms' });

  test('its name, and what is chosen', () => {
    const { rerender } = render(<CheckboxField {...box}>I accept the terms</CheckboxField>);
    expect(checkbox()).not.toBeChecked();
    expect(checkbox()).toBeRequired();
    expect(checkbox()).toHaveAttribute('name', 'acceptTerms');
    expect(checkbox()).toHaveAttribute('aria-invalid', 'false');
    expect(checkbox()).not.toHaveAttribute('aria-describedby');
    fireEvent.click(checkbox());
    expect(onChange.mock.calls).toEqual([[true]]);
    rerender(
      <CheckboxField {...box} checked>
        I accept the terms
      </CheckboxField>,
    );
    expect(checkbox()).toBeChecked();
    fireEvent.click(checkbox());
    expect(onChange.mock.lastCall).toEqual([false]);
  });

  test('its problem describes it', () => {
    const problem = 'You must accept the terms and conditions.';
    render(
      <CheckboxField {...box} problem={problem}>
        I accept the terms
      </CheckboxField>,
    );
    expect(checkbox()).toHaveAttribute('aria-invalid', 'true');
    expect(checkbox()).toHaveAttribute('aria-describedby', 'terms-problem');
    expect(checkbox()).toHaveAccessibleDescription(problem);
  });
});

describe('a file field', () => {
  const file = {
    id: 'cv',
    name: 'resume',
    label: 'Resume/CV*',
    accept: ['.pdf', '.doc'],
    hint: 'PDF or DOC',
  };
  const fileField = (props: { chosen?: string | null; problem?: string }) => (
    <FileField {...file} chosen={null} onChoose={onChange} {...props} />
  );
  const input = () => screen.getByLabelText('Resume/CV*');

  test('what it accepts, and its hint', () => {
    render(fileField({}));
    for (const [name, value] of nonEmpty(
      Object.entries({ type: 'file', name: 'resume', accept: '.pdf,.doc' }),
    ))
      expect(input()).toHaveAttribute(name, value);
    expect(input()).toBeRequired();
    expect(input()).toHaveAttribute('aria-invalid', 'false');
    expect(input()).toHaveAccessibleDescription(/^PDF or DOC $/);
    expect(screen.getByText('Choose File')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  });

  test('the name of the chosen file, or that there is none', async () => {
    const { rerender } = render(fileField({}));
    fireEvent.change(input(), { target: { files: null } });
    expect(onChange.mock.calls).toEqual([[null]]);
    onChange.mockReset();
    await userEvent.upload(input(), new File(['%PDF'], 'cv.pdf'));
    expect(onChange.mock.calls).toEqual([['cv.pdf']]);
    await userEvent.upload(input(), []);
    expect(onChange.mock.calls).toEqual([['cv.pdf'], [null]]);
    expect(screen.getByText('Choose File')).toBeInTheDocument();
    rerender(fileField({ chosen: 'cv.pdf' }));
    expect(screen.getByText('cv.pdf')).toHaveClass('file-name');
  });

  test('its problem is announced, and describes it', () => {
    render(fileField({ problem: 'Please choose it again.' }));
    expect(screen.getByRole('alert')).toHaveTextContent(/^Please choose it again\.$/);
    expect(input()).toHaveAttribute('aria-invalid', 'true');
    expect(input()).toHaveAccessibleDescription('PDF or DOC Please choose it again.');
  });
});

test('only robots see the honeypot; it belongs to its form', () => {
  render(
    <>
      <form id="contact-form" aria-label="Message form" />
      <Honeypot form="contact" />
    </>,
  );
  const input = screen.getByLabelText('Leave this field empty');
  expect(input).toHaveAttribute('id', 'contact-remark');
  expect(input).toHaveAttribute('form', 'contact-form');
  expect(input).toHaveAttribute('name', 'remark');
  expect(input).toHaveAttribute('tabindex', '-1');
  expect(input).toHaveAttribute('autocomplete', 'off');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(input.parentElement).toHaveClass('visually-hidden');
});
