import { passesBrowserValidation, validateForm } from './sendForm.rules.ts';
import type { SendForm, SendFormContext } from './sendForm.types.ts';

/** What of the context of a form tells one state from another: the first rule that does not hold, and the alert. */
export const formProjection =
  <Field extends string>(form: SendForm<Field>) =>
  ({ values, alert }: SendFormContext<Field>) => ({
    broken: validateForm(form, values)[0]?.message ?? null,
    passesBrowserValidation: passesBrowserValidation(form, values),
    alert: alert?.message ?? null,
  });
