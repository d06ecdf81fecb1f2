import type { SendForm } from '../sendForm/sendForm.types.ts';
import { multiLineField, optionalField, phoneField, singleLineField } from '../shared/fields.ts';

/** Messages about a call-back. Spec §4, §8. */
export const callBackMessages = {
  thanks: 'Thank you! Our expert will contact you soon.',
  sent: 'Inquiry submitted successfully!',
  failed: 'Failed to submit inquiry',
} as const;

const empty = { name: '', phone: '', messageUser: '' };

export type CallBackField = keyof typeof empty;

/** The call-back form. The browser checks required fields; the rules check the values that it submits. Spec §3, §5, §8. */
export const callBackForm: SendForm<CallBackField> = {
  id: 'callBack',
  emptyValues: empty,
  fields: {
    name: singleLineField('Please give your name.', 'name'),
    phone: phoneField('Please give a phone number of exactly 10 digits.'),
    messageUser: optionalField(multiLineField('Please write a message, or none.', 'message', 2000)),
  },
  requiredByBrowser: ['name', 'phone'],
  checkedByBrowser: [],
  messages: callBackMessages,
};
