import type { Fields } from '../fields.ts';

/** What is typed in a form whose fields are all text. */
export type Values<Field extends string> = Record<Field, string>;

/** What the visitor reads about the whole form: why it was not sent, or that it was. */
export type FormAlert = { kind: 'error' | 'success'; message: string };

/** What tells one form that is sent once from another. */
export type SendForm<Field extends string> = {
  id: string;
  /** The fields, with nothing typed in them. */
  emptyValues: Values<Field>;
  /** What each field takes, in the order in which they are checked. */
  fields: Fields<Field>;
  /** The fields that the browser wants filled before it submits; none where the form does not ask the browser. */
  requiredByBrowser: readonly Field[];
  /** The fields whose pattern the browser checks before it submits. */
  checkedByBrowser: readonly Field[];
  /** `missing` is said first of whatever is missing; the others where the answer, or the error, brings no words of its own. */
  messages: { sent: string; failed: string; missing?: string };
};

export type SendFormContext<Field extends string> = { values: Values<Field>; alert: FormAlert | null };

export type SendFormEvent<Field extends string> =
  /** The page was loaded, and in this tab something had been typed before. */
  | { type: 'draftFound'; values: Partial<Values<Field>> }
  | { type: 'changed'; values: Partial<Values<Field>> }
  | { type: 'submitted' }
  | { type: 'alertDismissed' };
