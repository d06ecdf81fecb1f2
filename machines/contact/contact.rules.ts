import { isEmail } from '../email.ts';
import { isFilled } from '../sendForm/sendForm.rules.ts';
import type { SendForm } from '../sendForm/sendForm.types.ts';

/** Most characters of a field; the hosted service takes no more. */
export const contactLimits = { name: 120, email: 254, message: 5000 } as const;

/** What the visitor reads about a contact message. Spec §8. */
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
  phones: ['phone'],
  requiredByBrowser: ['name', 'email', 'message'],
  rules: [
    { field: 'name', holds: isFilled, message: 'Please give your name.' },
    { field: 'email', holds: isEmail, message: 'Please give a valid email address.' },
    { field: 'message', holds: isFilled, message: 'Please write a message.' },
  ],
  messages: contactMessages,
};
