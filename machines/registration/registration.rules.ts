import { isEmail } from '../email.ts';

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

/** A rule that does not hold: the field it is about and the words of spec §5. */
export type Problem = { field: RegistrationField; message: string };

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

const PHONE_DIGITS = 10;

const filled = (text: string) => text.trim() !== '';
const isPhone = (text: string) => text.length >= PHONE_DIGITS;

/** The rules in the order in which they are checked. Spec §5, Registration. */
const rules: readonly {
  field: RegistrationField;
  holds: (values: RegistrationValues) => boolean;
  message: string;
}[] = [
  { field: 'name', holds: ({ name }) => filled(name), message: 'Full name is required.' },
  { field: 'father', holds: ({ father }) => filled(father), message: 'Father name is required.' },
  { field: 'mother', holds: ({ mother }) => filled(mother), message: 'Mother name is required.' },
  { field: 'grade', holds: ({ grade }) => filled(grade), message: 'Please select your grade' },
  { field: 'course', holds: ({ course }) => filled(course), message: 'Please select a course' },
  { field: 'phone', holds: ({ phone }) => isPhone(phone), message: 'Valid phone number is required.' },
  { field: 'email', holds: ({ email }) => isEmail(email), message: 'Valid email is required.' },
  { field: 'city', holds: ({ city }) => filled(city), message: 'City is required.' },
  {
    field: 'refrence',
    holds: ({ refrence }) => isPhone(refrence),
    message: 'Valid phone number is required.',
  },
  {
    field: 'refrenceSt',
    holds: ({ refrenceSt }) => isPhone(refrenceSt),
    message: 'Valid phone number is required.',
  },
  {
    field: 'acceptTerms',
    holds: ({ acceptTerms }) => acceptTerms,
    message: 'You must accept the terms and conditions.',
  },
];

/** The first rule that does not hold, or null when the form may be sent. Spec §5, Registration. */
export function firstProblem(values: RegistrationValues): Problem | null {
  const broken = rules.find((rule) => !rule.holds(values));
  return broken ? { field: broken.field, message: broken.message } : null;
}

/** Whether the rules about one field hold. */
export function isFieldRight(field: RegistrationField, values: RegistrationValues): boolean {
  return rules.every((rule) => rule.field !== field || rule.holds(values));
}
