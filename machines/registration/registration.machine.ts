import type { SnapshotFrom } from 'xstate';
import { messageOf } from '../actors.ts';
import { messages } from './registration.messages.ts';
import { emptyValues } from './registration.rules.ts';
import { email, emailToAsk, proofOf, registrationSetup } from './registration.setup.ts';
import type { Payment, RegistrationDraft } from './registration.types.ts';

const paymentIn = ({ event }: { event: Payment }): Payment => ({
  paymentId: event.paymentId,
  signature: event.signature,
});

/**
 * Registration of a student with payment of the course fee: details, order, payment window, registration.
 * The form is editable in the states tagged `editable`, and at work in those tagged `busy`. Spec §2 to §9.
 */
export const registrationMachine = registrationSetup.createMachine({
  id: 'registration',
  context: {
    values: emptyValues,
    order: null,
    paymentId: null,
    signature: null,
    registered: null,
    problem: null,
    failure: null,
    inDoubt: false,
    tries: 0,
  },
  initial: 'editing',
  states: {
    editing: {
      tags: 'editable',
      initial: 'ready',
      on: {
        changed: { actions: { type: 'keepValues', params: ({ event }) => event.values } },
        submitted: [
          { guard: 'hasProblem', target: '.invalid' },
          { guard: 'isOrderReady', target: 'loadingCheckout' },
          { target: 'creatingOrder' },
        ],
        alertDismissed: { guard: 'hasFailure', target: '.ready', actions: 'focusForm' },
      },
      states: {
        ready: {
          description: 'The form waits for the visitor.',
          entry: 'clearFailure',
          on: {
            draftFound: [
              {
                guard: { type: 'isRegistered', params: ({ event }) => event.draft },
                target: '#registration.registered',
                actions: { type: 'takeUpDraft', params: ({ event }) => event.draft },
              },
              {
                guard: { type: 'isPaid', params: ({ event }) => event.draft },
                target: '#registration.registering',
                actions: { type: 'takeUpDraft', params: ({ event }) => event.draft },
              },
              {
                guard: { type: 'hasOrder', params: ({ event }) => event.draft },
                target: 'interrupted',
                actions: { type: 'takeUpDraft', params: ({ event }) => event.draft },
              },
              { actions: { type: 'takeUpDraft', params: ({ event }) => event.draft } },
            ],
          },
        },
        invalid: {
          description: 'The first rule that does not hold is shown at its field, which has the focus.',
          entry: ['clearFailure', 'noteProblem', 'focusProblem'],
          exit: 'clearProblem',
          on: {
            changed: {
              guard: { type: 'isProblemFixed', params: ({ event }) => event.values },
              target: 'ready',
              actions: { type: 'keepValues', params: ({ event }) => event.values },
            },
          },
        },
        orderFailed: { description: 'The order could not be made; the server says why.' },
        orderRefused: {
          description: 'The order that came back is not one of the fee, so it is not opened.',
          entry: { type: 'noteFailure', params: messages.orderOfAnotherFee },
        },
        unreachable: {
          description: 'The checkout script did not load in three tries.',
          entry: { type: 'noteFailure', params: messages.checkoutUnreachable },
        },
        unusable: {
          description: 'The checkout script loaded but did not bring what it should.',
          entry: { type: 'noteFailure', params: messages.checkoutUnusable },
        },
        blocked: {
          description: 'The payment window could not be opened.',
          entry: { type: 'noteFailure', params: messages.checkoutBlocked },
        },
        paymentFailed: { description: 'A payment failed and the payment window is closed.' },
        dismissed: {
          description: 'The visitor closed the payment window.',
          entry: { type: 'noteFailure', params: messages.dismissed },
        },
        unclear: {
          description:
            'The payment window reported a success that names no payment, or that of another order.',
          entry: { type: 'noteFailure', params: messages.unclear },
        },
        interrupted: {
          description: 'The page was left while an order was open.',
          entry: { type: 'noteFailure', params: messages.interrupted },
        },
      },
    },

    creatingOrder: {
      description:
        'Asks the service for the order of this e-mail address; where an order of another address exists, first whether that one is paid.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'createOrder',
        src: 'createOrder',
        input: ({ context }) => ({ email: emailToAsk(context) }),
        onDone: [
          {
            guard: { type: 'isPaid', params: ({ event }) => event.output },
            target: 'registering',
            actions: [
              { type: 'keepOrder', params: ({ event }) => event.output },
              {
                type: 'keepPayment',
                params: ({ event }) => ({ paymentId: event.output.paymentId ?? null, signature: null }),
              },
              'useEmailOfOrder',
            ],
          },
          { guard: 'isForAnotherEmail', target: 'creatingOrder', reenter: true, actions: 'dropOrder' },
          {
            guard: { type: 'isOfAnotherFee', params: ({ event }) => event.output },
            target: 'editing.orderRefused',
          },
          { target: 'loadingCheckout', actions: { type: 'keepOrder', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'editing.orderFailed',
          actions: {
            type: 'noteFailure',
            params: ({ event }) => messageOf(event.error, messages.orderFailed),
          },
        },
      },
      after: {
        orderTimeout: {
          target: 'editing.orderFailed',
          actions: { type: 'noteFailure', params: messages.orderTimedOut },
        },
      },
    },

    loadingCheckout: {
      description: 'Loads the script of the payment provider, three tries at most.',
      tags: 'busy',
      initial: 'requesting',
      entry: 'clearFailure',
      exit: 'resetTries',
      states: {
        requesting: {
          entry: 'countTry',
          invoke: {
            id: 'loadCheckout',
            src: 'loadCheckout',
            onDone: [
              {
                guard: { type: 'isUsable', params: ({ event }) => event.output },
                target: '#registration.paying',
              },
              { target: '#registration.editing.unusable' },
            ],
            onError: [
              { guard: 'hasTriesLeft', target: 'pausing' },
              { target: '#registration.editing.unreachable' },
            ],
          },
          after: {
            scriptTimeout: [
              { guard: 'hasTriesLeft', target: 'pausing' },
              { target: '#registration.editing.unreachable' },
            ],
          },
          initial: 'prompt',
          states: {
            prompt: { after: { slowNotice: 'slow' } },
            slow: { description: 'The script takes long; the visitor is told so.' },
          },
        },
        pausing: { after: { pauseBetweenTries: 'requesting' } },
      },
    },

    paying: {
      invoke: {
        id: 'checkout',
        src: 'checkout',
        input: ({ context }) => ({
          order: context.order,
          name: context.values.name.trim(),
          email: email(context.values),
          phone: context.values.phone,
        }),
        onError: 'editing.blocked',
      },
      initial: 'open',
      exit: ['doubtOrder', 'recoverFocus'],
      on: {
        paymentSucceeded: [
          {
            guard: 'hasProblem',
            target: 'paid.invalid',
            actions: { type: 'keepPayment', params: paymentIn },
          },
          { target: 'registering', actions: { type: 'keepPayment', params: paymentIn } },
        ],
        paymentUnclear: 'editing.unclear',
        paymentFailed: {
          target: '.back.declined',
          actions: { type: 'noteFailure', params: ({ event }) => messages.paymentFailed(event.description) },
        },
        checkoutDismissed: 'editing.dismissed',
      },
      states: {
        open: {
          description: 'The payment window is open.',
          tags: 'busy',
          on: { checkoutVanished: 'back.vanished', returnedToForm: 'back.vanished' },
          after: { checkoutTimeout: 'back.vanished' },
        },
        back: {
          tags: 'editable',
          on: {
            changed: { actions: { type: 'keepValues', params: ({ event }) => event.values } },
            submitted: [
              { guard: 'hasProblem', target: '#registration.editing.invalid' },
              { guard: 'isOrderReady', target: '#registration.loadingCheckout' },
              { target: '#registration.creatingOrder' },
            ],
            alertDismissed: { guard: 'hasFailure', actions: ['clearFailure', 'focusForm'] },
          },
          states: {
            declined: {
              description:
                'A payment failed. The form is back, and the same window may still bring a success.',
              on: {
                checkoutDismissed: '#registration.editing.paymentFailed',
                checkoutVanished: '#registration.editing.paymentFailed',
              },
            },
            vanished: {
              description:
                'The payment window is gone and said nothing. A success that still comes is taken.',
              entry: ['doubtOrder', { type: 'noteFailure', params: messages.vanished }],
            },
          },
          initial: 'vanished',
        },
      },
    },

    registering: {
      description: 'The fee is paid; sends the registration.',
      tags: ['busy', 'paid'],
      entry: 'clearFailure',
      invoke: {
        id: 'register',
        src: 'register',
        input: ({ context }) => ({ values: context.values, proof: proofOf(context) }),
        onDone: [
          {
            guard: { type: 'isFieldRefused', params: ({ event }) => event.output },
            target: 'paid.refused',
            actions: { type: 'noteRefusal', params: ({ event }) => event.output },
          },
          {
            target: 'registered',
            actions: { type: 'keepRegistered', params: ({ event }) => event.output },
          },
        ],
        onError: {
          target: 'paid',
          actions: {
            type: 'noteFailure',
            params: ({ event }) => messageOf(event.error, messages.registerFailed),
          },
        },
      },
      after: {
        registerTimeout: {
          target: 'paid',
          actions: { type: 'noteFailure', params: messages.registerFailed },
        },
      },
    },

    paid: {
      tags: ['editable', 'paid'],
      initial: 'unregistered',
      on: {
        submitted: [{ guard: 'hasProblem', target: '.invalid' }, { target: 'registering' }],
        changed: { actions: { type: 'keepValuesButEmail', params: ({ event }) => event.values } },
      },
      states: {
        unregistered: {
          description: 'The fee is paid and the registration is not stored. Trying again does not pay again.',
        },
        invalid: {
          description: 'As above, and the first rule that does not hold is shown at its field.',
          entry: ['clearFailure', 'noteProblem', 'focusProblem'],
          exit: 'clearProblem',
          on: {
            changed: {
              guard: { type: 'isProblemFixed', params: ({ event }) => event.values },
              target: 'unregistered',
              actions: { type: 'keepValuesButEmail', params: ({ event }) => event.values },
            },
          },
        },
        refused: {
          description:
            'The service refuses the value of a field and says why, at the field. It can be changed and sent again.',
          entry: 'focusProblem',
          exit: 'clearProblem',
          on: {
            changed: {
              guard: 'isEmailRefused',
              actions: { type: 'keepValues', params: ({ event }) => event.values },
            },
          },
        },
      },
    },

    registered: {
      description: 'The student is registered.',
      tags: 'paid',
      on: { anotherStarted: { target: 'editing', actions: ['startAnother', 'focusForm'] } },
    },
  },
});

/** What of a state outlives a reload; null when there is nothing worth keeping. */
export function draftOf(snapshot: SnapshotFrom<typeof registrationMachine>): RegistrationDraft | null {
  const { values, order, paymentId, signature, registered } = snapshot.context;
  const isUntouched = JSON.stringify(values) === JSON.stringify(emptyValues);
  return order === null && isUntouched ? null : { values, order, paymentId, signature, registered };
}
