import { describe, expect, test } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { callBackForm } from '../../machines/callBack/callBack.rules.ts';
import { contactForm } from '../../machines/contact/contact.rules.ts';
import * as application from '../../machines/jobApplication/jobApplication.rules.ts';
import * as registration from '../../machines/registration/registration.rules.ts';
import { scholarshipForm } from '../../machines/scholarship/scholarship.rules.ts';
import { passesBrowserValidation, validateForm } from '../../machines/sendForm/sendForm.rules.ts';
import type { SendForm } from '../../machines/sendForm/sendForm.types.ts';
import { declarePromiseActor } from '../../machines/shared/actors.ts';
import { normalizedChange } from '../../machines/shared/fields.ts';

/** The rules of each form in Spec §2, §3, §5 and §8, written a second time. */

const contact = { name: 'Asha', email: 'asha@example.org', phone: '9876543210', message: 'Hello' };
const callBack = { name: 'Asha', phone: '9876543210', messageUser: 'Hello' };
const scholarship = {
  name: 'Asha',
  grade: 'Grade 5',
  course: 'Math Foundation',
  phone: '9876543210',
  city: 'Pune',
};
const registered: registration.RegistrationValues = {
  name: 'Asha',
  father: 'Anil',
  mother: 'Meera',
  grade: '5th',
  course: 'Exam Prep',
  phone: '9876543210',
  email: 'asha@example.org',
  city: 'Pune',
  refrence: '9876543211',
  refrenceSt: '9876543212',
  acceptTerms: true,
};

/** The messages of a form for values, by field. */
const problemsOf = <Field extends string>(form: SendForm<Field>, values: Record<Field, string>) =>
  validateForm(form, values).map(({ field, message }) => `${field}: ${message}`);

describe('the contact form', () => {
  test('the contact form takes what is valid, with and without a phone', () => {
    expect(problemsOf(contactForm, contact)).toEqual([]);
    expect(problemsOf(contactForm, { ...contact, phone: '' })).toEqual([]);
    expect(problemsOf(contactForm, { ...contact, name: ' Asha ', message: 'x'.repeat(5000) })).toEqual([]);
  });

  test('the contact form takes a name with joiners as it is', () => {
    const name = 'ശ്രീ\u200dജ ക്\u200cഷ';
    expect(normalizedChange(contactForm.fields, { name })).toEqual({ name });
    expect(problemsOf(contactForm, { ...contact, name })).toEqual([]);
  });

  test('the contact form says what is wrong with each field', () => {
    expect(problemsOf(contactForm, { ...contactForm.emptyValues, phone: '98765' })).toEqual([
      'name: Please give your name.',
      'email: Please give a valid email address.',
      'phone: Please give a phone number of exactly 10 digits, or none.',
      'message: Please write a message.',
    ]);
    expect(problemsOf(contactForm, { ...contact, name: 'x'.repeat(121), message: 'x'.repeat(5001) })).toEqual(
      [
        'name: The name must be one line of at most 120 characters.',
        'message: The message must have at most 5000 characters.',
      ],
    );
  });

  test('the browser submits the contact form when its required fields are filled', () => {
    for (const field of ['name', 'email', 'message'])
      expect([field, passesBrowserValidation(contactForm, { ...contact, [field]: '' })]).toEqual([
        field,
        false,
      ]);
    expect(passesBrowserValidation(contactForm, { ...contact, phone: '98765' })).toBe(false);
    expect(passesBrowserValidation(contactForm, { ...contact, phone: '' })).toBe(true);
    expect(passesBrowserValidation(contactForm, { ...contact, email: 'asha' })).toBe(true);
  });
});

describe('the call-back form', () => {
  test('the call-back form says what is wrong with each field', () => {
    expect(problemsOf(callBackForm, callBack)).toEqual([]);
    expect(problemsOf(callBackForm, { ...callBack, messageUser: '' })).toEqual([]);
    expect(problemsOf(callBackForm, { ...callBackForm.emptyValues, messageUser: '\u200b' })).toEqual([
      'name: Please give your name.',
      'phone: Please give a phone number of exactly 10 digits.',
      'messageUser: Please write a message, or none.',
    ]);
    expect(problemsOf(callBackForm, { ...callBack, name: 'a\nb', messageUser: 'x'.repeat(2001) })).toEqual([
      'name: The name must be one line of at most 120 characters.',
      'messageUser: The message must have at most 2000 characters.',
    ]);
  });

  test('the browser submits the call-back form when name and phone are filled', () => {
    expect(passesBrowserValidation(callBackForm, { ...callBack, name: '' })).toBe(false);
    expect(passesBrowserValidation(callBackForm, { ...callBack, phone: '' })).toBe(false);
    expect(passesBrowserValidation(callBackForm, { ...callBack, phone: '1', messageUser: '' })).toBe(true);
  });
});

describe('the scholarship application', () => {
  const missing = 'Please fill all required fields';

  test('the scholarship application’s first message is the one for missing values', () => {
    expect(problemsOf(scholarshipForm, scholarship)).toEqual([]);
    expect(problemsOf(scholarshipForm, scholarshipForm.emptyValues)).toEqual(
      ['name', 'grade', 'course', 'phone', 'city'].map((field) => `${field}: ${missing}`),
    );
    expect(
      problemsOf(scholarshipForm, { ...scholarship, name: 'a\nb', phone: '98765', city: 'x'.repeat(121) }),
    ).toEqual([
      'name: The name must be one line of at most 120 characters.',
      'phone: Please give a phone number of exactly 10 digits.',
      'city: The city must be one line of at most 120 characters.',
    ]);
    expect(problemsOf(scholarshipForm, { ...scholarship, phone: '98765', city: '' })).toEqual([
      `city: ${missing}`,
      'phone: Please give a phone number of exactly 10 digits.',
    ]);
  });
});

describe('the registration', () => {
  test.each<[Partial<registration.RegistrationValues>, string]>([
    [{ name: '  ' }, 'Full name is required.'],
    [{ father: '' }, 'Father name is required.'],
    [{ mother: '' }, 'Mother name is required.'],
    [{ grade: '' }, 'Please select your grade'],
    [{ course: '' }, 'Please select a course'],
    [{ phone: '987654321' }, 'Valid phone number is required.'],
    [{ email: 'asha@example' }, 'Valid email is required.'],
    [{ city: '' }, 'City is required.'],
    [{ refrence: '912345678' }, 'Valid phone number is required.'],
    [{ refrenceSt: '912345678' }, 'Valid phone number is required.'],
    [{ acceptTerms: false }, 'You must accept the terms and conditions.'],
  ])('a registration with %j is refused: %s', (change, message) => {
    expect(registration.firstProblem({ ...registered, ...change })?.message).toBe(message);
  });

  test('a home with one phone and one parent breaks no rule of the registration', () => {
    const home = { mother: '-', refrence: registered.phone, refrenceSt: registered.phone };
    expect(registration.firstProblem({ ...registered, ...home })).toBeNull();
  });

  test('the registration names its fields where a text is too long', () => {
    expect(registration.firstProblem(registered)).toBeNull();
    const problem = (field: registration.RegistrationField) =>
      registration.firstProblem({ ...registered, [field]: 'x'.repeat(121) })?.message;
    expect([problem('name'), problem('father'), problem('mother'), problem('city')]).toEqual(
      ['full name', 'father name', 'mother name', 'city'].map(
        (thing) => `The ${thing} must be one line of at most 120 characters.`,
      ),
    );
  });

  test('a field of the registration is valid by itself, without the spaces around it', () => {
    expect(registration.isFieldValid('city', { ...registered, city: ' Pune ', name: '' })).toBe(true);
    expect(registration.isFieldValid('name', { ...registered, name: ' ' })).toBe(false);
  });

  test('a message of the service leads to its field, if it is that of a missing value', () => {
    expect(registration.fieldWithMessage('Please select a course')).toBe('course');
    expect(registration.fieldWithMessage('Valid phone number is required.')).toBe('phone');
    expect(registration.fieldWithMessage('No.')).toBeUndefined();
  });

  test('an order is opened if it is of the fee and complete', () => {
    const order = { id: 'order_1', key: 'rzp_1', amount: 200_000, currency: 'INR' };
    expect(registration.FEE).toEqual({ rupees: 2000, paise: 200_000, currency: 'INR' });
    expect(registration.isOrderValid(order)).toBe(true);
    for (const change of [
      { id: '' },
      { key: '' },
      { amount: 2000 },
      { amount: 200_001 },
      { currency: 'USD' },
    ])
      expect([change, registration.isOrderValid({ ...order, ...change })]).toEqual([change, false]);
  });

  test('a registration is identified by its values as they are compared', () => {
    const values = { name: ' आशा  Verma ', email: 'Asha@Schüle.example', acceptTerms: true };
    const compared = '[["acceptTerms",true],["email","asha@xn--schle-mva.example"],["name","आशा verma"]]';
    expect(registration.identifyingText(values)).toBe(compared);
  });

  test.each([
    ['asha  VERMA ', '9876543210', true],
    ['Asha\tVerma', '9876543210', true],
    ['Asha Verma', '9876543211', false],
    ['AshaVerma', '9876543210', false],
    ['Asha', '9876543210', false],
  ])('Asha Verma and %j, %s are one payer: %s', (student, phone, isSame) => {
    expect(
      registration.isSamePayer({ student: ' Asha Verma', phone: '9876543210' }, { student, phone }),
    ).toBe(isSame);
  });

  test.each([
    ['Exam Prep', 'exam  prep', true],
    ['Exam Prep', undefined, true],
    [undefined, 'Exam Prep', true],
    ['Exam Prep', 'Math Problem Solving', false],
  ])('the courses %s and %s are those of one payer: %s', (one, other, isSame) => {
    const payer = { student: 'Asha Verma', phone: '9876543210' };
    expect(registration.isSamePayer({ ...payer, course: one }, { ...payer, course: other })).toBe(isSame);
  });
});

describe('the job application', () => {
  const values = { name: 'Asha', email: 'asha@example.org', phone: '9876543210', coverLetter: '' };
  const isEmailInvalid = (email: string) => application.invalidFields({ ...values, email }).includes('email');

  test('the job application begins empty, and may do without a cover letter', () => {
    expect(application.emptyValues).toEqual({ name: '', email: '', phone: '', coverLetter: '' });
    expect(application.invalidFields(values)).toEqual([]);
    expect(application.invalidFields(application.emptyValues)).toEqual(['name', 'email', 'phone']);
    expect(application.invalidFields({ ...values, phone: '98765' })).toEqual(['phone']);
  });

  test.each([
    'a@b',
    "!#$%&'*+/=?^_`{|}~-.1@b.c",
    'a@b-c.d2',
    'A@B.C',
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}`,
  ])('the browser takes the address %j', (email) => expect(isEmailInvalid(email)).toBe(false));

  test.each([
    '',
    'a',
    '@b',
    'a@',
    'a b@c',
    'a@b c',
    'a@-b',
    'a@b-',
    'a@b.',
    'a@.b',
    'a@b..c',
    'a@b.-c',
    'a@b.c-',
    'a@b_c',
    'a@b.c_d',
    'a@b.c@d',
    `a@${'b'.repeat(64)}`,
    `a@b.${'c'.repeat(64)}`,
  ])('the browser refuses the address %j', (email) => expect(isEmailInvalid(email)).toBe(true));

  test('the job application accepts a resume by the end of its name', () => {
    expect(application.acceptedExtensions).toEqual(['.pdf', '.doc', '.docx']);
    for (const name of ['resume.pdf', 'My.Resume.DOC', 'resume.docx'])
      expect([name, application.isAcceptedFile(name)]).toEqual([name, true]);
    for (const name of ['resume.pdf.exe', 'pdf', 'resume.txt', ''])
      expect([name, application.isAcceptedFile(name)]).toEqual([name, false]);
  });
});

test('an actor that nobody provided fails with its name', async () => {
  const actor = createActor(declarePromiseActor('send')).start();
  await expect(toPromise(actor)).rejects.toThrow('actor not provided: send');
});
