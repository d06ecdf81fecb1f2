import fc from 'fast-check';
import { forms, onServer, onSite, valuesOf } from '../support/formValues.ts';

const VALUES_A_FORM = 2_500;

/** Fills the forms with generated values, and prints on how many of them site and server disagree. */
export async function benchRules(): Promise<void> {
  let [tried, taken, disagreed] = [0, 0, 0];
  for (const form of forms) {
    for (const values of fc.sample(valuesOf(form), VALUES_A_FORM)) {
      const refusal = await onServer(form, values);
      tried += 1;
      if (refusal === null) taken += 1;
      if (refusal !== onSite(form, values)) disagreed += 1;
    }
  }
  console.log(
    `Fields: ${tried} generated forms, ${taken} taken; site and server disagree on ${disagreed} of them`,
  );
}
