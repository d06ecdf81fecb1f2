import type { SendForm } from '../sendForm/sendForm.types.ts';
import { multiLineField, optionalField, phoneField, singleLineField } from '../shared/fields.ts';
import { emailField } from '../shared/formFields.ts';

/** Messages about a contact message. Spec §4, §8. */
export const contactMessages = {
  sent: 'Message sent successfully!',
  failed: 'Failed to send message',
  notJson: 'Invalid response from server',
} as const;

const empty = { name: '', email: '', phone: '', message: '' };

/** The contact form. The browser checks required fields; the rules check the values that it submits. Spec §3, §5, §8. */
export const contactForm: SendForm<keyof typeof empty> = {
  id: 'contact',
  emptyValues: empty,
  fields: {
    name: singleLineField('Please give your name.', 'name'),
    email: emailField('Please give a valid email address.'),
    phone: optionalField(phoneField('Please give a phone number of exactly 10 digits, or none.')),
    message: multiLineField('Please write a message.', 'message', 5000),
  },
  requiredByBrowser: ['name', 'email', 'message'],
  checkedByBrowser: ['phone'],
  messages: contactMessages,
};
