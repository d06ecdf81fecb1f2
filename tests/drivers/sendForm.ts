import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { Step } from '../../machines/paths/explore.ts';
import { problemsOf } from '../../machines/sendForm/sendForm.rules.ts';
import type { SendForm, SendFormContext } from '../../machines/sendForm/sendForm.types.ts';
import { back, type Focus, isEvent, on } from './focus.ts';
import type { Hands } from './hands.ts';

type Seen = (hands: Hands, snapshot: AnyMachineSnapshot, after: Step | undefined) => Promise<void>;

/** Asks for all texts at once, since each question takes its time to the browser and back. */
const seesNone = (hands: Hands, texts: readonly string[]) =>
  Promise.all(texts.map((text) => hands.seesNot(text)));

/** How the states that every form has that sends once are seen. */
export function seenIn<Field extends string>(
  form: SendForm<Field>,
  words: { submit: string; submitting: string; texts: readonly string[] },
) {
  const contextOf = (snapshot: AnyMachineSnapshot): SendFormContext<Field> => snapshot.context;

  const editable: Seen = async (hands, snapshot) => {
    const { values, alert } = contextOf(snapshot);
    expect(await hands.formValues()).toEqual(values);
    await hands.seesButton(words.submit, { press: true });
    await seesNone(
      hands,
      words.texts.filter((text) => text !== alert?.message),
    );
    if (alert === null) return;
    await hands.sees(alert.message);
    await hands.seesButton('Close this message', { press: true });
  };

  const idle: Seen = async (hands, snapshot, after) => {
    expect(contextOf(snapshot).alert).toBeNull();
    await editable(hands, snapshot, after);
  };

  const invalid: Seen = async (hands, snapshot, after) => {
    const { values, alert } = contextOf(snapshot);
    const [broken] = problemsOf(form, values);
    expect(alert?.kind).toBe('error');
    await editable(hands, snapshot, after);
    if (!isEvent(after, 'submitted')) return;
    expect(alert?.message).toBe(broken?.message);
  };

  const submitting: Seen = async (hands, snapshot) => {
    expect(await hands.formValues()).toEqual(contextOf(snapshot).values);
    await hands.seesButton(words.submitting, { press: false });
    await seesNone(hands, words.texts);
  };

  const failed: Seen = async (hands, snapshot, after) => {
    expect(contextOf(snapshot).alert?.kind).toBe('error');
    await editable(hands, snapshot, after);
  };

  const done: Seen = async (hands, snapshot, after) => {
    const { values, alert } = contextOf(snapshot);
    expect(alert?.kind).toBe('success');
    if (after?.kind === 'outcome') expect(values).toEqual(form.empty);
    await editable(hands, snapshot, after);
  };

  return { idle, invalid, submitting, failed, done };
}

/** Where the focus is in the states that every form has that sends once. */
export function focusIn<Field extends string>(form: SendForm<Field>, submit: string) {
  const whole = `${form.id}-form`;
  const reported = back(whole, `button ${submit}`);
  return {
    idle: on(whole, 'alertDismissed'),
    invalid: ({ after, snapshot }) => {
      const { values }: SendFormContext<Field> = snapshot.context;
      return isEvent(after, 'submitted') ? `${form.id}-${problemsOf(form, values)[0]?.field}` : null;
    },
    submitting: on(whole, 'submitted'),
    failed: reported,
    done: reported,
  } satisfies Focus;
}
