import type { Journey } from '../paths/index.ts';
import { callBackCases } from './callBack.cases.ts';

const values = callBackCases.events.changed['everything valid'].values;
const empty = { name: '', phone: '', messageUser: '' };

const error = (message: string) => ({ alert: { kind: 'error', message }, values });
const success = { alert: { kind: 'success', message: 'Inquiry submitted successfully!' }, values: empty };

const sending = [
  ['opened: by click', 'idle', { values: empty, alert: null }],
  ['changed: everything valid', 'idle', { values }],
  ['submitted: by the button', 'submitting.shown', { values, alert: null }],
] as const;
const refused = [
  ...sending,
  ['send: refused by the server', 'failed', error('Inquiries cannot be taken at the moment.')],
] as const;
const sent = [...sending, ['send: accepted', 'done', success]] as const;

const closeSteps = ['closed: by click', 'cancelled: by key'] as const;

/** Scenarios of the call-back, from the specification. Spec §4, §5, §8, §9. */
export const callBackJourneys: readonly Journey<typeof callBackCases>[] = [
  {
    title: '§4 an accepted inquiry is reported, the popup stays open and the form is cleared',
    steps: [...sent, ['alertDismissed: by its close button', 'idle', { alert: null, values: empty }]],
  },
  {
    title: '§4 another inquiry is sent after the first',
    steps: [
      ...sent,
      ['changed: no message', 'done', { values: { ...values, messageUser: '' } }],
      ['submitted: by the button', 'submitting.shown', { alert: null }],
    ],
  },
  {
    title: '§8 a refused inquiry keeps its values, and its alert is dismissed',
    steps: [...refused, ['alertDismissed: by its close button', 'idle', { alert: null, values }]],
  },
  {
    title: '§4 an inquiry that is sent again after a failure clears the alert at once',
    steps: [...refused, ['submitted: by the button', 'submitting.shown', { alert: null, values }]],
  },
  ...(
    [
      ['send: refused without a message', 'Failed to submit inquiry'],
      ['send: connection broken', 'Failed to submit inquiry'],
      ['after sendTimeout', 'The server did not answer in time. Please try again.'],
    ] as const
  ).map(
    ([outcome, message]): Journey<typeof callBackCases> => ({
      title: `§8 the alert reports "${outcome}", and the values stay`,
      steps: [...sending, [outcome, 'failed', error(message)]],
    }),
  ),
  {
    title: 'the alert is about the problem at the last submit',
    steps: [
      ['opened: by click', 'idle'],
      ['changed: phone of nine digits', 'idle'],
      ['submitted: by the button', 'invalid'],
      ['changed: spaces as name, phone of nine digits', 'invalid'],
      ['submitted: by the button', 'invalid', { alert: { message: 'Please give your name.' } }],
    ],
  },
  ...closeSteps.flatMap((closeStep): Journey<typeof callBackCases>[] => [
    {
      title: `§4 closed and opened again, ${closeStep}: the values stay`,
      steps: [
        ['opened: by click', 'idle'],
        ['changed: everything valid', 'idle'],
        [closeStep, 'closed', { values }],
        ['opened: by click', 'idle', { values }],
      ],
    },
    {
      title: `closed while sending, ${closeStep}: the response opens the popup`,
      steps: [...sending, [closeStep, 'submitting.hidden', { values }], ['send: accepted', 'done', success]],
    },
    {
      title: `closed while sending and opened again, ${closeStep}: it is still being sent`,
      steps: [
        ...sending,
        [closeStep, 'submitting.hidden'],
        ['opened: by click', 'submitting.shown', { values }],
        ['send: accepted', 'done', success],
      ],
    },
    {
      title: `closed with a report, ${closeStep}: it has been read`,
      steps: [...refused, [closeStep, 'closed', { alert: null, values }]],
    },
    {
      title: `closed after a success, ${closeStep}`,
      steps: [...sent, [closeStep, 'closed', { alert: null }]],
    },
    {
      title: `closed with a problem, ${closeStep}`,
      steps: [
        ['opened: by click', 'idle'],
        ['changed: phone of nine digits', 'idle'],
        ['submitted: by the button', 'invalid'],
        [closeStep, 'closed', { alert: null, values: { phone: '998877665' } }],
      ],
    },
  ]),
  {
    title: 'only spaces pass the validation of the browser alone',
    steps: [
      ['opened: by click', 'idle'],
      ['changed: only spaces as name', 'idle'],
      [
        'submitted: by the button',
        'invalid',
        { alert: { kind: 'error', message: 'Please give your name.' } },
      ],
      ['changed: everything valid', 'idle', { alert: null, values }],
    ],
  },
  {
    title: '§9 a phone of nine digits is not enough',
    steps: [
      ['opened: by click', 'idle'],
      ['changed: phone of nine digits', 'idle'],
      [
        'submitted: by the button',
        'invalid',
        { alert: { kind: 'error', message: 'Please give a phone number of exactly 10 digits.' } },
      ],
      ['submitted: by the button', 'invalid'],
      ['changed: phone of nine digits', 'invalid', { alert: { kind: 'error' } }],
      ['alertDismissed: by its close button', 'idle', { alert: null }],
    ],
  },
  {
    title: '§9 a phone keeps ten digits',
    steps: [
      ['opened: by click', 'idle'],
      ['changed: phone pasted with country code', 'idle', { values: { phone: '9988776655' } }],
    ],
  },
  {
    title: 'typed values are restored after a reload',
    steps: [
      ['draftFound: a name saved', 'closed', { values: { ...empty, name: 'Meena Sharma' } }],
      ['draftFound: everything saved', 'closed', { values }],
      ['opened: by click', 'idle', { values }],
    ],
  },
];
