import type { AnyMachineSnapshot } from 'xstate';
import type { StateExpectations } from '../checks/checks.types.ts';
import { button, fact, formValues, noText, text } from '../checks/expectations.ts';
import { type FocusRules, isEvent, movedTo, pressed, returnedFrom } from '../checks/focus.ts';
import { validateForm } from './sendForm.rules.ts';
import type { SendForm, SendFormContext } from './sendForm.types.ts';

/** The names of the button that sends a form: at rest, and while the form is sent. */
export type SendFormButton = { submit: string; submitting: string };

/** The messages of a form's fields, each once. */
const fieldMessages = <Field extends string>({ fields }: SendForm<Field>): string[] => {
  const rules: Record<string, { validate: (value: string) => string | null }> = fields;
  return [...new Set(Object.values(rules).flatMap(({ validate }) => validate('') ?? []))];
};

/**
 * The expectations of the states that every form of one call shares.
 *
 * @param messages The messages of the form beside those of its fields; no state shows more than one.
 */
export function sendFormStates<Field extends string>(
  form: SendForm<Field>,
  words: SendFormButton,
  messages: readonly string[],
) {
  const texts = [...fieldMessages(form), ...messages];
  const contextOf = (snapshot: AnyMachineSnapshot): SendFormContext<Field> => snapshot.context;

  const editable: StateExpectations = (snapshot) => {
    const { values, alert } = contextOf(snapshot);
    return [
      formValues(values),
      button(words.submit, { isEnabled: true }),
      ...texts.filter((hidden) => hidden !== alert?.message).map(noText),
      ...(alert === null ? [] : [text(alert.message), button('Close this message', { isEnabled: true })]),
    ];
  };

  const idle: StateExpectations = (snapshot, after) => [
    fact('there is no message', contextOf(snapshot).alert === null),
    ...editable(snapshot, after),
  ];

  const invalid: StateExpectations = (snapshot, after) => {
    const { values, alert } = contextOf(snapshot);
    const [broken] = validateForm(form, values);
    return [
      fact('the message is about an error', alert?.kind === 'error'),
      ...editable(snapshot, after),
      ...(isEvent(after, 'submitted')
        ? [fact('the message is about the first field that is wrong', alert?.message === broken?.message)]
        : []),
    ];
  };

  const submitting: StateExpectations = (snapshot) => [
    formValues(contextOf(snapshot).values),
    button(words.submitting, { isEnabled: false }),
    ...texts.map(noText),
  ];

  const failed: StateExpectations = (snapshot, after) => [
    fact('the message is about an error', contextOf(snapshot).alert?.kind === 'error'),
    ...editable(snapshot, after),
  ];

  const done: StateExpectations = (snapshot, after) => {
    const { values, alert } = contextOf(snapshot);
    return [
      fact('the message is about a success', alert?.kind === 'success'),
      ...(after?.kind === 'outcome'
        ? [fact('the form is empty', JSON.stringify(values) === JSON.stringify(form.emptyValues))]
        : []),
      ...editable(snapshot, after),
    ];
  };

  return { idle, invalid, submitting, failed, done };
}

/** The focus rules of the states that every form of one call shares. */
export function sendFormFocus<Field extends string>(form: SendForm<Field>, submit: string) {
  const formId = `${form.id}-form`;
  const backToButton = returnedFrom(formId, `button ${submit}`);
  return {
    idle: movedTo(formId, 'alertDismissed'),
    invalid: ({ after, snapshot }) => {
      const { values }: SendFormContext<Field> = snapshot.context;
      const [broken] = validateForm(form, values);
      return broken && isEvent(after, 'submitted') ? `${form.id}-${broken.field}` : null;
    },
    submitting: pressed(formId, 'submitted'),
    failed: backToButton,
    done: backToButton,
  } satisfies FocusRules;
}
