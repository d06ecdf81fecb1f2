import { type Assigner, assign, type EventObject, setup } from 'xstate';
import { declarePromiseActor, errorMessage, outputOf } from '../shared/actors.ts';
import { trimmedValues } from '../shared/fields.ts';
import { applyChange, fieldsOfAlert, passesBrowserValidation, validateForm } from './sendForm.rules.ts';
import type { SendForm, SendFormContext, SendFormEvent, Values } from './sendForm.types.ts';

type Sent = { message?: string | undefined };

/** Invoked actors. `send` sends the form; its output and its error may carry a message for the visitor. */
export const sendFormActors = {
  send: declarePromiseActor<Sent, { values: Readonly<Record<string, string>> }>('send'),
};

export const TIMED_OUT = 'The server did not answer in time. Please try again.';

/**
 * The parts of a machine that sends a form and reports: its initial context, its implementations, its states, and
 * the transition that restores a draft, for the state in which a page opens. The values stay until they have been
 * sent. Spec §4, §5, §8.
 */
export function sendFormParts<Field extends string, Event extends EventObject = SendFormEvent<Field>>(
  form: SendForm<Field>,
) {
  type Context = SendFormContext<Field>;
  type Change = Partial<Values<Field>>;
  const assignContext = <Params extends object | string | undefined = undefined>(
    assigner: Assigner<Context, Event, Params, Event, never>,
  ) => assign<Context, Event, Params, Event, never>(assigner);
  const changeOf = ({ event }: { event: { values: Change } }) => event.values;

  const context: Context = { values: form.emptyValues, alert: null };

  const implementations = {
    actors: sendFormActors,
    guards: {
      isValid: ({ context }: { context: Context }) => validateForm(form, context.values).length === 0,
      passesBrowserValidation: ({ context }: { context: Context }) =>
        passesBrowserValidation(form, context.values),
      isFilledIn: ({ context }: { context: Context }) =>
        Object.values(context.values).some((value) => value !== ''),
      isProblemFixed: ({ context }: { context: Context }, change: Change) =>
        fieldsOfAlert(form, { ...context, values: applyChange(form, context.values, change) }).length === 0,
    },
    actions: {
      setValues: assignContext(({ context }, change: Change) => ({
        values: applyChange(form, context.values, change),
      })),
      restoreDraft: assignContext((_, saved: Change) => ({
        values: applyChange(form, form.emptyValues, saved),
      })),
      clearValues: assignContext(() => ({ values: form.emptyValues })),
      setProblemAlert: assignContext(({ context }) => ({
        alert: {
          kind: 'error',
          message: validateForm(form, context.values)[0]?.message ?? form.messages.failed,
        },
      })),
      setErrorAlert: assignContext((_, message: string) => ({ alert: { kind: 'error', message } })),
      setSuccessAlert: assignContext((_, { message = form.messages.sent }: Sent) => ({
        alert: { kind: 'success', message },
      })),
      clearAlert: assignContext(() => ({ alert: null })),
      /** Moves the focus to the first field that the alert is about. */
      focusProblem: () => {},
      /** Moves the focus to the form, because the focused button is removed with its alert. */
      focusForm: () => {},
    },
    delays: { sendTimeout: 30_000 },
  };

  const setValues = { type: 'setValues', params: changeOf } as const;
  const draftFound = { actions: { type: 'restoreDraft', params: changeOf } } as const;
  const alertDismissed = { target: 'idle', actions: 'focusForm' } as const;
  const browserGuard =
    form.requiredByBrowser.length > 0 ? ({ guard: 'passesBrowserValidation' } as const) : {};
  const reportProblem = {
    ...browserGuard,
    target: 'invalid',
    actions: ['setProblemAlert', 'focusProblem'],
  } as const;
  const editing = {
    changed: { actions: setValues },
    submitted: [{ guard: 'isValid', target: 'submitting' }, reportProblem],
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
        submitted: reportProblem,
        changed: [
          { guard: { type: 'isProblemFixed', params: changeOf }, target: 'idle', actions: setValues },
          { actions: setValues },
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
        input: ({ context }: { context: Context }) => ({ values: trimmedValues(context.values) }),
        onDone: {
          target: 'done',
          actions: ['clearValues', { type: 'setSuccessAlert', params: outputOf<Sent> }],
        },
        onError: {
          target: 'failed',
          actions: {
            type: 'setErrorAlert',
            params: ({ event }: { event: { error: unknown } }) =>
              errorMessage(event.error, form.messages.failed),
          },
        },
      },
      after: { sendTimeout: { target: 'failed', actions: { type: 'setErrorAlert', params: TIMED_OUT } } },
    },
    failed: {
      description: 'The form could not be sent: the alert says why, and what was typed is kept.',
      on: { ...editing, alertDismissed },
    },
    done: {
      description:
        'The form was sent: the alert says so, and the fields are empty again. A second press is part of the first.',
      on: {
        ...editing,
        submitted: [
          { guard: 'isValid', target: 'submitting' },
          { guard: 'isFilledIn', ...reportProblem },
        ],
        alertDismissed,
      },
    },
  } as const;

  return { context, implementations, states, draftFound };
}

/** The machine of a form that sends and reports, from its fields, rules and fallback messages. */
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
