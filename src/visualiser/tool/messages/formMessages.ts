import { callBackMessages } from '../../../../machines/callBack/callBack.rules.ts';
import { contactMessages } from '../../../../machines/contact/contact.rules.ts';
import { scholarshipMessages } from '../../../../machines/scholarship/scholarship.rules.ts';
import { TIMED_OUT } from '../../../../machines/sendForm/sendForm.machine.ts';
import type { CatalogueMessage } from './messages.types.ts';
import { enterValidValues, messageOf, messagesOf, submit } from './steps.ts';

const PHONE = 'Please give a phone number of exactly 10 digits.';

const send = [enterValidValues, submit];
const opened = ['opened: by click'];
const sendFromPopup = [...opened, ...send];
const atOnce: string[] = [];

const contactFormMessages: CatalogueMessage[] = [
  ...messagesOf('Contact', 'contact', send, [
    ['response not JSON', contactMessages.notJson, 'send: replied with an HTML page'],
    [
      'status not ok, the server says why',
      'Messages cannot be taken at the moment.',
      'send: refused by the server',
    ],
    ['status not ok, without a word', contactMessages.failed, 'send: refused without a message'],
    ['network failure', 'Failed to fetch', 'send: connection broken'],
    ['success', contactMessages.sent, 'send: accepted'],
    ['time-out', TIMED_OUT, 'after sendTimeout'],
  ]),
  messageOf('Contact', 'contact', {
    condition: 'advice',
    text: 'Your details are saved here. Still not working? Call',
    steps: [...send, 'send: connection broken'],
    shownIn: { state: 'failed' },
  }),
  ...messagesOf('Contact', 'contact', atOnce, [
    ['field: name', 'Please give your name.', 'changed: only spaces as name', submit],
    ['field: e-mail', 'Please give a valid email address.', 'changed: e-mail address without a dot', submit],
    ['field: message', 'Please write a message.', 'changed: only spaces as message', submit],
  ]),
];

const callBackFormMessages: CatalogueMessage[] = [
  ...messagesOf('Call-back', 'callBack', sendFromPopup, [
    [
      'non-OK response, the server says why',
      'Inquiries cannot be taken at the moment.',
      'send: refused by the server',
    ],
    ['non-OK response, without a word', callBackMessages.failed, 'send: refused without a message'],
    ['success', callBackMessages.sent, 'send: accepted'],
    ['time-out', TIMED_OUT, 'after sendTimeout'],
  ]),
  messageOf('Call-back', 'callBack', {
    condition: 'thanks, in a window of the browser',
    text: callBackMessages.thanks,
    steps: sendFromPopup,
    shownIn: { state: 'submitting.shown', event: 'submitted' },
  }),
  ...messagesOf('Call-back', 'callBack', opened, [
    ['field: name', 'Please give your name.', 'changed: only spaces as name', submit],
    ['field: phone', PHONE, 'changed: phone of nine digits', submit],
  ]),
];

const missingFields = (
  [
    ['name', 'only spaces as name'],
    ['grade', 'no grade'],
    ['course', 'no course'],
    ['phone', 'no phone'],
    ['city', 'no city'],
  ] as const
).map(([field, broken]) =>
  messageOf('Scholarship', 'scholarship', {
    condition: `field: ${field}, missing`,
    text: scholarshipMessages.missing,
    steps: [`changed: ${broken}`, submit],
    field,
  }),
);

const scholarshipFormMessages: CatalogueMessage[] = [
  messageOf('Scholarship', 'scholarship', {
    condition: 'missing field',
    text: scholarshipMessages.missing,
    steps: ['changed: no city', submit],
    field: 'city',
  }),
  ...messagesOf('Scholarship', 'scholarship', send, [
    [
      'server failure, the server says why',
      'Applications are closed at the moment.',
      'send: refused by the server',
    ],
    ['server failure, without a word', scholarshipMessages.failed, 'send: refused without a message'],
    ['server failure, no answer', scholarshipMessages.unexpected, 'send: connection broken'],
    ['success, with a word of the server', 'We have your application.', 'send: accepted with a message'],
    ['success, without a word', scholarshipMessages.sent, 'send: accepted without a message'],
    ['time-out', TIMED_OUT, 'after sendTimeout'],
  ]),
  ...missingFields,
  messageOf('Scholarship', 'scholarship', {
    condition: 'field: phone',
    text: PHONE,
    steps: ['changed: phone of nine digits', submit],
  }),
];

/** The messages of the forms that are sent once. */
export const formMessages: readonly CatalogueMessage[] = [
  ...contactFormMessages,
  ...callBackFormMessages,
  ...scholarshipFormMessages,
];
