/** What is typed in a form whose fields are all text. */
export type Values<Field extends string> = Record<Field, string>;

/** What the visitor reads about the whole form: why it was not sent, or that it was. */
export type FormAlert = { kind: 'error' | 'success'; message: string };

/** What must hold for one field, and the words for when it does not. */
export type Rule<Field extends string> = {
  field: Field;
  holds: (text: string) => boolean;
  message: string;
};

/** What tells one form that is sent once from another. */
export type SendForm<Field extends string> = {
  id: string;
  /** The fields, with nothing typed in them. */
  empty: Values<Field>;
  /** The fields that keep ten digits. */
  phones: readonly Field[];
  /** The fields that the browser wants filled before it submits; none where the form does not ask the browser. */
  requiredByBrowser: readonly Field[];
  /** In the order in which they are checked. */
  rules: readonly Rule<Field>[];
  /** For when the answer, or the error, brings no words of its own. */
  messages: { sent: string; failed: string };
};

export type SendFormContext<Field extends string> = { values: Values<Field>; alert: FormAlert | null };

export type SendFormEvent<Field extends string> =
  /** The page was loaded, and in this tab something had been typed before. */
  | { type: 'draftFound'; values: Partial<Values<Field>> }
  | { type: 'changed'; values: Partial<Values<Field>> }
  | { type: 'submitted' }
  | { type: 'alertDismissed' };
