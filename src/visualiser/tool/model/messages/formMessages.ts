import { callBackCases } from '../../../../../machines/callBack/callBack.cases.ts';
import { callBackForm, callBackMessages } from '../../../../../machines/callBack/callBack.rules.ts';
import { contactCases } from '../../../../../machines/contact/contact.cases.ts';
import { contactForm, contactMessages } from '../../../../../machines/contact/contact.rules.ts';
import { scholarshipCases } from '../../../../../machines/scholarship/scholarship.cases.ts';
import {
  scholarshipForm,
  scholarshipMessages,
} from '../../../../../machines/scholarship/scholarship.rules.ts';
import { TIMED_OUT } from '../../../../../machines/sendForm/sendForm.machine.ts';
import type { CatalogueMessage } from './messages.types.ts';
import { enterValidValues, messageOf, messagesOf, submit } from './steps.ts';

/** The message of an empty field. */
const wordsOf = ({ validate }: { validate: (value: string) => string | null }) => validate('') ?? '';

const send = [enterValidValues, submit];
const opened = ['opened: by click'];
const sendFromPopup = [...opened, ...send];
const atOnce: string[] = [];

const contactFormMessages: CatalogueMessage[] = [
  ...messagesOf('Contact', 'contact', send, [
    ['response not JSON', contactMessages.notJson, 'send: replied with an HTML page'],
    [
      'status not ok, the server says why',
      contactCases.outcomes.send['refused by the server'].error.message,
      'send: refused by the server',
    ],
    ['status not ok, without a word', contactMessages.failed, 'send: refused without a message'],
    [
      'network failure',
      contactCases.outcomes.send['connection broken'].error.message,
      'send: connection broken',
    ],
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
    ['field: name', wordsOf(contactForm.fields.name), 'changed: only spaces as name', submit],
    ['field: e-mail', wordsOf(contactForm.fields.email), 'changed: e-mail address without a dot', submit],
    ['field: message', wordsOf(contactForm.fields.message), 'changed: only spaces as message', submit],
  ]),
];

const callBackFormMessages: CatalogueMessage[] = [
  ...messagesOf('Call-back', 'callBack', sendFromPopup, [
    [
      'non-OK response, the server says why',
      callBackCases.outcomes.send['refused by the server'].error.message,
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
    ['field: name', wordsOf(callBackForm.fields.name), 'changed: only spaces as name', submit],
    ['field: phone', wordsOf(callBackForm.fields.phone), 'changed: phone of nine digits', submit],
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
      scholarshipCases.outcomes.send['refused by the server'].error.message,
      'send: refused by the server',
    ],
    ['server failure, without a word', scholarshipMessages.failed, 'send: refused without a message'],
    ['server failure, no answer', scholarshipMessages.unexpected, 'send: connection broken'],
    [
      'success, with a word of the server',
      scholarshipCases.outcomes.send['accepted with a message'].output.message,
      'send: accepted with a message',
    ],
    ['success, without a word', scholarshipMessages.sent, 'send: accepted without a message'],
    ['time-out', TIMED_OUT, 'after sendTimeout'],
  ]),
  ...missingFields,
  messageOf('Scholarship', 'scholarship', {
    condition: 'field: phone',
    text: scholarshipForm.fields.phone.validate('98') ?? '',
    steps: ['changed: phone of nine digits', submit],
  }),
];

/** The messages of the forms that are sent once. */
export const formMessages: readonly CatalogueMessage[] = [
  ...contactFormMessages,
  ...callBackFormMessages,
  ...scholarshipFormMessages,
];
