import type { Journey } from '../paths/journey.ts';
import { callBackCases } from './callBack.cases.ts';

const values = callBackCases.events.changed['everything right'].values;
const empty = { name: '', phone: '', messageUser: '' };

const error = (message: string) => ({ alert: { kind: 'error', message }, values });
const success = { alert: { kind: 'success', message: 'Inquiry submitted successfully!' }, values: empty };

const sending = [
  ['openerPressed: by click', 'idle', { values: empty, alert: null }],
  ['changed: everything right', 'idle', { values }],
  ['submitted: by the button', 'submitting.shown', { values, alert: null }],
] as const;
const refused = [
  ...sending,
  ['send: refused by the server', 'failed', error('Inquiries cannot be taken at the moment.')],
] as const;
const sent = [...sending, ['send: taken', 'done', success]] as const;

const ways = ['closePressed: by click', 'escapePressed: by key'];

/** The call-back as the specification tells it, by hand. Spec §4, §5, §8, §9. */
export const callBackJourneys: readonly Journey[] = [
  {
    title: '§4 taken: the success is reported, the popup stays open and the form is cleared',
    legs: [...sent, ['alertDismissed: by its close button', 'idle', { alert: null, values: empty }]],
  },
  {
    title: '§4 another inquiry after one that was taken',
    legs: [
      ...sent,
      ['changed: no message', 'done', { values: { ...values, messageUser: '' } }],
      ['submitted: by the button', 'submitting.shown', { alert: null }],
    ],
  },
  {
    title: '§8 refused: the values are kept, the alert is dismissed',
    legs: [...refused, ['alertDismissed: by its close button', 'idle', { alert: null, values }]],
  },
  {
    title: '§4 sent again after a failure: the alert is cleared at once',
    legs: [...refused, ['submitted: by the button', 'submitting.shown', { alert: null, values }]],
  },
  {
    title: '§8 refused without a word',
    legs: [...sending, ['send: refused without a word', 'failed', error('Failed to submit inquiry')]],
  },
  {
    title: 'the network fails',
    legs: [...sending, ['send: connection broken', 'failed', error('Failed to submit inquiry')]],
  },
  {
    title: 'no answer in time: the values are kept',
    legs: [
      ...sending,
      ['after sendTimeout', 'failed', error('The server did not answer in time. Please try again.')],
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
      ['openerPressed: by click', 'idle'],
      ['changed: phone of nine digits', 'idle'],
      ['submitted: by the button', 'invalid'],
      ['changed: spaces as name, phone of nine digits', 'invalid'],
      ['submitted: by the button', 'invalid', { alert: { message: 'Please give your name.' } }],
    ],
  },
  ...ways.flatMap((way): Journey[] => [
    {
      title: `§4 closed and opened again, ${way}: what was typed is kept`,
      legs: [
        ['openerPressed: by click', 'idle'],
        ['changed: everything right', 'idle'],
        [way, 'closed', { values }],
        ['openerPressed: by click', 'idle', { values }],
      ],
    },
    {
      title: `closed while sending, ${way}: the answer opens the popup`,
      legs: [...sending, [way, 'submitting.hidden', { values }], ['send: taken', 'done', success]],
    },
    {
      title: `closed while sending and opened again, ${way}: it is still being sent`,
      legs: [
        ...sending,
        [way, 'submitting.hidden'],
        ['openerPressed: by click', 'submitting.shown', { values }],
        ['send: taken', 'done', success],
      ],
    },
    {
      title: `closed with a report, ${way}: it has been read`,
      legs: [...refused, [way, 'closed', { alert: null, values }]],
    },
    { title: `closed after a success, ${way}`, legs: [...sent, [way, 'closed', { alert: null }]] },
    {
      title: `closed with a complaint, ${way}`,
      legs: [
        ['openerPressed: by click', 'idle'],
        ['changed: phone of nine digits', 'idle'],
        ['submitted: by the button', 'invalid'],
        [way, 'closed', { alert: null, values: { phone: '998877665' } }],
      ],
    },
  ]),
  {
    title: 'only spaces pass the browser and no further',
    legs: [
      ['openerPressed: by click', 'idle'],
      ['changed: only spaces as name', 'idle'],
      [
        'submitted: by the button',
        'invalid',
        { alert: { kind: 'error', message: 'Please give your name.' } },
      ],
      ['changed: everything right', 'idle', { alert: null, values }],
    ],
  },
  {
    title: '§9 a phone of nine digits is not enough',
    legs: [
      ['openerPressed: by click', 'idle'],
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
    legs: [
      ['openerPressed: by click', 'idle'],
      ['changed: phone pasted with country code', 'idle', { values: { phone: '9988776655' } }],
    ],
  },
  {
    title: 'what was typed is there after a reload',
    legs: [
      ['draftFound: a name kept', 'closed', { values: { ...empty, name: 'Meena Sharma' } }],
      ['draftFound: everything kept', 'closed', { values }],
      ['openerPressed: by click', 'idle', { values }],
    ],
  },
];
