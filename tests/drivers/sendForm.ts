import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { validateForm } from '../../machines/sendForm/sendForm.rules.ts';
import type { SendForm, SendFormContext } from '../../machines/sendForm/sendForm.types.ts';
import type { StateCheck } from './driver.ts';
import { type FocusRules, isEvent, movedTo, returnedFrom } from './focus.ts';
import type { ScreenDriver } from './pageDriver.ts';

/** Checks all texts at once, since each check takes its time to the browser and back. */
const expectNoTexts = (screen: ScreenDriver, texts: readonly string[]) =>
  Promise.all(texts.map((text) => screen.expectNoText(text)));

/** Returns the checks of the states that are the same in every form of one call. */
export function stateChecksFor<Field extends string>(
  form: SendForm<Field>,
  words: { submit: string; submitting: string; texts: readonly string[] },
) {
  const contextOf = (snapshot: AnyMachineSnapshot): SendFormContext<Field> => snapshot.context;

  const editable: StateCheck = async ({ screen }, snapshot) => {
    const { values, alert } = contextOf(snapshot);
    expect(await screen.formValues()).toEqual(values);
    await screen.expectButton(words.submit, { isEnabled: true });
    await expectNoTexts(
      screen,
      words.texts.filter((text) => text !== alert?.message),
    );
    if (alert === null) return;
    await screen.expectText(alert.message);
    await screen.expectButton('Close this message', { isEnabled: true });
  };

  const idle: StateCheck = async (page, snapshot, after) => {
    expect(contextOf(snapshot).alert).toBeNull();
    await editable(page, snapshot, after);
  };

  const invalid: StateCheck = async (page, snapshot, after) => {
    const { values, alert } = contextOf(snapshot);
    const [broken] = validateForm(form, values);
    expect(alert?.kind).toBe('error');
    await editable(page, snapshot, after);
    if (!isEvent(after, 'submitted')) return;
    expect(alert?.message).toBe(broken?.message);
  };

  const submitting: StateCheck = async ({ screen }, snapshot) => {
    expect(await screen.formValues()).toEqual(contextOf(snapshot).values);
    await screen.expectButton(words.submitting, { isEnabled: false });
    await expectNoTexts(screen, words.texts);
  };

  const failed: StateCheck = async (page, snapshot, after) => {
    expect(contextOf(snapshot).alert?.kind).toBe('error');
    await editable(page, snapshot, after);
  };

  const done: StateCheck = async (page, snapshot, after) => {
    const { values, alert } = contextOf(snapshot);
    expect(alert?.kind).toBe('success');
    if (after?.kind === 'outcome') expect(values).toEqual(form.emptyValues);
    await editable(page, snapshot, after);
  };

  return { idle, invalid, submitting, failed, done };
}

/** Returns the focus rules of the states that are the same in every form of one call. */
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
