import { useFormControls } from '../browser/formControls.ts';
import { newsletterText } from '../content/newsletter.ts';
import { newsletter, newsletterFieldId } from '../flows/newsletter.ts';
import { useFlow } from '../flows/useFlow.ts';
import { RequiredNote, TextField } from './fields.tsx';
import { NoScriptNotice } from './NoScriptNotice.tsx';

const noRules = {};

/** The newsletter form of the footer. Spec §2. */
export function NewsletterForm() {
  const { snapshot, send, rootProps } = useFlow(newsletter);
  const controls = useFormControls({
    rules: noRules,
    values: snapshot.context,
    onChange: (changed) => send({ type: 'changed', email: snapshot.context.email, ...changed }),
    onSubmit: () => send({ type: 'submitted' }),
  });
  return (
    <section className="newsletter" aria-labelledby="newsletter-heading" {...rootProps}>
      <h2 id="newsletter-heading">{newsletterText.heading}</h2>
      <p>{newsletterText.intro}</p>
      <NoScriptNotice />
      <form
        {...controls}
        // Before hydration, submitting does nothing, rather than putting the values into the URL.
        method="dialog"
        noValidate
      >
        <RequiredNote />
        <TextField
          id={newsletterFieldId}
          name="email"
          label={newsletterText.emailLabel}
          type="email"
          inputMode="email"
          autoComplete="email"
          value={snapshot.context.email}
          problem={snapshot.matches('invalid') ? newsletterText.emailProblem : undefined}
        />
        <button type="submit" className="button secondary">
          {newsletterText.button}
        </button>
      </form>
      <p role="status" className="newsletter-thanks">
        {snapshot.matches('done') && newsletterText.success}
      </p>
    </section>
  );
}
