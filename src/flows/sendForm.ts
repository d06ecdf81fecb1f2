import { fieldsOfAlert } from '../../machines/sendForm/sendForm.rules.ts';
import type { SendForm, SendFormContext, Values } from '../../machines/sendForm/sendForm.types.ts';
import { sanitizeExternalText } from '../../machines/text.ts';
import { focusById } from '../browser/focus.ts';
import { textFieldValue } from '../browser/form.ts';

/** The id of a field's control on the page. */
export const fieldId = (form: string, field: string) => `${form}-${field}`;

/** The id of the form on the page. */
export const formId = (form: string) => `${form}-form`;

/** The id of the region on the page that says why a form was not sent. */
export const alertId = (form: string) => `${form}-alert`;

/** The id of the field that a visitor does not see and a robot fills in. */
export const honeypotId = (form: string) => fieldId(form, 'website');

/** What is sent of a form: the values of the specification and, where a robot gives itself away, what it wrote. Spec §7. */
export function payloadOf(form: string, values: object): object {
  const website = textFieldValue(honeypotId(form));
  return website === '' ? values : { ...values, website };
}

/** How the actions of a form that sends once move the focus. */
export const focusActions = <Field extends string>(form: SendForm<Field>) => ({
  focusProblem: ({ context }: { context: SendFormContext<Field> }) => {
    const [first] = fieldsOfAlert(form, context);
    if (first !== undefined) focusById(fieldId(form.id, first));
  },
  focusForm: () => focusById(formId(form.id)),
});

// By hand: this form is on every page, and a library for it would be a tenth of our own code there.
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What of a form that sends once outlives a reload: what was typed, until it has been sent. */
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

/** The words for the visitor in the body of an answer; undefined where it has none. Spec §7. */
export function messageFrom(body: unknown): string | undefined {
  return sanitizeExternalText(isObject(body) && 'message' in body ? body.message : undefined);
}
