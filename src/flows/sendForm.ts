import { fieldsOfAlert, HONEYPOT } from '../../machines/sendForm/sendForm.rules.ts';
import type { SendForm, SendFormContext, Values } from '../../machines/sendForm/sendForm.types.ts';
import { sanitizeExternalText } from '../../machines/shared/text.ts';
import { focusById, focusProblem } from '../browser/focus.ts';
import { textFieldValue } from '../browser/form.ts';

/** The id of a field's control on the page. */
export const fieldId = (form: string, field: string) => `${form}-${field}`;

export const formId = (form: string) => `${form}-form`;

/** The id of the live region on the page for the errors of a form. */
export const alertId = (form: string) => `${form}-alert`;

/** The id of the field that only robots fill in. */
export const honeypotId = (form: string) => fieldId(form, HONEYPOT);

/** The body to send: the values of the form and, where it is filled in, the honeypot's. Spec §7. */
export function payloadOf(form: string, values: object): object {
  const trap = textFieldValue(honeypotId(form));
  return trap === '' ? values : { ...values, [HONEYPOT]: trap };
}

/** The actions that move the focus in a form that is sent once. */
export const focusActions = <Field extends string>(form: SendForm<Field>) => ({
  focusProblem: ({ context }: { context: SendFormContext<Field> }) => {
    const [first] = fieldsOfAlert(form, context);
    if (first !== undefined) focusProblem(fieldId(form.id, first), context.alert?.message ?? '');
  },
  focusForm: () => focusById(formId(form.id)),
});

// Without valibot: this form is on every page, where the library would be a tenth of our own code.
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Saves the values as the draft of a form, unless all are empty, and restores them. */
export const formDraft = <Field extends string>(form: SendForm<Field>) => ({
  toDraft: ({ context }: { context: SendFormContext<Field> }) => {
    const isUntouched = Object.values(context.values).every((text) => text === '');
    return isUntouched ? null : context.values;
  },
  toEvent: (saved: unknown) => {
    if (!isObject(saved)) return null;
    const found = new Map<string, unknown>(Object.entries(saved));
    const values: Partial<Values<Field>> = {};
    for (const field in form.emptyValues) {
      const text = found.get(field);
      if (typeof text === 'string') values[field] = text;
    }
    return { type: 'draftFound' as const, values };
  },
});

/** The message for the visitor in the body of a response; undefined where it has none. Spec §7. */
export function messageFrom(body: unknown): string | undefined {
  return sanitizeExternalText(isObject(body) && 'message' in body ? body.message : undefined);
}
