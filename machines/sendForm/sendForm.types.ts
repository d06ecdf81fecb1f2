import type { Fields } from '../shared/fields.ts';

/** The values of a form whose fields are all text. */
export type Values<Field extends string> = Record<Field, string>;

/** The message about the whole form: why it was not sent, or that it was. */
export type FormAlert = { kind: 'error' | 'success'; message: string };

export type SendForm<Field extends string> = {
  id: string;
  emptyValues: Values<Field>;
  /** The rules of each field, in the order in which they are checked. */
  fields: Fields<Field>;
  /** The fields that the browser requires before it submits; none where it does not validate the form. */
  requiredByBrowser: readonly Field[];
  /** The fields whose pattern the browser checks before it submits. */
  checkedByBrowser: readonly Field[];
  /** `missing` is the common message for missing fields; `sent` and `failed` are used where the server sends no message. */
  messages: { sent: string; failed: string; missing?: string };
};

export type SendFormContext<Field extends string> = { values: Values<Field>; alert: FormAlert | null };

export type SendFormEvent<Field extends string> =
  /** The page was loaded, and this tab has a saved draft. */
  | { type: 'draftFound'; values: Partial<Values<Field>> }
  | { type: 'changed'; values: Partial<Values<Field>> }
  | { type: 'submitted' }
  | { type: 'alertDismissed' };
