import { type Field, type Fields, line, type Problem, phone, problemIn, problemsIn } from '../fields.ts';
import { choice, email } from '../formFields.ts';

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

/** What a visitor types to register a student. Spec §3; the field names are those of the call in §7. */
export type RegistrationValues = {
  name: string;
  father: string;
  mother: string;
  grade: string;
  course: string;
  phone: string;
  email: string;
  city: string;
  /** The parent's phone. */
  refrence: string;
  /** The second parent's phone. */
  refrenceSt: string;
  acceptTerms: boolean;
};

export type RegistrationField = keyof RegistrationValues;

/** A value that is not taken: its field and the words of spec §5. */
export type RegistrationProblem = Problem<RegistrationField>;

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

const PHONE = 'Valid phone number is required.';

/** A box that must be ticked. */
const consent = (message: string): Field => ({
  enter: (text) => text,
  problemOf: (value) => (value === true ? null : message),
});

/** What each field takes, in the order in which they are checked. Spec §5, Registration. */
export const registrationFields: Fields<RegistrationField> = {
  name: line('Full name is required.', 'full name'),
  father: line('Father name is required.', 'father name'),
  mother: line('Mother name is required.', 'mother name'),
  grade: choice(grades, 'Please select your grade'),
  course: choice(courses, 'Please select a course'),
  phone: phone(PHONE),
  email: email('Valid email is required.'),
  city: line('City is required.', 'city'),
  refrence: phone(PHONE),
  refrenceSt: phone(PHONE),
  acceptTerms: consent('You must accept the terms and conditions.'),
};

/** The first problem, or null when the form may be sent. Spec §5, Registration. */
export const firstProblem = (values: RegistrationValues): RegistrationProblem | null =>
  problemsIn(registrationFields, values)[0] ?? null;

/** Returns the field that a sentence of the service is about, where it is the sentence of a field. */
export const fieldOf = (message: string): RegistrationField | undefined =>
  problemsIn(registrationFields, emptyValues).find((problem) => problem.message === message)?.field;

/** An order of exactly the fee, in paise, with an id and a key to open it with. Any other is never opened. */
export const isOfTheFee = (order: { id: string; key: string; amount: number; currency: string }): boolean =>
  order.id !== '' && order.key !== '' && order.amount === FEE.paise && order.currency === FEE.currency;

/** Whether the value of one field is taken. */
export const isFieldValid = (field: RegistrationField, values: RegistrationValues): boolean =>
  problemIn(registrationFields[field], values[field]) === null;

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
