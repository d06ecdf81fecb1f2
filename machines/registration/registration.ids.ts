import type { RegistrationField } from './registration.types.ts';

/** The ids of elements of the page. */
export const registrationIds = {
  form: 'registration-form',
  heading: 'registration-heading',
  /** The heading above the form for another student. */
  another: 'registration-another',
  submit: 'registration-submit',
  field: (name: RegistrationField) => `registration-${name}`,
} as const;
