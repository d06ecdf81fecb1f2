import { normalizedChange, type Problem, validateFields } from '../shared/fields.ts';
import type { SendForm, SendFormContext, Values } from './sendForm.types.ts';

/**
 * The name of the field that only robots fill in. No form-filling extension knows it, or a visitor's data would
 * not be stored.
 */
export const HONEYPOT = 'remark';

/** The problems of the values. If the form has a common message for missing fields, those come first. */
export function validateForm<Field extends string>(
  form: SendForm<Field>,
  values: Values<Field>,
): Problem<Field>[] {
  const problems = validateFields(form.fields, values);
  const isMissing = ({ message }: Problem<Field>) => message === form.messages.missing;
  return [...problems.filter(isMissing), ...problems.filter((problem) => !isMissing(problem))];
}

/** Whether the browser submits the form: its required fields are filled, and its checked fields valid. */
export const passesBrowserValidation = <Field extends string>(
  form: SendForm<Field>,
  values: Values<Field>,
): boolean =>
  form.requiredByBrowser.every((field) => values[field] !== '') &&
  form.checkedByBrowser.every((field) => form.fields[field].validate(values[field]) === null);

/** The fields whose problem the alert reports; none where it reports something else. */
export function fieldsOfAlert<Field extends string>(
  form: SendForm<Field>,
  { values, alert }: SendFormContext<Field>,
): Field[] {
  return validateForm(form, values)
    .filter(({ message }) => alert?.kind === 'error' && message === alert.message)
    .map(({ field }) => field);
}

/** The values after a change, each changed text normalized by its field. */
export const applyChange = <Field extends string>(
  form: SendForm<Field>,
  values: Values<Field>,
  change: Partial<Values<Field>>,
): Values<Field> => ({ ...values, ...normalizedChange(form.fields, change) });
