import { sendFormMachine } from '../sendForm/sendForm.machine.ts';
import { contactForm } from './contact.rules.ts';

/** A message to the provider. Spec §4, Contact form. */
export const contactMachine = sendFormMachine(contactForm);
