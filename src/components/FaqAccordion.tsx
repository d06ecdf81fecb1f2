import { type Faq, faqHeading } from '../content/faq.ts';
import { faqAccordion } from '../flows/faqAccordion.ts';
import { useFlow } from '../flows/useFlow.ts';
import { LinkedText } from './LinkedText.tsx';
import { SiteLink } from './SiteLink.tsx';

/** Questions whose answers are shown one at a time. Spec §2, Home and About. */
export function FaqAccordion({ questions }: { questions: readonly Faq[] }) {
  const { snapshot, send, rootProps } = useFlow(faqAccordion);
  return (
    <section className="faq" aria-labelledby="faq-heading" {...rootProps}>
      <h2 id="faq-heading">{faqHeading}</h2>
      {questions.map(({ id, question, answer, link }) => {
        const isOpen = snapshot.context.open === id;
        return (
          <div className="faq-item" key={id}>
            <h3>
              <button
                type="button"
                id={`faq-${id}`}
                aria-expanded={isOpen}
                aria-controls={`faq-${id}-answer`}
                onClick={() => send({ type: 'questionPressed', id })}
              >
                {question}
              </button>
            </h3>
            <div id={`faq-${id}-answer`} className="faq-answer" hidden={!isOpen}>
              <p>
                <LinkedText text={answer} />
              </p>
              {link && (
                <p>
                  <SiteLink href={link.href}>{link.label}</SiteLink>
                </p>
              )}
            </div>
          </div>
        );
      })}
    </section>
  );
}
