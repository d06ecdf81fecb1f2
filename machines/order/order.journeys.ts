import type { Journey } from '../paths/index.ts';
import type { orderCases } from './order.cases.ts';
import type { Attention } from './order.rules.ts';

/** The states of two regions of an order: its purpose and its attention. */
export type Purpose =
  | 'open'
  | 'replaced'
  | 'paid.unregistered'
  | 'paid.registered'
  | 'paid.registeredByPhone'
  | 'surplus'
  | 'refunded'
  | 'erased'
  | 'rehearsal';

const stateOf = (purpose: Purpose, attention: Attention = 'nothing', polling: 'recent' | 'old' = 'recent') =>
  `purpose.${purpose} | attention.${attention} | polling.${polling}`;

const paidTwiceInOtherAmounts = [
  ['paymentSeen: of another amount', stateOf('open', 'wrongAmount')],
  ['paymentSeen: of the full amount', stateOf('paid.unregistered', 'wrongAmount')],
  ['settledByHand: as an accepted amount', stateOf('paid.unregistered'), { paymentId: 'pay_first' }],
] as const;

/** The states of an order that an operator reads in `npm run payments`: how each is reached, and left. Spec §7. */
export const orderJourneys: readonly Journey<typeof orderCases>[] = [
  {
    title: 'a family registers, pays and is confirmed',
    steps: [
      ['registrationSent: before its payment', stateOf('open'), { registration: 1, evidence: 0 }],
      [
        'paymentSeen: that names a registration',
        stateOf('paid.registered'),
        { paymentId: 'pay_first', registration: 1 },
      ],
    ],
  },
  {
    title: 'a payment without a registration waits for it',
    steps: [
      ['paymentSeen: of the full amount', stateOf('paid.unregistered')],
      ['registrationSent: after its payment', stateOf('paid.registered'), { registration: 1, evidence: 1 }],
    ],
  },
  {
    title: 'the registration with the proof gets the order that another one had',
    steps: [
      ['paymentSeen: of the full amount', stateOf('paid.unregistered')],
      ['registrationSent: of another student', stateOf('paid.registered'), { registration: 2 }],
      ['registrationSent: with the proof of its payment', stateOf('paid.registered'), { registration: 1 }],
    ],
  },
  {
    title: 'a payment whose notes name another student belongs to nobody else',
    steps: [
      ['registrationSent: before its payment', stateOf('open'), { registration: 1 }],
      ['paymentSeen: that names nobody registered', stateOf('paid.unregistered'), { registration: null }],
    ],
  },
  {
    title: 'the fee changes, and a payment that was on its way still counts',
    steps: [
      ['feeChanged: to another amount', stateOf('replaced')],
      ['paymentSeen: that names a registration', stateOf('paid.registered'), { registration: 1 }],
    ],
  },
  {
    title: 'a payment of another amount waits for the office until it is given back',
    steps: [
      ['paymentSeen: of another amount', stateOf('open', 'wrongAmount'), { paymentId: null }],
      ['refundSeen: of the wrong amount', stateOf('open')],
    ],
  },
  {
    title: 'a second payment waits for the office until it is given back, and the first one counts',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['paymentSeen: a second one', stateOf('paid.registered', 'secondPayment'), { paymentId: 'pay_first' }],
      ['refundSeen: of the second payment', stateOf('paid.registered'), { paymentId: 'pay_first' }],
    ],
  },
  {
    title: 'the second payment counts when the first is given back',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['paymentSeen: a second one', stateOf('paid.registered', 'secondPayment')],
      ['refundSeen: in full', stateOf('paid.registered'), { paymentId: 'pay_second', registration: 1 }],
    ],
  },
  {
    title: 'an order of a registration that another order pays for is surplus until it is given back',
    steps: [
      ['paymentSeen: that names who is paid for already', stateOf('surplus')],
      ['refundSeen: in full', stateOf('refunded')],
    ],
  },
  {
    title: 'a second payment stays surplus when its payer sends other details',
    steps: [
      ['paymentSeen: that names who is paid for already', stateOf('surplus')],
      [
        'registrationSent: of the same student, with other details',
        stateOf('surplus'),
        { registration: 4, isPaidElsewhere: true },
      ],
    ],
  },
  {
    title: 'a surplus order pays for another course of its student',
    steps: [
      ['paymentSeen: that names who is paid for already', stateOf('surplus')],
      [
        'registrationSent: of the same student, for another course',
        stateOf('paid.registered'),
        { registration: 3, isPaidElsewhere: false },
      ],
    ],
  },
  {
    title: 'a surplus order pays for its student when no other order does any more',
    steps: [
      ['paymentSeen: that names who is paid for already', stateOf('surplus')],
      [
        'registrationSent: with the proof of its payment',
        stateOf('paid.registered'),
        { registration: 1, evidence: 3 },
      ],
    ],
  },
  {
    title: 'a refund in part changes nothing, and one that fails gives nothing back',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['refundSeen: in full', stateOf('refunded')],
      ['refundSeen: that has failed', stateOf('paid.registered'), { registration: 1 }],
    ],
  },
  {
    title: 'a person is erased, and the money remains',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['personErased: by an operator', stateOf('erased'), { registration: null, paymentId: 'pay_first' }],
      ['paymentSeen: of the full amount', stateOf('erased')],
    ],
  },
  {
    title: 'what was paid with test keys counts for nothing under live keys',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['keysChanged: to live keys', stateOf('rehearsal')],
      ['keysChanged: to other test keys', stateOf('paid.registered')],
    ],
  },
  {
    title: 'an order that nobody asks for in thirty days is replaced, and a payment of it still counts',
    steps: [
      ['thirtyDaysPassed: since it was asked for', stateOf('replaced', 'nothing', 'old')],
      ['paymentSeen: of the full amount', stateOf('paid.unregistered', 'nothing', 'old')],
    ],
  },
  {
    title: 'an erased order stays erased under live keys, and when test keys are used again',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['personErased: by an operator', stateOf('erased')],
      ['keysChanged: to live keys', stateOf('erased'), { isRehearsal: true }],
      ['keysChanged: to other test keys', stateOf('erased'), { isRehearsal: false }],
    ],
  },
  {
    title: 'a rehearsal whose person is erased waits for nobody when test keys are used again',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['keysChanged: to live keys', stateOf('rehearsal')],
      ['personErased: by an operator', stateOf('erased'), { registration: null }],
      ['keysChanged: to other test keys', stateOf('erased')],
    ],
  },
  {
    title: 'a payment whose dispute is won stays, and one whose dispute is lost is taken back',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['disputeOpened: of its payment', stateOf('paid.registered', 'disputed')],
      ['disputeWon: by the office', stateOf('paid.registered'), { disputes: [{ status: 'won' }] }],
      ['disputeLost: by the office', stateOf('paid.registered')],
    ],
  },
  {
    title: 'a payment whose dispute is lost is taken back, whatever the provider says of it later',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['disputeOpened: of its payment', stateOf('paid.registered', 'disputed')],
      ['disputeLost: by the office', stateOf('refunded', 'disputeLost'), { registration: 1 }],
      ['disputeWon: by the office', stateOf('refunded', 'disputeLost')],
      ['paymentSeen: of the full amount', stateOf('refunded', 'disputeLost')],
      ['settledByHand: as closed', stateOf('refunded'), { settled: ['disp_first'] }],
    ],
  },
  {
    title: 'a dispute that is lost takes the payment back, though nobody told that it was opened',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['disputeLost: by the office', stateOf('refunded', 'disputeLost'), { registration: 1 }],
    ],
  },
  {
    title: 'a dispute of a part that is lost takes that part alone, and the office is told',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['disputeOpened: of a part', stateOf('paid.registered', 'disputed')],
      ['disputeLost: of a part', stateOf('paid.registered', 'disputeLost'), { paymentId: 'pay_first' }],
      ['settledByHand: as closed', stateOf('paid.registered'), { settled: ['disp_part'] }],
    ],
  },
  {
    title: 'a payment of another amount does not open an order again that was replaced',
    steps: [
      ['keysChanged: to other test keys', stateOf('replaced')],
      ['paymentSeen: of another amount', stateOf('replaced', 'wrongAmount')],
      ['refundSeen: of the wrong amount', stateOf('replaced')],
      ['keysChanged: to live keys', stateOf('replaced'), { isRehearsal: true }],
    ],
  },
  {
    title: 'a replaced order belongs to the registration with its proof',
    steps: [
      ['feeChanged: to another amount', stateOf('replaced')],
      [
        'registrationSent: with the proof of its payment',
        stateOf('replaced'),
        { registration: 1, evidence: 3 },
      ],
      ['paymentSeen: of the full amount', stateOf('paid.registered')],
    ],
  },
  {
    title: 'a payment that comes when live keys are used is a rehearsal',
    steps: [
      ['keysChanged: to live keys', stateOf('replaced'), { isRehearsal: true }],
      ['paymentSeen: of the full amount', stateOf('rehearsal'), { paymentId: 'pay_first' }],
      ['refundSeen: in part', stateOf('rehearsal'), { refunds: [{ id: 'rfnd_part' }] }],
    ],
  },
  {
    title: 'a payment that was given back before it was seen leaves the order refunded',
    steps: [
      ['refundSeen: in full', stateOf('open'), { paymentId: null }],
      ['paymentSeen: of the full amount', stateOf('refunded'), { paymentId: 'pay_first' }],
    ],
  },
  {
    title: 'a person is erased before anything is paid',
    steps: [
      ['registrationSent: before its payment', stateOf('open'), { registration: 1 }],
      [
        'personErased: by an operator',
        stateOf('open'),
        { registration: null, evidence: 0, isPaidElsewhere: false },
      ],
    ],
  },
  {
    title: 'a person is erased whose payment is to be given back',
    steps: [
      ['paymentSeen: that names who is paid for already', stateOf('surplus'), { isPaidElsewhere: true }],
      [
        'personErased: by an operator',
        stateOf('surplus'),
        { registration: null, evidence: 0, isPaidElsewhere: false },
      ],
    ],
  },
  {
    title: 'a second payment of a surplus order is to be given back as well',
    steps: [
      ['paymentSeen: that names who is paid for already', stateOf('surplus')],
      ['paymentSeen: a second one', stateOf('surplus', 'secondPayment')],
      ['refundSeen: of the second payment', stateOf('surplus')],
      ['refundSeen: in full', stateOf('refunded'), { paymentId: 'pay_first' }],
    ],
  },
  {
    title: 'a second payment of an erased person is given back',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered'), { evidence: 2 }],
      ['personErased: by an operator', stateOf('erased'), { evidence: 0, isPaidElsewhere: false }],
      ['paymentSeen: a second one', stateOf('erased', 'secondPayment')],
    ],
  },
  {
    title: 'the payment of an erased person is given back',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['personErased: by an operator', stateOf('erased')],
      ['refundSeen: in full', stateOf('refunded'), { registration: null }],
    ],
  },
  {
    title: 'a paid order whose payment turns out to name nobody registered is nobody’s',
    steps: [
      ['paymentSeen: of the full amount', stateOf('paid.unregistered')],
      ['registrationSent: after its payment', stateOf('paid.registered')],
      ['paymentSeen: that names nobody registered', stateOf('paid.unregistered'), { registration: null }],
    ],
  },
  {
    title: 'a registration that another order pays for makes the order surplus when it is paid',
    steps: [
      [
        'registrationSent: with the proof of a second payment',
        stateOf('open'),
        { registration: 1, isPaidElsewhere: true },
      ],
      ['paymentSeen: that names who is paid for already', stateOf('surplus')],
    ],
  },
  {
    title: 'what is surplus, erased or a rehearsal follows no notes',
    steps: [
      [
        'paymentSeen: that names who is paid for already',
        stateOf('surplus'),
        { registration: 1, isPaidElsewhere: true },
      ],
      ['paymentSeen: that names nobody registered', stateOf('surplus'), { registration: 1 }],
      ['refundSeen: in part', stateOf('surplus'), { isPaidElsewhere: true, refunds: [{ id: 'rfnd_part' }] }],
      ['personErased: by an operator', stateOf('surplus'), { registration: null }],
    ],
  },
  {
    title: 'the order of an erased person follows no notes',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['personErased: by an operator', stateOf('erased')],
      ['paymentSeen: that names a registration', stateOf('erased'), { registration: null }],
      ['refundSeen: in part', stateOf('erased'), { refunds: [{ id: 'rfnd_part' }] }],
    ],
  },
  {
    title: 'a rehearsal follows no notes',
    steps: [
      ['paymentSeen: of the full amount', stateOf('paid.unregistered')],
      ['keysChanged: to live keys', stateOf('rehearsal')],
      ['paymentSeen: that names a registration', stateOf('rehearsal'), { registration: null }],
    ],
  },
  {
    title: 'the second payment counts when the dispute of the first is lost',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['disputeOpened: of its payment', stateOf('paid.registered', 'disputed')],
      ['paymentSeen: a second one', stateOf('paid.registered', 'disputed')],
      ['disputeLost: by the office', stateOf('paid.registered', 'disputeLost'), { paymentId: 'pay_second' }],
    ],
  },
  {
    title: 'a payment of another amount beside a second one waits for the office as well',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['paymentSeen: a second one', stateOf('paid.registered', 'secondPayment')],
      ['paymentSeen: of another amount', stateOf('paid.registered', 'wrongAmount')],
      ['refundSeen: of the wrong amount', stateOf('paid.registered', 'secondPayment')],
    ],
  },
  {
    title: 'a dispute comes before a payment of another amount, which waits again afterwards',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['paymentSeen: of another amount', stateOf('paid.registered', 'wrongAmount')],
      ['disputeOpened: of its payment', stateOf('paid.registered', 'disputed')],
      ['disputeWon: by the office', stateOf('paid.registered', 'wrongAmount')],
    ],
  },
  {
    title: 'a dispute comes before a second payment, which waits again afterwards',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['paymentSeen: a second one', stateOf('paid.registered', 'secondPayment')],
      ['disputeOpened: of its payment', stateOf('paid.registered', 'disputed')],
      ['disputeWon: by the office', stateOf('paid.registered', 'secondPayment')],
    ],
  },
  {
    title: 'a registration that comes while the payment is given back gets it when that fails',
    steps: [
      ['paymentSeen: of the full amount', stateOf('paid.unregistered')],
      ['refundSeen: in full', stateOf('refunded')],
      ['refundSeen: that has failed', stateOf('paid.registered'), { registration: 1, evidence: 2 }],
    ],
  },
  {
    title: 'a refund that is on its way counts as given back, until it fails',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['refundSeen: that is on its way', stateOf('refunded'), { refunds: [{ status: 'pending' }] }],
      ['refundSeen: in full', stateOf('refunded'), { refunds: [{ status: 'processed' }] }],
      ['refundSeen: that has failed', stateOf('paid.registered'), { refunds: [{ status: 'failed' }] }],
    ],
  },
  {
    title: 'a refund that fails late changes nothing when a second attempt has succeeded',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['refundSeen: that is on its way', stateOf('refunded')],
      ['refundSeen: of a second attempt', stateOf('refunded')],
      ['refundSeen: that has failed', stateOf('refunded'), { refunds: [{ status: 'failed' }, {}] }],
    ],
  },
  {
    title: 'who is registered by phone waits for nobody, and for no registration',
    steps: [
      ['paymentSeen: that names nobody registered', stateOf('paid.unregistered')],
      ['settledByHand: as registered by phone', stateOf('paid.registeredByPhone'), { registration: null }],
      ['paymentSeen: that names a registration', stateOf('paid.registeredByPhone'), { registration: null }],
      [
        'registrationSent: with the proof of its payment',
        stateOf('paid.registered'),
        { registration: 1, evidence: 3 },
      ],
    ],
  },
  {
    title: 'who is registered by phone is refunded elsewhere',
    steps: [
      ['paymentSeen: of the full amount', stateOf('paid.unregistered')],
      ['settledByHand: as registered by phone', stateOf('paid.registeredByPhone')],
      ['settledByHand: as refunded elsewhere', stateOf('refunded'), { refunds: [{ amount: 200_000 }] }],
    ],
  },
  {
    title: 'a payment that nobody registered for is refunded elsewhere',
    steps: [
      ['paymentSeen: of the full amount', stateOf('paid.unregistered')],
      ['settledByHand: as refunded elsewhere', stateOf('refunded'), { settled: [] }],
    ],
  },
  {
    title: 'the proof of a payment is kept where its notes name the same registration',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered'), { evidence: 2 }],
      ['registrationSent: with the proof of its payment', stateOf('paid.registered'), { evidence: 3 }],
    ],
  },
  {
    title: 'an accepted amount pays when the payment of nobody is refunded elsewhere',
    steps: [
      ...paidTwiceInOtherAmounts,
      ['settledByHand: as refunded elsewhere', stateOf('paid.unregistered'), { paymentId: 'pay_wrong' }],
    ],
  },
  {
    title: 'an accepted amount waits for a registration when that by phone is refunded elsewhere',
    steps: [
      ...paidTwiceInOtherAmounts,
      ['settledByHand: as registered by phone', stateOf('paid.registeredByPhone')],
      ['settledByHand: as refunded elsewhere', stateOf('paid.unregistered'), { paymentId: 'pay_wrong' }],
    ],
  },
  {
    title: 'a person is erased who is registered by phone',
    steps: [
      ['paymentSeen: of the full amount', stateOf('paid.unregistered')],
      ['settledByHand: as registered by phone', stateOf('paid.registeredByPhone')],
      ['personErased: by an operator', stateOf('erased')],
    ],
  },
  {
    title: 'a payment after its person is erased is settled by hand',
    steps: [
      ['registrationSent: before its payment', stateOf('open')],
      ['personErased: by an operator', stateOf('open'), { registration: null }],
      ['paymentSeen: of the full amount', stateOf('paid.unregistered')],
      ['settledByHand: as refunded elsewhere', stateOf('refunded'), { paymentId: 'pay_first' }],
    ],
  },
  {
    title: 'an amount that the office accepts pays for the order',
    steps: [
      ['paymentSeen: of another amount', stateOf('open', 'wrongAmount'), { paymentId: null }],
      ['settledByHand: as an accepted amount', stateOf('paid.unregistered'), { paymentId: 'pay_wrong' }],
      ['registrationSent: after its payment', stateOf('paid.registered'), { registration: 1 }],
    ],
  },
  {
    title: 'a payment of another amount is refunded elsewhere',
    steps: [
      ['paymentSeen: of another amount', stateOf('open', 'wrongAmount')],
      ['settledByHand: as refunded elsewhere', stateOf('open'), { paymentId: null, settled: [] }],
    ],
  },
  {
    title: 'a second payment is refunded elsewhere, and the first one counts',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['paymentSeen: a second one', stateOf('paid.registered', 'secondPayment')],
      ['settledByHand: as refunded elsewhere', stateOf('paid.registered'), { paymentId: 'pay_first' }],
    ],
  },
  {
    title: 'a second payment pays for somebody who is registered by phone',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['paymentSeen: a second one', stateOf('paid.registered', 'secondPayment')],
      [
        'settledByHand: as registered by phone',
        stateOf('paid.registered'),
        { paymentId: 'pay_first', settled: ['pay_second'] },
      ],
    ],
  },
  {
    title: 'a surplus order pays for somebody who is registered by phone',
    steps: [
      ['paymentSeen: that names who is paid for already', stateOf('surplus')],
      [
        'settledByHand: as registered by phone',
        stateOf('paid.registeredByPhone'),
        { registration: null, isPaidElsewhere: false },
      ],
    ],
  },
  {
    title: 'a surplus order is refunded elsewhere',
    steps: [
      ['paymentSeen: that names who is paid for already', stateOf('surplus')],
      ['settledByHand: as refunded elsewhere', stateOf('refunded')],
    ],
  },
  {
    title: 'a registration that is cancelled is refunded elsewhere',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['settledByHand: as refunded elsewhere', stateOf('refunded'), { registration: 1 }],
    ],
  },
  {
    title: 'an accepted amount pays when the first payment is refunded elsewhere',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['paymentSeen: of another amount', stateOf('paid.registered', 'wrongAmount')],
      ['settledByHand: as an accepted amount', stateOf('paid.registered'), { paymentId: 'pay_first' }],
      ['settledByHand: as refunded elsewhere', stateOf('paid.registered'), { paymentId: 'pay_wrong' }],
    ],
  },
  {
    title: 'a second payment for somebody who is registered by phone pays for nobody else',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['paymentSeen: a second one', stateOf('paid.registered', 'secondPayment')],
      ['settledByHand: as registered by phone', stateOf('paid.registered')],
      ['settledByHand: as refunded elsewhere', stateOf('refunded'), { paymentId: 'pay_first' }],
    ],
  },
  {
    title: 'a dispute whose end nobody told is settled by hand',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['disputeOpened: of its payment', stateOf('paid.registered', 'disputed')],
      ['settledByHand: as closed', stateOf('paid.registered'), { disputes: [{ status: 'won' }] }],
    ],
  },
  {
    title: 'the second payment counts when the first one, which is disputed, is refunded elsewhere',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['paymentSeen: a second one', stateOf('paid.registered', 'secondPayment')],
      ['disputeOpened: of its payment', stateOf('paid.registered', 'disputed')],
      [
        'settledByHand: as refunded elsewhere',
        stateOf('paid.registered'),
        { paymentId: 'pay_second', registration: 1 },
      ],
    ],
  },
  {
    title: 'a disputed payment is refunded elsewhere',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['disputeOpened: of its payment', stateOf('paid.registered', 'disputed')],
      ['settledByHand: as refunded elsewhere', stateOf('refunded'), { disputes: [{ status: 'lost' }] }],
    ],
  },
  {
    title: 'a payment of two orders waits for the office, also where the order is paid',
    steps: [
      ['paymentSeen: that names a registration', stateOf('paid.registered')],
      ['paymentMisplaced: of another order', stateOf('paid.registered', 'misplaced')],
      ['settledByHand: as closed', stateOf('paid.registered'), { settled: ['pay_other'] }],
    ],
  },
  {
    title: 'a payment of two orders waits for the office',
    steps: [
      ['paymentMisplaced: of another order', stateOf('open', 'misplaced'), { payments: [] }],
      ['settledByHand: as closed', stateOf('open'), { settled: ['pay_other'] }],
    ],
  },
];
