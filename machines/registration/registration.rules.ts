import {
  type Field,
  type Fields,
  phoneField,
  singleLineField,
  validateField,
  validateFields,
} from '../fields.ts';
import { choiceField, emailField } from '../formFields.ts';
import type { RegistrationField, RegistrationProblem, RegistrationValues } from './registration.types.ts';

/** The fee of a registration: what the site says and sends (rupees) and what the provider counts (paise). Spec §9. */
export const FEE = { rupees: 2000, paise: 200_000, currency: 'INR' } as const;

/** Grades a student can be registered for. Spec §2, Student registration. */
export const grades = ['5th', '6th', '7th', '8th', '9th', '10th'] as const;

/** Courses a student can be registered for. Spec §2, Student registration. */
export const courses = [
  'Future Ready & Exam Prep',
  'English Speaking & Writing',
  'Math Problem Solving',
  'JEE/NEET Foundation',
  'Exam Prep',
] as const;

export type { RegistrationField, RegistrationValues };

export const emptyValues: RegistrationValues = {
  name: '',
  father: '',
  mother: '',
  grade: '',
  course: '',
  phone: '',
  email: '',
  city: '',
  refrence: '',
  refrenceSt: '',
  acceptTerms: false,
};

const PHONE_MESSAGE = 'Valid phone number is required.';

/** A box that must be ticked. */
const consentField = (message: string): Field => ({
  normalize: (text) => text,
  validate: (value) => (value === true ? null : message),
});

/** What each field takes, in the order in which they are checked. Spec §5, Registration. */
export const registrationFields: Fields<RegistrationField> = {
  name: singleLineField('Full name is required.', 'full name'),
  father: singleLineField('Father name is required.', 'father name'),
  mother: singleLineField('Mother name is required.', 'mother name'),
  grade: choiceField(grades, 'Please select your grade'),
  course: choiceField(courses, 'Please select a course'),
  phone: phoneField(PHONE_MESSAGE),
  email: emailField('Valid email is required.'),
  city: singleLineField('City is required.', 'city'),
  refrence: phoneField(PHONE_MESSAGE),
  refrenceSt: phoneField(PHONE_MESSAGE),
  acceptTerms: consentField('You must accept the terms and conditions.'),
};

/** The first problem, or null when the form may be sent. Spec §5, Registration. */
export const firstProblem = (values: RegistrationValues): RegistrationProblem | null =>
  validateFields(registrationFields, values)[0] ?? null;

/** Returns the field that a sentence of the service is about, where it is the sentence of a field. */
export const fieldWithMessage = (message: string): RegistrationField | undefined =>
  validateFields(registrationFields, emptyValues).find((problem) => problem.message === message)?.field;

/** An order of exactly the fee, in paise, with an id and a key to open it with. Any other is never opened. */
export const isOrderValid = (order: { id: string; key: string; amount: number; currency: string }): boolean =>
  order.id !== '' && order.key !== '' && order.amount === FEE.paise && order.currency === FEE.currency;

/** Whether the value of one field is taken. */
export const isFieldValid = (field: RegistrationField, values: RegistrationValues): boolean =>
  validateField(registrationFields[field], values[field]) === null;

/** Who pays, as the payment itself remembers it: what goes into its notes at the provider. */
export type Payer = { student: string; phone: string };

export const payerOf = ({ name, phone }: Pick<RegistrationValues, 'name' | 'phone'>): Payer => ({
  student: name.trim(),
  phone,
});

/** The form of a text by which two are compared: composed, in small letters, with single spaces. */
export const canonicalText = (text: string): string =>
  text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Whether two payments or registrations name the same student. */
export const isSamePayer = (one: Payer, other: Payer): boolean =>
  one.phone === other.phone && canonicalText(one.student) === canonicalText(other.student);

/**
 * The header with which a registration proves its payment, where site and service share an origin: order id, payment id
 * and the provider's signature of both, separated by spaces.
 */
export const PAYMENT_PROOF_HEADER = 'x-payment-proof';
