import type { SnapshotFrom } from 'xstate';
import { errorMessage, outputOf } from '../shared/actors.ts';
import { registrationMessages } from './registration.messages.ts';
import { emptyValues } from './registration.rules.ts';
import {
  emailForOrder,
  initialContext,
  orderFailure,
  paymentProofOf,
  registrationSetup,
  trimmedEmail,
} from './registration.setup.ts';
import type { OrderResult, Payment, RegistrationContext, RegistrationDraft } from './registration.types.ts';

const paymentOf = ({ event }: { event: Payment }): Payment => ({
  paymentId: event.paymentId,
  signature: event.signature,
});

/** Shows a message. */
const alert = (message: string) => ({ type: 'setErrorAlert', params: message }) as const;

const showFailure = {
  type: 'setErrorAlert',
  params: ({ event }: { event: { description: string } }) =>
    registrationMessages.paymentFailed(event.description),
} as const;

/** The two transitions of a form submitted before the fee is paid. */
const showProblem = { guard: 'isInvalid', target: '#registration.editing.invalid' } as const;
const requestOrder = { target: '#registration.creatingOrder' } as const;

/** The two transitions after a payment that failed, where the visitor asks whether it has arrived nevertheless. */
const checkRequested = [showProblem, { target: '#registration.checkingPayment' }] as const;

/** The transitions of an answer about the payment, and of an answer that does not come. */
const orderIsPaid = {
  guard: { type: 'isPaid', params: outputOf<OrderResult> },
  target: '#registration.registering',
  actions: [
    { type: 'setOrder', params: outputOf<OrderResult> },
    {
      type: 'setPayment',
      params: ({ event: { output } }: { event: { output: OrderResult } }) => ({
        paymentId: 'id' in output ? (output.paymentId ?? null) : null,
        signature: null,
      }),
    },
    'setEmailFromOrder',
  ],
} as const;
const paymentIsBeingConfirmed = {
  guard: { type: 'isBeingConfirmed', params: outputOf<OrderResult> },
  target: '#registration.editing.beingConfirmed',
  actions: { type: 'setBeingConfirmed', params: outputOf<OrderResult> },
} as const;
const orderFails = {
  target: '#registration.editing.orderFailed',
  actions: {
    type: 'setErrorAlert',
    params: ({ context, event }: { context: RegistrationContext; event: { error: unknown } }) =>
      errorMessage(event.error, orderFailure(context).unreachable),
  },
} as const;
const orderTakesTooLong = {
  target: '#registration.editing.orderFailed',
  actions: {
    type: 'setErrorAlert',
    params: ({ context }: { context: RegistrationContext }) => orderFailure(context).timedOut,
  },
} as const;
/** The transitions with which the visitor leaves the receipt. */
const anotherStudentStarted = { target: 'editing', actions: ['startAnotherStudent', 'showForm'] } as const;
const receiptCleared = { target: 'editing', actions: ['clearReceipt', 'showForm'] } as const;

const orderInput = ({ context }: { context: RegistrationContext }) => ({
  values: { ...context.values, email: emailForOrder(context) },
});

/**
 * Registration of a student with payment of the course fee: details, order, payment window, registration.
 * The form is editable in the states tagged `editable`, and waits in those tagged `busy`. In those tagged
 * `paymentUnknown` the visitor may have paid: the page says what becomes of the money, and submitting first asks the service.
 * Spec §2 to §9.
 */
export const registrationMachine = registrationSetup.createMachine({
  id: 'registration',
  context: initialContext,
  initial: 'editing',
  states: {
    editing: {
      tags: 'editable',
      initial: 'idle',
      on: {
        changed: { actions: 'setValues' },
        submitted: [showProblem, { guard: 'canReuseOrder', target: 'loadingCheckout' }, requestOrder],
        alertDismissed: { guard: 'hasAlert', target: '.idle', actions: 'focusForm' },
      },
      states: {
        idle: {
          description: 'The form waits for the visitor.',
          entry: 'clearAlert',
          on: {
            draftFound: [
              { guard: 'isRegistered', target: '#registration.checkingReceipt', actions: 'restoreDraft' },
              {
                guard: { type: 'isPaid', params: ({ event }) => event.draft },
                target: '#registration.registering',
                actions: 'restoreDraft',
              },
              { guard: 'hasOrder', target: 'interrupted', actions: 'restoreDraft' },
              { actions: 'restoreDraft' },
            ],
          },
        },
        invalid: {
          description: 'The first rule that does not hold is shown at its field, which has the focus.',
          entry: ['clearAlert', 'setProblem', 'focusProblem'],
          exit: 'clearProblem',
          on: {
            changed: { guard: 'isProblemFixed', target: 'idle', actions: 'setValues' },
          },
        },
        orderFailed: { description: 'The order could not be made; the server says why.' },
        orderInvalid: {
          description: 'The order that came back is not one of the fee, so it is not opened.',
          entry: { type: 'setErrorAlert', params: ({ context }) => orderFailure(context).invalid },
        },
        unreachable: {
          description: 'The checkout script did not load in three attempts.',
          entry: alert(registrationMessages.checkoutUnreachable),
        },
        unusable: {
          description: 'The checkout script loaded but did not bring what it should.',
          entry: alert(registrationMessages.checkoutUnusable),
        },
        blocked: {
          description: 'The payment window could not be opened.',
          entry: alert(registrationMessages.checkoutBlocked),
        },
        paymentFailed: {
          description: 'A payment failed and the payment window is closed.',
          tags: 'paymentUnknown',
          on: { checkRequested },
        },
        paidAlready: {
          description: 'The payment window says that the order is paid already: the service is asked next.',
          tags: 'paymentUnknown',
        },
        beingConfirmed: {
          description:
            'A payment is authorized and not captured yet: the page says so, and opens no payment window.',
          tags: ['paymentUnknown', 'notice'],
        },
        unpaid: {
          description: 'The visitor asked whether a payment has arrived, and none has.',
          tags: 'notice',
          entry: alert(registrationMessages.unpaid),
        },
        dismissed: {
          description: 'The visitor closed the payment window.',
          tags: ['paymentUnknown', 'notice'],
          entry: alert(registrationMessages.dismissed),
        },
        unclear: {
          description:
            'The payment window reported a success that names no payment, or that of another order.',
          tags: 'paymentUnknown',
          entry: alert(registrationMessages.unclear),
        },
        interrupted: {
          description: 'The page was left while an order was open.',
          tags: ['paymentUnknown', 'notice'],
          entry: alert(registrationMessages.interrupted),
        },
        refunded: {
          description:
            'The payment was refunded before the registration was stored; the fee can be paid again.',
        },
      },
    },

    creatingOrder: {
      description:
        'Asks the service for the order of this e-mail address and whether these details are paid for; where an order of another address exists, first whether that one is paid.',
      tags: 'busy',
      entry: 'clearAlert',
      invoke: {
        id: 'createOrder',
        src: 'createOrder',
        input: orderInput,
        onDone: [
          orderIsPaid,
          paymentIsBeingConfirmed,
          { guard: 'isForAnotherEmail', target: 'creatingOrder', reenter: true, actions: 'clearOrder' },
          { guard: { type: 'isOrderInvalid', params: outputOf }, target: 'editing.orderInvalid' },
          { target: 'loadingCheckout', actions: { type: 'setOrder', params: outputOf } },
        ],
        onError: orderFails,
      },
      after: { orderTimeout: orderTakesTooLong },
    },

    checkingPayment: {
      description: 'Asks the service whether the order of this form is paid, and opens no payment window.',
      tags: 'busy',
      entry: 'clearAlert',
      invoke: {
        id: 'createOrder',
        src: 'createOrder',
        input: orderInput,
        onDone: [
          orderIsPaid,
          paymentIsBeingConfirmed,
          { target: 'editing.unpaid', actions: { type: 'setOrder', params: outputOf } },
        ],
        onError: orderFails,
      },
      after: { orderTimeout: orderTakesTooLong },
    },

    loadingCheckout: {
      description: 'Loads the script of the payment provider, three attempts at most.',
      tags: 'busy',
      initial: 'requesting',
      entry: 'clearAlert',
      exit: 'resetAttempts',
      states: {
        requesting: {
          entry: 'countAttempt',
          invoke: {
            id: 'loadCheckout',
            src: 'loadCheckout',
            onDone: [
              { guard: { type: 'isUsable', params: outputOf }, target: '#registration.paying' },
              { target: '#registration.editing.unusable' },
            ],
            onError: [
              { guard: 'hasAttemptsLeft', target: 'waitingToRetry' },
              { target: '#registration.editing.unreachable' },
            ],
          },
          after: {
            scriptTimeout: [
              { guard: 'hasAttemptsLeft', target: 'waitingToRetry' },
              { target: '#registration.editing.unreachable' },
            ],
          },
          initial: 'onTime',
          states: {
            onTime: { after: { slowNotice: 'slow' } },
            slow: { description: 'The script takes long; the visitor is told so.' },
          },
        },
        waitingToRetry: { after: { retryDelay: 'requesting' } },
      },
    },

    paying: {
      invoke: {
        id: 'checkout',
        src: 'checkout',
        input: ({ context }) => ({
          order: context.order,
          name: context.values.name.trim(),
          email: trimmedEmail(context.values),
          phone: context.values.phone,
          course: context.values.course,
        }),
        onError: 'editing.blocked',
      },
      initial: 'open',
      on: {
        paymentSucceeded: [
          { guard: 'isInvalid', target: 'paid.invalid', actions: { type: 'setPayment', params: paymentOf } },
          { target: 'registering', actions: { type: 'setPayment', params: paymentOf } },
        ],
        paymentUnclear: { target: 'editing.unclear', actions: 'markUnconfirmed' },
        paymentFailed: [
          {
            guard: 'isPaidAlready',
            target: 'editing.paidAlready',
            actions: ['markUnconfirmed', showFailure],
          },
          { target: '.formShown.declined', actions: showFailure },
        ],
        checkoutDismissed: { target: 'editing.dismissed', actions: 'markUnconfirmed' },
      },
      states: {
        open: {
          description: 'The payment window is open.',
          tags: 'busy',
          on: { checkoutVanished: 'formShown.vanished', returnedToForm: 'formShown.vanished' },
          after: { checkoutTimeout: 'formShown.vanished' },
        },
        formShown: {
          tags: ['editable', 'paymentUnknown'],
          entry: 'markUnconfirmed',
          on: {
            changed: { actions: 'setValues' },
            submitted: [showProblem, requestOrder],
            alertDismissed: { guard: 'hasAlert', actions: ['clearAlert', 'focusForm'] },
          },
          states: {
            declined: {
              description:
                'A payment failed. The form is back, and the same window may still bring a success.',
              on: {
                checkoutDismissed: '#registration.editing.paymentFailed',
                checkoutVanished: '#registration.editing.paymentFailed',
                checkRequested,
              },
            },
            vanished: {
              description:
                'The payment window is gone and said nothing. A success that still comes is taken.',
              tags: 'notice',
              entry: alert(registrationMessages.vanished),
            },
          },
          initial: 'vanished',
        },
      },
    },

    registering: {
      description: 'The fee is paid; sends the registration.',
      tags: ['busy', 'paid'],
      entry: 'clearAlert',
      // Not before, so that the button stays in its place under a double click.
      exit: 'clearProblem',
      invoke: {
        id: 'register',
        src: 'register',
        input: ({ context }) => ({ values: context.values, proof: paymentProofOf(context) }),
        onDone: [
          {
            guard: { type: 'isFieldRefused', params: outputOf },
            target: 'paid.fieldRefused',
            actions: { type: 'setRefusedField', params: outputOf },
          },
          {
            guard: { type: 'isRefunded', params: outputOf },
            target: 'editing.refunded',
            actions: { type: 'setRefunded', params: outputOf },
          },
          { target: 'registered', actions: { type: 'setRegistered', params: outputOf } },
        ],
        onError: {
          target: 'paid',
          actions: {
            type: 'setErrorAlert',
            params: ({ event }) => errorMessage(event.error, registrationMessages.registerFailed),
          },
        },
      },
      after: {
        registerTimeout: {
          target: 'paid',
          actions: alert(registrationMessages.registerFailed),
        },
      },
    },

    paid: {
      tags: ['editable', 'paid'],
      initial: 'unregistered',
      on: {
        submitted: [{ guard: 'isInvalid', target: '.invalid' }, { target: 'registering' }],
        changed: { actions: 'setValuesExceptEmail' },
      },
      states: {
        unregistered: {
          description: 'The fee is paid and the registration is not stored. Trying again does not pay again.',
        },
        invalid: {
          description: 'As above, and the first rule that does not hold is shown at its field.',
          entry: ['clearAlert', 'setProblem', 'focusProblem'],
          exit: 'clearProblem',
          on: {
            changed: { guard: 'isProblemFixed', target: 'unregistered', actions: 'setValuesExceptEmail' },
          },
        },
        fieldRefused: {
          description:
            'The service refuses the value of a field and says why, at the field. It can be changed and sent again.',
          entry: 'focusProblem',
          on: {
            changed: { guard: 'isEmailRefused', actions: 'setValues' },
          },
        },
      },
    },

    registered: {
      description: 'The student is registered.',
      tags: ['paid', 'receipt'],
      on: { anotherStudentStarted, receiptCleared },
    },

    checkingReceipt: {
      description:
        'The receipt is shown again after a reload, and the service is asked whether its payment was refunded meanwhile.',
      tags: ['paid', 'receipt'],
      invoke: {
        id: 'checkReceipt',
        src: 'checkReceipt',
        input: ({ context }) => ({ paymentId: context.paymentId }),
        onDone: [
          { guard: { type: 'isRefunded', params: outputOf }, target: 'refunded' },
          { target: 'registered' },
        ],
        onError: 'registered',
      },
      after: { receiptTimeout: 'registered' },
      on: { anotherStudentStarted, receiptCleared },
    },

    refunded: {
      description: 'The payment of the receipt was refunded: the receipt says so.',
      tags: 'receipt',
      // Its student is not registered, so the form does not say so.
      on: { anotherStudentStarted: receiptCleared, receiptCleared },
    },
  },
});

/**
 * The draft to restore after a reload; null for an untouched form without an order. For a registered student it
 * has the contents of the receipt, without a phone number, an address, the order or its signature.
 */
export function draftOf(snapshot: SnapshotFrom<typeof registrationMachine>): RegistrationDraft | null {
  const { values, order, paymentId, signature, registered } = snapshot.context;
  if (registered !== null) {
    const { name, grade, course } = values;
    return {
      values: { ...emptyValues, name, grade, course },
      order: null,
      paymentId,
      signature: null,
      registered,
    };
  }
  const isUntouched = JSON.stringify(values) === JSON.stringify(emptyValues);
  return order === null && isUntouched ? null : { values, order, paymentId, signature, registered };
}
