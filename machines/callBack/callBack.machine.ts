import { setup } from 'xstate';
import { sendFormParts } from '../sendForm/sendForm.machine.ts';
import type { SendFormContext, SendFormEvent } from '../sendForm/sendForm.types.ts';
import { type CallBackField, callBackForm } from './callBack.rules.ts';

export type CallBackEvent =
  | SendFormEvent<CallBackField>
  /** The sticky button. */
  | { type: 'openerPressed' }
  | { type: 'closePressed' }
  | { type: 'escapePressed' };

const { context, implementations, states, draftFound } = sendFormParts<CallBackField, CallBackEvent>(
  callBackForm,
);

const closing = { closePressed: 'closed', escapePressed: 'closed' } as const;

/**
 * A request to be called back: a form in a popup. Closing the popup neither stops what is being sent nor forgets
 * what was typed; the answer opens it again. Spec §4, Call-back popup.
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
    /** Says in a browser alert that an expert will call. */
    announce: () => {},
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
      on: { openerPressed: 'idle', draftFound },
    },
    idle: { ...states.idle, on: { ...states.idle.on, ...closing } },
    invalid: { ...states.invalid, on: { ...states.invalid.on, ...closing } },
    submitting: {
      ...states.submitting,
      entry: [states.submitting.entry, 'announce'],
      initial: 'shown',
      states: {
        shown: { on: { closePressed: 'hidden', escapePressed: 'hidden' } },
        hidden: {
          description: 'The form is being sent, and the popup is closed.',
          tags: 'hidden',
          on: { openerPressed: 'shown' },
        },
      },
    },
    failed: { ...states.failed, on: { ...states.failed.on, ...closing } },
    done: { ...states.done, on: { ...states.done.on, ...closing } },
  },
});
