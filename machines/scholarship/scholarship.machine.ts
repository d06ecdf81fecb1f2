import { sendFormMachine } from '../sendForm/sendForm.machine.ts';
import { scholarshipForm } from './scholarship.rules.ts';

/** An application for the scholarship. Spec §4, Scholarship form. */
export const scholarshipMachine = sendFormMachine(scholarshipForm);
