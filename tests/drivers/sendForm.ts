import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { Step } from '../../machines/paths/explore.ts';
import { validateForm } from '../../machines/sendForm/sendForm.rules.ts';
import type { SendForm, SendFormContext } from '../../machines/sendForm/sendForm.types.ts';
import { type FocusRules, isEvent, movedTo, returnedFrom } from './focus.ts';
import type { Hands } from './hands.ts';

type StateCheck = (hands: Hands, snapshot: AnyMachineSnapshot, after: Step | undefined) => Promise<void>;

/** Asks for all texts at once, since each question takes its time to the browser and back. */
const expectNoTexts = (hands: Hands, texts: readonly string[]) =>
  Promise.all(texts.map((text) => hands.seesNot(text)));

/** How the states that every form has that sends once are seen. */
export function stateChecksFor<Field extends string>(
  form: SendForm<Field>,
  words: { submit: string; submitting: string; texts: readonly string[] },
) {
  const contextOf = (snapshot: AnyMachineSnapshot): SendFormContext<Field> => snapshot.context;

  const editable: StateCheck = async (hands, snapshot) => {
    const { values, alert } = contextOf(snapshot);
    expect(await hands.formValues()).toEqual(values);
    await hands.seesButton(words.submit, { press: true });
    await expectNoTexts(
      hands,
      words.texts.filter((text) => text !== alert?.message),
    );
    if (alert === null) return;
    await hands.sees(alert.message);
    await hands.seesButton('Close this message', { press: true });
  };

  const idle: StateCheck = async (hands, snapshot, after) => {
    expect(contextOf(snapshot).alert).toBeNull();
    await editable(hands, snapshot, after);
  };

  const invalid: StateCheck = async (hands, snapshot, after) => {
    const { values, alert } = contextOf(snapshot);
    const [broken] = validateForm(form, values);
    expect(alert?.kind).toBe('error');
    await editable(hands, snapshot, after);
    if (!isEvent(after, 'submitted')) return;
    expect(alert?.message).toBe(broken?.message);
  };

  const submitting: StateCheck = async (hands, snapshot) => {
    expect(await hands.formValues()).toEqual(contextOf(snapshot).values);
    await hands.seesButton(words.submitting, { press: false });
    await expectNoTexts(hands, words.texts);
  };

  const failed: StateCheck = async (hands, snapshot, after) => {
    expect(contextOf(snapshot).alert?.kind).toBe('error');
    await editable(hands, snapshot, after);
  };

  const done: StateCheck = async (hands, snapshot, after) => {
    const { values, alert } = contextOf(snapshot);
    expect(alert?.kind).toBe('success');
    if (after?.kind === 'outcome') expect(values).toEqual(form.emptyValues);
    await editable(hands, snapshot, after);
  };

  return { idle, invalid, submitting, failed, done };
}

/** Where the focus is in the states that every form has that sends once. */
export function focusRulesFor<Field extends string>(form: SendForm<Field>, submit: string) {
  const formId = `${form.id}-form`;
  const backToButton = returnedFrom(formId, `button ${submit}`);
  return {
    idle: movedTo(formId, 'alertDismissed'),
    invalid: ({ after, snapshot }) => {
      const { values }: SendFormContext<Field> = snapshot.context;
      return isEvent(after, 'submitted') ? `${form.id}-${validateForm(form, values)[0]?.field}` : null;
    },
    submitting: movedTo(formId, 'submitted'),
    failed: backToButton,
    done: backToButton,
  } satisfies FocusRules;
}
