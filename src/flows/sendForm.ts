import * as v from 'valibot';
import { fieldsInAlert } from '../../machines/sendForm/sendForm.rules.ts';
import type { SendForm, SendFormContext, Values } from '../../machines/sendForm/sendForm.types.ts';
import { focusById } from '../browser/focus.ts';

/** The id of a field's control on the page. */
export const fieldId = (form: string, field: string) => `${form}-${field}`;

/** The id of the form on the page. */
export const formId = (form: string) => `${form}-form`;

/** The id of the region on the page that says why a form was not sent. */
export const alertId = (form: string) => `${form}-alert`;

/** How the actions of a form that sends once move the focus. */
export const focusIn = <Field extends string>(form: SendForm<Field>) => ({
  focusProblem: ({ context }: { context: SendFormContext<Field> }) => {
    const [first] = fieldsInAlert(form, context);
    if (first !== undefined) focusById(fieldId(form.id, first));
  },
  focusForm: () => focusById(formId(form.id)),
});

const keptSchema = v.record(v.string(), v.string());

/** What of a form that sends once outlives a reload: what was typed, until it has been sent. */
export const draftOf = <Field extends string>(form: SendForm<Field>) => ({
  of: ({ context }: { context: SendFormContext<Field> }) => {
    const isUntouched = Object.values(context.values).every((text) => text === '');
    return isUntouched ? null : context.values;
  },
  found: (kept: unknown) => {
    const { success, output } = v.safeParse(keptSchema, kept);
    if (!success) return null;
    const values: Partial<Values<Field>> = {};
    for (const field in form.empty) if (field in output) values[field] = output[field];
    return { type: 'draftFound' as const, values };
  },
});

const messageSchema = v.object({ message: v.pipe(v.string(), v.trim(), v.nonEmpty()) });

/** The words for the visitor in the body of an answer; undefined where it has none. Spec §7. */
export function messageIn(body: unknown): string | undefined {
  const { success, output } = v.safeParse(messageSchema, body);
  return success ? output.message : undefined;
}
