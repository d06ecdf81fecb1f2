import { isPhone } from '../shared/phone.ts';

export type Job = { id: number; title: string };

/** The values of the application form, without the file. Spec §3, Job application draft. */
export type ApplicationValues = { name: string; email: string; phone: string; coverLetter: string };

export const emptyValues: ApplicationValues = { name: '', email: '', phone: '', coverLetter: '' };

/** Accepted extensions of a resume, as in the `accept` attribute of the file field. Spec §5, Job application. */
export const acceptedExtensions = ['.pdf', '.doc', '.docx'] as const;

/** Whether a file is accepted as a resume, by its name: a file picker can ignore the `accept` attribute. Spec §5. */
export function isAcceptedFile(name: string): boolean {
  return acceptedExtensions.some((extension) => name.toLowerCase().endsWith(extension));
}

/** The pattern of the HTML standard for a field of the type `email`. */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** The fields, without the resume, that the browser reports as invalid. Spec §5, Job application. */
export function invalidFields({ name, email, phone }: ApplicationValues): string[] {
  return [name === '' && 'name', !EMAIL.test(email) && 'email', !isPhone(phone) && 'phone'].filter(
    (field) => field !== false,
  );
}
