import { type Assigner, assign, type EventObject, setup } from 'xstate';
import { messageOf, promiseActor } from '../actors.ts';
import { sent } from '../fields.ts';
import { changedValues, fieldsInAlert, isLetThrough, problemsOf } from './sendForm.rules.ts';
import type { SendForm, SendFormContext, SendFormEvent, Values } from './sendForm.types.ts';

/** What reaches outside. Sends the form; its answer and its error may bring words for the visitor. */
export const sendFormActors = {
  send: promiseActor<{ message?: string | undefined }, { values: Readonly<Record<string, string>> }>('send'),
};

export const TIMED_OUT = 'The server did not answer in time. Please try again.';

/**
 * The parts of a machine that sends a form once and reports: its first context, its implementations, its states,
 * and the transition that takes up a draft, for the state in which a page opens. What was typed is kept until it
 * has been sent. Spec §4, §5, §8.
 */
export function sendFormParts<Field extends string, Event extends EventObject = SendFormEvent<Field>>(
  form: SendForm<Field>,
) {
  type Context = SendFormContext<Field>;
  type Change = Partial<Values<Field>>;
  const note = <Params extends object | string | undefined = undefined>(
    how: Assigner<Context, Event, Params, Event, never>,
  ) => assign<Context, Event, Params, Event, never>(how);
  const changeIn = ({ event }: { event: { values: Change } }) => event.values;

  const context: Context = { values: form.empty, alert: null };

  const implementations = {
    actors: sendFormActors,
    guards: {
      isRight: ({ context }: { context: Context }) => problemsOf(form, context.values).length === 0,
      isLetThrough: ({ context }: { context: Context }) => isLetThrough(form, context.values),
      isFixed: ({ context }: { context: Context }, change: Change) =>
        fieldsInAlert(form, { ...context, values: changedValues(form, context.values, change) }).length === 0,
    },
    actions: {
      keepValues: note(({ context }, change: Change) => ({
        values: changedValues(form, context.values, change),
      })),
      takeUpDraft: note((_, kept: Change) => ({ values: changedValues(form, form.empty, kept) })),
      clearValues: note(() => ({ values: form.empty })),
      noteProblem: note(({ context }) => ({
        alert: {
          kind: 'error',
          message: problemsOf(form, context.values)[0]?.message ?? form.messages.failed,
        },
      })),
      noteFailure: note((_, message: string) => ({ alert: { kind: 'error', message } })),
      noteSuccess: note((_, message: string) => ({ alert: { kind: 'success', message } })),
      clearAlert: note(() => ({ alert: null })),
      /** Moves the focus to the first field that the alert is about. */
      focusProblem: () => {},
      /** Moves the focus to the form: the button that had it goes away with its alert. */
      focusForm: () => {},
    },
    delays: { sendTimeout: 30_000 },
  };

  const keepValues = { type: 'keepValues', params: changeIn } as const;
  const draftFound = { actions: { type: 'takeUpDraft', params: changeIn } } as const;
  const alertDismissed = { target: 'idle', actions: 'focusForm' } as const;
  const whereLetThrough = form.requiredByBrowser.length > 0 ? ({ guard: 'isLetThrough' } as const) : {};
  const complain = {
    ...whereLetThrough,
    target: 'invalid',
    actions: ['noteProblem', 'focusProblem'],
  } as const;
  const editing = {
    changed: { actions: keepValues },
    submitted: [{ guard: 'isRight', target: 'submitting' }, complain],
  } as const;

  const states = {
    idle: {
      description: 'The form waits for the visitor.',
      entry: 'clearAlert',
      on: editing,
    },
    invalid: {
      description: 'The form was not sent: the alert says what is missing, and the field has the focus.',
      on: {
        submitted: complain,
        changed: [
          { guard: { type: 'isFixed', params: changeIn }, target: 'idle', actions: keepValues },
          { actions: keepValues },
        ],
        alertDismissed,
      },
    },
    submitting: {
      description: 'The form is being sent.',
      tags: 'busy',
      entry: 'clearAlert',
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context }: { context: Context }) => ({ values: sent(context.values) }),
        onDone: {
          target: 'done',
          actions: [
            'clearValues',
            {
              type: 'noteSuccess',
              params: ({ event }: { event: { output: { message?: string | undefined } } }) =>
                event.output.message ?? form.messages.sent,
            },
          ],
        },
        onError: {
          target: 'failed',
          actions: {
            type: 'noteFailure',
            params: ({ event }: { event: { error: unknown } }) =>
              messageOf(event.error, form.messages.failed),
          },
        },
      },
      after: { sendTimeout: { target: 'failed', actions: { type: 'noteFailure', params: TIMED_OUT } } },
    },
    failed: {
      description: 'The form could not be sent: the alert says why, and what was typed is kept.',
      on: { ...editing, alertDismissed },
    },
    done: {
      description: 'The form was sent: the alert says so, and the fields are empty again.',
      on: { ...editing, alertDismissed },
    },
  } as const;

  return { context, implementations, states, draftFound };
}

/** The machine of a form that sends once and reports, from its fields, rules and fallback messages. */
export function sendFormMachine<Field extends string>(form: SendForm<Field>) {
  const { context, implementations, states, draftFound } = sendFormParts(form);
  return setup({
    types: {
      context: {} as SendFormContext<Field>,
      events: {} as SendFormEvent<Field>,
      tags: {} as 'busy',
    },
    ...implementations,
  }).createMachine({
    id: form.id,
    context,
    initial: 'idle',
    states: { ...states, idle: { ...states.idle, on: { ...states.idle.on, draftFound } } },
  });
}
