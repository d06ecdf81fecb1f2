import type { Journey } from '../paths/index.ts';
import { contactCases } from './contact.cases.ts';

const values = contactCases.events.changed['everything valid'].values;
const empty = { name: '', email: '', phone: '', message: '' };

const error = (message: string) => ({ alert: { kind: 'error', message }, values });

const sending = [
  ['changed: everything valid', 'idle', { values, alert: null }],
  ['submitted: by the button', 'submitting', { values, alert: null }],
] as const;
const refused = [
  ...sending,
  ['send: refused by the server', 'failed', error('Messages cannot be taken at the moment.')],
] as const;
const sent = [
  ...sending,
  [
    'send: accepted',
    'done',
    { alert: { kind: 'success', message: 'Message sent successfully!' }, values: empty },
  ],
] as const;

/** Scenarios of the contact form, from the specification. Spec §4, §5, §8, §9. */
export const contactJourneys: readonly Journey<typeof contactCases>[] = [
  {
    title: '§4 a sent message is reported, and all four fields are reset',
    steps: [...sent, ['alertDismissed: by its close button', 'idle', { alert: null, values: empty }]],
  },
  {
    title: '§4 another message is sent after the first',
    steps: [...sent, ...sending.map(([step, state]) => [step, state === 'idle' ? 'done' : state] as const)],
  },
  {
    title: '§4 a refused message keeps its values, and its alert is dismissed',
    steps: [...refused, ['alertDismissed: by its close button', 'idle', { alert: null, values }]],
  },
  {
    title: '§4 a message that is sent again after a failure clears the alert at once',
    steps: [...refused, ['submitted: by the button', 'submitting', { alert: null, values }]],
  },
  {
    title: '§4 a value can be corrected after a failure',
    steps: [
      ...refused,
      ['changed: no phone', 'failed', { values: { ...values, phone: '' } }],
      ['submitted: by the button', 'submitting'],
    ],
  },
  {
    title: 'the alert is about the problem at the last submit',
    steps: [
      ['changed: e-mail address without a dot', 'idle'],
      ['submitted: by the button', 'invalid', { alert: { message: 'Please give a valid email address.' } }],
      ['changed: spaces as name, e-mail without a dot', 'invalid'],
      ['submitted: by the button', 'invalid', { alert: { message: 'Please give your name.' } }],
    ],
  },
  ...(
    [
      ['send: refused without a message', 'Failed to send message'],
      ['send: replied with an HTML page', 'Invalid response from server'],
      ['send: connection broken', 'Failed to fetch'],
      ['after sendTimeout', 'The server did not answer in time. Please try again.'],
    ] as const
  ).map(
    ([outcome, message]): Journey<typeof contactCases> => ({
      title: `§8 the alert reports "${outcome}", and the values stay`,
      steps: [...sending, [outcome, 'failed', error(message)]],
    }),
  ),
  {
    title: 'only spaces pass the validation of the browser alone',
    steps: [
      ['changed: only spaces as name', 'idle'],
      [
        'submitted: by the button',
        'invalid',
        { alert: { kind: 'error', message: 'Please give your name.' }, values: { name: '   ' } },
      ],
      ['changed: everything valid', 'idle', { alert: null, values }],
    ],
  },
  {
    title: 'an alert stays until its problem is fixed or it is dismissed',
    steps: [
      ['changed: e-mail address without a dot', 'idle'],
      ['submitted: by the button', 'invalid', { alert: { message: 'Please give a valid email address.' } }],
      ['changed: e-mail address without a dot', 'invalid', { alert: { kind: 'error' } }],
      ['changed: only spaces as message', 'idle', { alert: null }],
      ['submitted: by the button', 'invalid', { alert: { message: 'Please write a message.' } }],
      ['submitted: by the button', 'invalid', { alert: { message: 'Please write a message.' } }],
      ['alertDismissed: by its close button', 'idle', { alert: null, values: { message: '   ' } }],
    ],
  },
  {
    title: '§9 a phone keeps ten digits',
    steps: [['changed: phone pasted with country code', 'idle', { values: { phone: '9876543210' } }]],
  },
  {
    title: 'typed values are restored after a reload',
    steps: [
      ['draftFound: a name saved', 'idle', { values: { ...empty, name: 'Asha Verma' } }],
      ['draftFound: everything saved', 'idle', { values }],
    ],
  },
];
