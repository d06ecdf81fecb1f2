import { isFilled, isPhone } from '../sendForm/sendForm.rules.ts';
import type { SendForm } from '../sendForm/sendForm.types.ts';

/** Most characters of a field; the hosted service takes no more. */
export const callBackLimits = { name: 120, messageUser: 2000 } as const;

/** What the visitor reads about a call-back. Spec §4, §8. */
export const callBackMessages = {
  thanks: 'Thank you! Our expert will contact you soon.',
  sent: 'Inquiry submitted successfully!',
  failed: 'Failed to submit inquiry',
} as const;

const empty = { name: '', phone: '', messageUser: '' };

export type CallBackField = keyof typeof empty;

/** The call-back form. The browser asks for what is required; the rules see what it lets through. Spec §3, §5, §8. */
export const callBackForm: SendForm<CallBackField> = {
  id: 'callBack',
  empty,
  phones: ['phone'],
  requiredByBrowser: ['name', 'phone'],
  rules: [
    { field: 'name', holds: isFilled, message: 'Please give your name.' },
    { field: 'phone', holds: isPhone, message: 'Please give a phone number of exactly 10 digits.' },
  ],
  messages: callBackMessages,
};
