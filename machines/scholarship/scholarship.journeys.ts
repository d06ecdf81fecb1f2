import type { Journey } from '../paths/index.ts';
import { scholarshipCases } from './scholarship.cases.ts';

const values = scholarshipCases.events.changed['everything valid'].values;
const empty = { name: '', grade: '', course: '', phone: '', city: '' };

const error = (message: string) => ({ alert: { kind: 'error', message }, values });
const success = (message: string) => ({ alert: { kind: 'success', message }, values: empty });
const missing = { alert: { kind: 'error', message: 'Please fill all required fields' } };

const sending = [
  ['changed: everything valid', 'idle', { values, alert: null }],
  ['submitted: by the button', 'submitting', { values, alert: null }],
] as const;
const refused = [
  ...sending,
  ['send: refused by the server', 'failed', error('Applications are closed at the moment.')],
] as const;

const sent = [
  ...sending,
  ['send: accepted with a message', 'done', success('We have your application.')],
] as const;

/** Scenarios of the scholarship application, from the specification. Spec §4, §5, §8, §9. */
export const scholarshipJourneys: readonly Journey<typeof scholarshipCases>[] = [
  {
    title: "§8 accepted: the server's message, and the form is cleared",
    steps: [...sent, ['alertDismissed: by its close button', 'idle', { alert: null, values: empty }]],
  },
  {
    title: '§8 an acceptance without a message is reported',
    steps: [
      ...sending,
      ['send: accepted without a message', 'done', success('Application submitted successfully!')],
    ],
  },
  {
    title: '§8 a refused application keeps its values, and its alert is dismissed',
    steps: [...refused, ['alertDismissed: by its close button', 'idle', { alert: null, values }]],
  },
  {
    title: '§4 an application that is sent again after a failure clears the alert at once',
    steps: [...refused, ['submitted: by the button', 'submitting', { alert: null, values }]],
  },
  {
    title: 'the alert is about the problem at the last submit',
    steps: [
      ['changed: phone of nine digits', 'idle'],
      ['submitted: by the button', 'invalid'],
      ['changed: no city, phone of nine digits', 'invalid'],
      ['submitted: by the button', 'invalid', missing],
      ['changed: phone of nine digits', 'idle', { alert: null }],
    ],
  },
  ...(
    [
      ['send: refused without a message', 'Failed to submit application'],
      ['send: replied with an HTML page', 'An error occurred. Please try again later.'],
      ['send: connection broken', 'An error occurred. Please try again later.'],
      ['after sendTimeout', 'The server did not answer in time. Please try again.'],
    ] as const
  ).map(
    ([outcome, message]): Journey<typeof scholarshipCases> => ({
      title: `§8 the alert reports "${outcome}", and the values stay`,
      steps: [...sending, [outcome, 'failed', error(message)]],
    }),
  ),
  {
    title: '§5 an empty form asks for all fields',
    steps: [
      ['submitted: by the button', 'invalid', missing],
      ['changed: everything valid', 'idle', { alert: null, values }],
    ],
  },
  ...(['only spaces as name', 'no grade', 'no course', 'no phone', 'no city'] as const).map(
    (name): Journey<typeof scholarshipCases> => ({
      title: `§5 ${name}`,
      steps: [
        [`changed: ${name}`, 'idle', { alert: null }],
        ['submitted: by the button', 'invalid', missing],
        [`changed: ${name}`, 'invalid', missing],
        ['alertDismissed: by its close button', 'idle', { alert: null }],
      ],
    }),
  ),
  {
    title: '§9 a phone of nine digits is not enough',
    steps: [
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
    steps: [['changed: phone pasted with country code', 'idle', { values: { phone: '9123456780' } }]],
  },
  {
    title: 'typed values are restored after a reload',
    steps: [
      ['draftFound: a name saved', 'idle', { values: { ...empty, name: 'Ravi Kumar' } }],
      ['draftFound: everything saved', 'idle', { values }],
    ],
  },
];
