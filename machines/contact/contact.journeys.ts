import type { Journey } from '../paths/journey.ts';
import { contactCases } from './contact.cases.ts';

const values = contactCases.events.changed['everything right'].values;
const empty = { name: '', email: '', phone: '', message: '' };

const error = (message: string) => ({ alert: { kind: 'error', message }, values });

const sending = [
  ['changed: everything right', 'idle', { values, alert: null }],
  ['submitted: by the button', 'submitting', { values, alert: null }],
] as const;
const refused = [
  ...sending,
  ['send: refused by the server', 'failed', error('Messages cannot be taken at the moment.')],
] as const;
const sent = [
  ...sending,
  [
    'send: taken',
    'done',
    { alert: { kind: 'success', message: 'Message sent successfully!' }, values: empty },
  ],
] as const;

/** The contact form as the specification tells it, by hand. Spec §4, §5, §8, §9. */
export const contactJourneys: readonly Journey[] = [
  {
    title: '§4 sent: the success is reported and all four fields are reset',
    legs: [...sent, ['alertDismissed: by its close button', 'idle', { alert: null, values: empty }]],
  },
  {
    title: '§4 another message after one that was sent',
    legs: [...sent, ...sending.map(([step, state]) => [step, state === 'idle' ? 'done' : state] as const)],
  },
  {
    title: '§4 refused: the values are kept, the alert is dismissed',
    legs: [...refused, ['alertDismissed: by its close button', 'idle', { alert: null, values }]],
  },
  {
    title: '§4 sent again after a failure: the alert is cleared at once',
    legs: [...refused, ['submitted: by the button', 'submitting', { alert: null, values }]],
  },
  {
    title: '§4 a value can be put right after a failure',
    legs: [
      ...refused,
      ['changed: no phone', 'failed', { values: { ...values, phone: '' } }],
      ['submitted: by the button', 'submitting'],
    ],
  },
  ...[refused, sent].map((reported): Journey => {
    const state = reported === sent ? 'done' : 'failed';
    return {
      title: `a mistake is complained of in "${state}" too`,
      legs: [
        ...reported,
        ['changed: only spaces as name', state, { values: { ...values, name: '   ' } }],
        ['submitted: by the button', 'invalid', { alert: { message: 'Please give your name.' } }],
      ],
    };
  }),
  {
    title: 'the complaint follows what is wrong at the last submit',
    legs: [
      ['changed: e-mail address without a dot', 'idle'],
      ['submitted: by the button', 'invalid', { alert: { message: 'Please give a valid email address.' } }],
      ['changed: spaces as name, e-mail without a dot', 'invalid'],
      ['submitted: by the button', 'invalid', { alert: { message: 'Please give your name.' } }],
    ],
  },
  {
    title: '§8 refused without a word',
    legs: [...sending, ['send: refused without a word', 'failed', error('Failed to send message')]],
  },
  {
    title: '§8 answered with a page',
    legs: [...sending, ['send: answered with a page', 'failed', error('Invalid response from server')]],
  },
  {
    title: '§8 the network fails: its own message',
    legs: [...sending, ['send: connection broken', 'failed', error('Failed to fetch')]],
  },
  {
    title: 'no answer in time: the values are kept',
    legs: [
      ...sending,
      ['after sendTimeout', 'failed', error('The server did not answer in time. Please try again.')],
    ],
  },
  {
    title: 'only spaces pass the browser and no further',
    legs: [
      ['changed: only spaces as name', 'idle'],
      [
        'submitted: by the button',
        'invalid',
        { alert: { kind: 'error', message: 'Please give your name.' }, values: { name: '   ' } },
      ],
      ['changed: everything right', 'idle', { alert: null, values }],
    ],
  },
  {
    title: 'a complaint stays until it is met or dismissed',
    legs: [
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
    legs: [['changed: phone pasted with country code', 'idle', { values: { phone: '9876543210' } }]],
  },
  {
    title: 'what was typed is there after a reload',
    legs: [
      ['draftFound: a name kept', 'idle', { values: { ...empty, name: 'Asha Verma' } }],
      ['draftFound: everything kept', 'idle', { values }],
    ],
  },
];
