import { canonicalEmail } from '../shared/canonicalEmail.ts';
import {
  type Field,
  type Fields,
  phoneField,
  singleLineField,
  validateField,
  validateFields,
} from '../shared/fields.ts';
import { choiceField, emailField } from '../shared/formFields.ts';
import { FEE } from './registration.fee.ts';
import type { RegistrationField, RegistrationProblem, RegistrationValues } from './registration.types.ts';

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
export { FEE };

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

/** A checkbox that must be checked. */
const consentField = (message: string): Field => ({
  normalize: (text) => text,
  validate: (value) => (value === true ? null : message),
});

/** The rules of each field, in the order in which they are checked. Spec §5, Registration. */
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

/** Null when the form may be sent. Spec §5, Registration. */
export const firstProblem = (values: RegistrationValues): RegistrationProblem | null =>
  validateFields(registrationFields, values)[0] ?? null;

/** The field whose message for a missing value is a message of the service; undefined where there is none. */
export const fieldWithMessage = (message: string): RegistrationField | undefined =>
  validateFields(registrationFields, emptyValues).find((problem) => problem.message === message)?.field;

/** Whether an order is of exactly the fee (in paise) and has an id and a key. No other order is ever opened. */
export const isOrderValid = (order: { id: string; key: string; amount: number; currency: string }): boolean =>
  order.id !== '' && order.key !== '' && order.amount === FEE.paise && order.currency === FEE.currency;

export const isFieldValid = (field: RegistrationField, values: RegistrationValues): boolean =>
  validateField(registrationFields[field], values[field]) === null;

/**
 * The registration that a payment is for, as the notes of the payment at the provider name it. Those of an older page name no
 * course.
 */
export type Payer = { student: string; phone: string; course?: string | undefined };

export const payerOf = ({ name, phone, course }: Pick<RegistrationValues, 'name' | 'phone' | 'course'>) => ({
  student: name.trim(),
  phone,
  course,
});

/** The form in which texts are compared: composed (NFC), in lower case, with single spaces. */
export const canonicalText = (text: string): string =>
  text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Whether two payments or registrations name the same student, and the same course unless one names none. */
export const isSamePayer = (one: Payer, other: Payer): boolean =>
  one.phone === other.phone &&
  canonicalText(one.student) === canonicalText(other.student) &&
  (!one.course || !other.course || canonicalText(one.course) === canonicalText(other.course));

/**
 * All values of a registration as one text, each in the form in which it is compared. The SHA-256 of the text, in
 * hex, is the digest that identifies the registration.
 */
export const identifyingText = (values: Readonly<Record<string, string | boolean>>): string =>
  JSON.stringify(
    Object.entries(values)
      .map(([name, value]) => {
        if (typeof value !== 'string') return [name, value];
        return [name, name === 'email' ? canonicalEmail(value) : canonicalText(value)];
      })
      .sort(),
  );

/**
 * The request header with the digest of an order's registration, sent where site and service share an origin. A
 * visitor who is registered and paid under these very details gets that order back, with its payment.
 */
export const REGISTRATION_DIGEST_HEADER = 'x-registration-digest';

/**
 * The request header with the proof of the payment, sent where site and service share an origin: order id, payment id
 * and the provider's signature of both, separated by spaces.
 */
export const PAYMENT_PROOF_HEADER = 'x-payment-proof';
