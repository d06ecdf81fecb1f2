import { isLetThrough, problemsOf } from './sendForm.rules.ts';
import type { SendForm, SendFormContext } from './sendForm.types.ts';

/** What of the context of a form tells one state from another: the first rule that does not hold, and the alert. */
export const projectionOf =
  <Field extends string>(form: SendForm<Field>) =>
  ({ values, alert }: SendFormContext<Field>) => ({
    broken: problemsOf(form, values)[0]?.message ?? null,
    isLetThrough: isLetThrough(form, values),
    alert: alert?.message ?? null,
  });
