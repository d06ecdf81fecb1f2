import { passesBrowserValidation, validateForm } from './sendForm.rules.ts';
import type { SendForm, SendFormContext } from './sendForm.types.ts';

/**
 * The projection of a form: its first problem, how much is filled in, whether the browser submits it, and its
 * alert.
 */
export const formProjection =
  <Field extends string>(form: SendForm<Field>) =>
  ({ values, alert }: SendFormContext<Field>) => ({
    broken: validateForm(form, values)[0]?.message ?? null,
    filledIn: Object.values(values).filter((value) => value !== '').length,
    passesBrowserValidation: passesBrowserValidation(form, values),
    alert: alert?.message ?? null,
  });
