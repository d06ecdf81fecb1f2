import fc from 'fast-check';
import { arbitraryValues, forms, problemOnServer, problemOnSite } from '../support/formValues.ts';

const VALUES_A_FORM = 2_500;

/** Fills the forms with generated values, and prints the number of values on which site and server disagree. */
export async function benchRules(): Promise<void> {
  let [total, accepted, disagreements] = [0, 0, 0];
  for (const form of forms) {
    for (const values of fc.sample(arbitraryValues(form), VALUES_A_FORM)) {
      const refusal = await problemOnServer(form, values);
      total += 1;
      if (refusal === null) accepted += 1;
      if (refusal !== problemOnSite(form, values)) disagreements += 1;
    }
  }
  console.log(
    `Fields: ${total} generated forms, ${accepted} taken; site and server disagree on ${disagreements} of them`,
  );
}
