import { setup } from 'xstate';
import { sendFormParts } from '../sendForm/sendForm.machine.ts';
import type { SendFormContext, SendFormEvent } from '../sendForm/sendForm.types.ts';
import { type CallBackField, callBackForm } from './callBack.rules.ts';

export type CallBackEvent =
  | SendFormEvent<CallBackField>
  /** The sticky button. */
  | { type: 'opened' }
  | { type: 'closed' }
  | { type: 'cancelled' };

const { context, implementations, states, draftFound } = sendFormParts<CallBackField, CallBackEvent>(
  callBackForm,
);

const closeTransitions = { closed: 'closed', cancelled: 'closed' } as const;

/**
 * A request to be called back: a form in a popup. Closing the popup neither cancels sending nor clears the values; the
 * response opens it again. Spec §4, Call-back popup.
 */
export const callBackMachine = setup({
  types: {
    context: {} as SendFormContext<CallBackField>,
    events: {} as CallBackEvent,
    tags: {} as 'busy' | 'hidden',
  },
  ...implementations,
  actions: {
    ...implementations.actions,
    /** Shows a browser alert: an expert will call. */
    showThanks: () => {},
  },
}).createMachine({
  id: 'callBack',
  context,
  initial: 'closed',
  states: {
    closed: {
      description: 'Only the sticky button is shown.',
      tags: 'hidden',
      entry: 'clearAlert',
      on: { opened: 'idle', draftFound },
    },
    idle: { ...states.idle, on: { ...states.idle.on, ...closeTransitions } },
    invalid: { ...states.invalid, on: { ...states.invalid.on, ...closeTransitions } },
    submitting: {
      ...states.submitting,
      entry: [states.submitting.entry, 'showThanks'],
      initial: 'shown',
      states: {
        shown: { on: { closed: 'hidden', cancelled: 'hidden' } },
        hidden: {
          description: 'The form is being sent, and the popup is closed.',
          tags: 'hidden',
          on: { opened: 'shown' },
        },
      },
    },
    failed: { ...states.failed, on: { ...states.failed.on, ...closeTransitions } },
    done: { ...states.done, on: { ...states.done.on, ...closeTransitions } },
  },
});
