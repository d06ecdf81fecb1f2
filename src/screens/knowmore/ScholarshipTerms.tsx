import {
  scholarshipTermsButton as button,
  scholarshipTerms as text,
} from '../../content/scholarshipTerms.ts';
import { scholarshipTermsPanel } from '../../flows/scholarshipTerms.ts';
import { useFlow } from '../../flows/useFlow.ts';

/** The complete terms, and the button that shows and hides them. Spec §2, Scholarship information. */
export function ScholarshipTerms() {
  const { snapshot, send, rootProps } = useFlow(scholarshipTermsPanel);
  const isShown = snapshot.matches('shown');
  return (
    <div className="scholarship-terms" {...rootProps}>
      <button
        type="button"
        className="button secondary"
        aria-expanded={isShown}
        aria-controls="scholarship-terms"
        onClick={() => send({ type: 'toggled' })}
      >
        {isShown ? button.hide : button.show}
      </button>
      <div id="scholarship-terms" hidden={!isShown}>
        <h2>{text.heading}</h2>
        <ol>
          {text.terms.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ol>
        <section className="zero-tolerance" aria-labelledby="zero-tolerance">
          <h3 id="zero-tolerance">{text.zeroTolerance.heading}</h3>
          <p>{text.zeroTolerance.text}</p>
        </section>
      </div>
    </div>
  );
}
