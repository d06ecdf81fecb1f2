import { line, optional, paragraphs, phone } from '../fields.ts';
import { email } from '../formFields.ts';
import type { SendForm } from '../sendForm/sendForm.types.ts';

/** What the visitor reads about a contact message. Spec §4, §8. */
export const contactMessages = {
  sent: 'Message sent successfully!',
  failed: 'Failed to send message',
  notJson: 'Invalid response from server',
} as const;

const empty = { name: '', email: '', phone: '', message: '' };

/** The contact form. The browser asks for what is required; the rules see what it lets through. Spec §3, §5, §8. */
export const contactForm: SendForm<keyof typeof empty> = {
  id: 'contact',
  empty,
  fields: {
    name: line('Please give your name.', 'name'),
    email: email('Please give a valid email address.'),
    phone: optional(phone('Please give a phone number of exactly 10 digits, or none.')),
    message: paragraphs('Please write a message.', 'message', 5000),
  },
  requiredByBrowser: ['name', 'email', 'message'],
  checkedByBrowser: ['phone'],
  messages: contactMessages,
};
