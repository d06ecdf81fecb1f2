import { act, screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { newsletterText } from '../../../src/content/newsletter.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { test } from '../fixtures.ts';

/**
 * §2, §3, §5, §9 The fields of every form: the name, the attributes for the browser, and the description of each.
 */

type Field = [
  label: string,
  name: string,
  type: string,
  autocomplete: string | null,
  inputmode: string | null,
  isRequired: boolean,
];

const TEXT = ['text', 'off', null] as const;
const PHONE = ['tel', 'tel', 'tel'] as const;
const EMAIL = ['email', 'email', 'email'] as const;
const CHOICE = ['select-one', null, null] as const;
const AREA = ['textarea', null, null] as const;

const forms: { flow: string; path: string; opener?: string; fields: readonly Field[] }[] = [
  {
    flow: 'contact',
    path: '/contact',
    fields: [
      ['Full Name*', 'name', 'text', 'name', null, true],
      ['Email Address*', 'email', ...EMAIL, true],
      ['Phone Number', 'phone', ...PHONE, false],
      ['Your Message*', 'message', ...AREA, true],
    ],
  },
  {
    flow: 'callBack',
    path: '/shipping',
    opener: 'Get a Call Back',
    fields: [
      ['Name', 'name', 'text', 'name', null, true],
      ['Phone', 'phone', ...PHONE, true],
      ['Message (optional)', 'messageUser', ...AREA, false],
    ],
  },
  {
    flow: 'scholarship',
    path: '/applyPath',
    fields: [
      ['Name', 'name', 'text', 'section-student name', null, true],
      ['Grade', 'grade', ...CHOICE, true],
      ['Course', 'course', ...CHOICE, true],
      ['Phone', 'phone', ...PHONE, true],
      ['City', 'city', 'text', 'address-level2', null, true],
    ],
  },
  {
    flow: 'registration',
    path: '/register-re',
    fields: [
      ['Full Name', 'name', 'text', 'section-student name', null, true],
      ['Father Name', 'father', ...TEXT, true],
      ['Mother Name', 'mother', ...TEXT, true],
      ['Grade', 'grade', ...CHOICE, true],
      ['Course', 'course', ...CHOICE, true],
      ['Phone', 'phone', ...PHONE, true],
      ['Email', 'email', ...EMAIL, true],
      ['City', 'city', 'text', 'address-level2', null, true],
      ["Parent's Phone", 'refrence', 'tel', 'off', 'tel', true],
      ["Second Parent's Phone", 'refrenceSt', 'tel', 'off', 'tel', true],
      ['I accept the terms and conditions (opens in a new tab)', 'acceptTerms', 'checkbox', null, null, true],
    ],
  },
  {
    flow: 'jobApplication',
    path: '/careers',
    opener: 'Apply Now',
    fields: [
      ['Full Name*', 'name', 'text', 'name', null, true],
      ['Email*', 'email', ...EMAIL, true],
      ['Phone*', 'phone', ...PHONE, true],
      ['Resume/CV*', 'resume', 'file', null, null, true],
      ['Cover Letter', 'coverLetter', ...AREA, false],
    ],
  },
  {
    flow: 'newsletter',
    path: '/shipping',
    fields: [['Your e-mail for the newsletter', 'email', ...EMAIL, true]],
  },
];

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const formOf = (flow: string) => {
  const form = document.querySelector<HTMLElement>(`[data-flow="${flow}"] form`);
  if (!form) throw new Error(`the flow "${flow}" shows no form`);
  return form;
};

const controlsOf = (form: Element) => [...form.querySelectorAll<Control>('input, select, textarea')];

const labelOf = ({ labels }: Control) => labels?.[0]?.textContent ?? '';

test.for(forms)(
  'the form $flow has these fields in this order, all empty at the start',
  async (form, { open }) => {
    const { flow, path, opener, fields } = form;
    const page = await open(path, flow);
    if (opener) await page.user.press(opener, 'button', flow === 'jobApplication' ? 'Math Tutor' : undefined);
    const controls = controlsOf(formOf(flow));
    expect(
      controls.map((control) => [
        labelOf(control).trim(),
        control.name,
        control.type,
        control.getAttribute('autocomplete'),
        control.getAttribute('inputmode'),
        control.required,
      ]),
    ).toEqual(fields);
    for (const control of nonEmpty(controls)) {
      expect(control, 'screen readers hear no star').toHaveAccessibleName(
        labelOf(control).trim().replace(/\*$/, ''),
      );
      expect(control).toHaveAttribute('aria-invalid', 'false');
    }
    expect(new Set(Object.values(await page.screen.formValues()))).toEqual(
      new Set(flow === 'registration' ? ['', false] : ['']),
    );
  },
);

const optionsOf = (flow: string, label: string) =>
  within(formOf(flow)).getByLabelText<HTMLSelectElement>(label).querySelectorAll('option');

test.for([
  ['/applyPath', 'scholarship', 'Grade', ['Grade 5', 'Grade 6', 'Grade 7', 'Grade 8', 'Grade 9', 'Grade 10']],
  [
    '/applyPath',
    'scholarship',
    'Course',
    [
      'English Speaking',
      'Math Foundation',
      'Computer Basics',
      'Science Concepts',
      'Career Guidance',
      'All Subjects',
    ],
  ],
  ['/register-re', 'registration', 'Grade', ['5th', '6th', '7th', '8th', '9th', '10th']],
  [
    '/register-re',
    'registration',
    'Course',
    [
      'Future Ready & Exam Prep',
      'English Speaking & Writing',
      'Math Problem Solving',
      'JEE/NEET Foundation',
      'Exam Prep',
    ],
  ],
] as const)(
  '%s, %s: the options of %s are those of the specification',
  async ([path, flow, label, expected], { open }) => {
    await open(path);
    const [first, ...options] = optionsOf(flow, label);
    expect(first?.value, 'the first is no choice').toBe('');
    expect(options.map(({ textContent }) => textContent)).toEqual(expected);
    expect(options.map(({ value }) => value)).toEqual(expected);
  },
);

test.for([
  ['/contact', 'Your Message*', 'rows', '5'],
  ['/contact', 'Full Name*', 'maxlength', '120'],
  ['/contact', 'Email Address*', 'maxlength', '254'],
  ['/contact', 'Phone Number', 'title', 'Ten digits'],
  ['/careers', 'Cover Letter', 'rows', '4'],
  ['/careers', 'Cover Letter', 'placeholder', "Tell us why you'd be a great fit..."],
  ['/careers', 'Resume/CV*', 'accept', '.pdf,.doc,.docx'],
] as const)('on %s the field "%s" has the %s "%s"', async ([path, label, name, value], { open }) => {
  await open(path);
  expect(within(screen.getByRole('main')).getByLabelText(label)).toHaveAttribute(name, value);
});

test.for([
  ['/applyPath', 'Phone', /^Ten digits$/],
  ['/careers', 'Phone*', /^Ten digits$/],
  ['/careers', 'Resume/CV*', /^PDF, DOC or DOCX/],
  ['/careers', 'Cover Letter', /^Optional$/],
  ['/register-re', 'Phone', /^Ten digits\. A number at which we reach the student\./],
  ['/register-re', 'Phone', /Parents’ numbers come below\.$/],
  ['/register-re', "Parent's Phone", /^Ten digits\. One phone only\? Give its number again\.$/],
  ['/register-re', "Second Parent's Phone", /^Ten digits\. One phone only\? Give its number again\.$/],
  [
    '/register-re',
    'Father Name',
    /^One parent only\? Write a guardian’s name or a dash \(-\) for the other\.$/,
  ],
  [
    '/register-re',
    'Email',
    /^The student’s or a parent’s\. We send the confirmation there, and use it to find your payment/,
  ],
] as const)('on %s the field "%s" says %s', async ([path, label, hint], { open }) => {
  await open(path);
  const field = within(screen.getByRole('main')).getByLabelText(label);
  expect(field).toHaveAccessibleDescription(hint);
});

test.for([
  ['/register-re', 'registration', 'Full name is required.'],
  ['/applyPath', 'scholarship', 'Please fill all required fields'],
  ['/privacy', 'newsletter', newsletterText.emailProblem],
] as const)(
  'a problem of the field with the focus is announced at each submit: %s',
  async ([path, flow, message], { open }) => {
    await open(path, flow);
    const form = document.querySelector<HTMLFormElement>(`[data-flow="${flow}"] form`);
    const announced = () => document.getElementById('announcer')?.textContent;
    const submit = () => act(async () => form?.requestSubmit());
    await submit();
    expect(announced(), 'the move of the focus says it').toBe('');
    await submit();
    expect(announced()).toBe(message);
    await submit();
    expect(announced()).toBe(`${message}\u00a0`);
  },
);
