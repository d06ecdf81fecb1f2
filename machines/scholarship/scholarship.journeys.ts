import type { Journey } from '../paths/journey.ts';
import { scholarshipCases } from './scholarship.cases.ts';

const values = scholarshipCases.events.changed['everything right'].values;
const empty = { name: '', grade: '', course: '', phone: '', city: '' };

const error = (message: string) => ({ alert: { kind: 'error', message }, values });
const success = (message: string) => ({ alert: { kind: 'success', message }, values: empty });
const missing = { alert: { kind: 'error', message: 'Please fill all required fields' } };

const sending = [
  ['changed: everything right', 'idle', { values, alert: null }],
  ['submitted: by the button', 'submitting', { values, alert: null }],
] as const;
const refused = [
  ...sending,
  ['send: refused by the server', 'failed', error('Applications are closed at the moment.')],
] as const;

const sent = [...sending, ['send: taken with a word', 'done', success('We have your application.')]] as const;

/** The scholarship application as the specification tells it, by hand. Spec §4, §5, §8, §9. */
export const scholarshipJourneys: readonly Journey[] = [
  {
    title: "§8 taken: the server's message, and the form is cleared",
    legs: [...sent, ['alertDismissed: by its close button', 'idle', { alert: null, values: empty }]],
  },
  {
    title: '§8 taken without a word',
    legs: [
      ...sending,
      ['send: taken without a word', 'done', success('Application submitted successfully!')],
    ],
  },
  {
    title: '§8 refused: the values are kept, the alert is dismissed',
    legs: [...refused, ['alertDismissed: by its close button', 'idle', { alert: null, values }]],
  },
  {
    title: '§4 sent again after a failure: the alert is cleared at once',
    legs: [...refused, ['submitted: by the button', 'submitting', { alert: null, values }]],
  },
  ...[refused, sent].map((reported): Journey => {
    const state = reported === sent ? 'done' : 'failed';
    return {
      title: `a mistake is complained of in "${state}" too`,
      legs: [
        ...reported,
        ['changed: no city', state, { values: { ...values, city: '' } }],
        ['submitted: by the button', 'invalid', missing],
      ],
    };
  }),
  {
    title: 'the complaint follows what is wrong at the last submit',
    legs: [
      ['changed: phone of nine digits', 'idle'],
      ['submitted: by the button', 'invalid'],
      ['changed: no city, phone of nine digits', 'invalid'],
      ['submitted: by the button', 'invalid', missing],
      ['changed: phone of nine digits', 'idle', { alert: null }],
    ],
  },
  {
    title: '§8 refused without a word',
    legs: [...sending, ['send: refused without a word', 'failed', error('Failed to submit application')]],
  },
  {
    title: '§8 answered with a page',
    legs: [
      ...sending,
      ['send: answered with a page', 'failed', error('An error occurred. Please try again later.')],
    ],
  },
  {
    title: '§8 the network fails',
    legs: [
      ...sending,
      ['send: connection broken', 'failed', error('An error occurred. Please try again later.')],
    ],
  },
  {
    title: 'no answer in time: the values are kept',
    legs: [
      ...sending,
      ['after sendTimeout', 'failed', error('The server did not answer in time. Please try again.')],
    ],
  },
  {
    title: '§5 nothing filled in',
    legs: [
      ['submitted: by the button', 'invalid', missing],
      ['changed: everything right', 'idle', { alert: null, values }],
    ],
  },
  ...['only spaces as name', 'no grade', 'no course', 'no phone', 'no city'].map((name) => ({
    title: `§5 ${name}`,
    legs: [
      [`changed: ${name}`, 'idle', { alert: null }],
      ['submitted: by the button', 'invalid', missing],
      [`changed: ${name}`, 'invalid', missing],
      ['alertDismissed: by its close button', 'idle', { alert: null }],
    ] as const,
  })),
  {
    title: '§9 a phone of nine digits is not enough',
    legs: [
      ['changed: phone of nine digits', 'idle'],
      [
        'submitted: by the button',
        'invalid',
        { alert: { kind: 'error', message: 'Please give a phone number of exactly 10 digits.' } },
      ],
      ['submitted: by the button', 'invalid'],
    ],
  },
  {
    title: '§9 a phone keeps ten digits',
    legs: [['changed: phone pasted with country code', 'idle', { values: { phone: '9123456780' } }]],
  },
  {
    title: 'what was typed is there after a reload',
    legs: [
      ['draftFound: a name kept', 'idle', { values: { ...empty, name: 'Ravi Kumar' } }],
      ['draftFound: everything kept', 'idle', { values }],
    ],
  },
];
