import { tenDigits } from '../phone.ts';
import type { Rule, SendForm, SendFormContext, Values } from './sendForm.types.ts';

const TEN_DIGITS = /^\d{10}$/;

/** What rules ask of the text of a field. Spec §5, §9. */
export const isFilled = (text: string) => text.trim() !== '';
export const isPhone = (text: string) => TEN_DIGITS.test(text);

/** The rules that do not hold. */
export function brokenRules<Field extends string>(
  form: SendForm<Field>,
  values: Values<Field>,
): Rule<Field>[] {
  return form.rules.filter(({ field, holds }) => !holds(values[field]));
}

/** The fields that the alert of a form is about; none where it is not about a rule. */
export function fieldsInAlert<Field extends string>(
  form: SendForm<Field>,
  { values, alert }: SendFormContext<Field>,
): Field[] {
  return brokenRules(form, values)
    .filter(({ message }) => alert?.kind === 'error' && message === alert.message)
    .map(({ field }) => field);
}

/** The values after a change, phones cut to what a phone field keeps. */
export function changedValues<Field extends string>(
  form: SendForm<Field>,
  values: Values<Field>,
  change: Partial<Values<Field>>,
): Values<Field> {
  const changed: Values<Field> = { ...values, ...change };
  for (const field of form.phones) changed[field] = tenDigits(changed[field]);
  return changed;
}

/** The values as they are sent: without spaces around them. */
export function trimmed<Field extends string>(values: Values<Field>): Values<Field> {
  const sent = { ...values };
  for (const field in values) sent[field] = values[field].trim();
  return sent;
}
