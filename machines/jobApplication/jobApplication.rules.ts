import { isPhone } from '../phone.ts';

/** The job that is applied for. */
export type Job = { id: number; title: string };

/** What an applicant types. Spec §3, Job application draft; the file itself stays with its control. */
export type ApplicationValues = { name: string; email: string; phone: string; coverLetter: string };

export const emptyValues: ApplicationValues = { name: '', email: '', phone: '', coverLetter: '' };

/** The endings that a resume may have, as the file field offers them. Spec §5, Job application. */
export const acceptedExtensions = ['.pdf', '.doc', '.docx'] as const;

/** Whether a file may be sent as a resume, by its name: a picker can be told to show all files. Spec §5. */
export function isAcceptedFile(name: string): boolean {
  return acceptedExtensions.some((ending) => name.toLowerCase().endsWith(ending));
}

/** What the HTML standard lets pass in a field of the type `email`. */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** The fields that the browser would not let pass, the resume left out. Spec §5, Job application. */
export function invalidFields({ name, email, phone }: ApplicationValues): string[] {
  return [name === '' && 'name', !EMAIL.test(email) && 'email', !isPhone(phone) && 'phone'].filter(
    (field) => field !== false,
  );
}
