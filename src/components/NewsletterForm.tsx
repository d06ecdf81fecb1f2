import { newsletterText } from '../content/newsletter.ts';
import { newsletter, newsletterFieldId } from '../flows/newsletter.ts';
import { useFlow } from '../flows/useFlow.ts';
import { TextField } from './fields.tsx';
import { NeedsScript } from './NeedsScript.tsx';

/** The newsletter form of the footer. Spec §2. */
export function NewsletterForm() {
  const { snapshot, send, marks } = useFlow(newsletter);
  return (
    <section className="newsletter" aria-labelledby="newsletter-heading" {...marks}>
      <h2 id="newsletter-heading">{newsletterText.heading}</h2>
      <p>{newsletterText.intro}</p>
      <NeedsScript />
      <form
        // Before it comes to life it goes nowhere, rather than into the address.
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send({ type: 'submitted' });
        }}
      >
        <TextField
          id={newsletterFieldId}
          name="email"
          label={newsletterText.emailLabel}
          type="email"
          inputMode="email"
          autoComplete="email"
          value={snapshot.context.email}
          onChange={(email) => send({ type: 'changed', email })}
          problem={snapshot.matches('invalid') ? newsletterText.emailProblem : undefined}
        />
        <button type="submit" className="button">
          {newsletterText.button}
        </button>
      </form>
      <p role="status" className="newsletter-thanks">
        {snapshot.matches('thanked') && newsletterText.success}
      </p>
    </section>
  );
}
