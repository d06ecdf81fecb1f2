import { memo } from 'react';
import type { EventFromLogic } from 'xstate';
import type { faqAccordionMachine } from '../../machines/faqAccordion/faqAccordion.machine.ts';
import { type Faq, faqHeading } from '../content/faq.ts';
import { faqAccordion } from '../flows/faqAccordion.ts';
import { useFlow } from '../flows/useFlow.ts';
import { LinkedText } from './LinkedText.tsx';
import { SiteLink } from './SiteLink.tsx';

type QuestionProps = Faq & {
  isOpen: boolean;
  send: (event: EventFromLogic<typeof faqAccordionMachine>) => void;
};

/** A question with its answer. Of all questions only those are rendered again that open or close. */
const Question = memo(({ id, question, answer, link, isOpen, send }: QuestionProps) => (
  <div className="faq-item">
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
));

/** Questions whose answers are shown one at a time. Spec §2, Home and About. */
export function FaqAccordion({ questions }: { questions: readonly Faq[] }) {
  const { snapshot, send, rootProps } = useFlow(faqAccordion);
  return (
    <section className="faq" aria-labelledby="faq-heading" {...rootProps}>
      <h2 id="faq-heading">{faqHeading}</h2>
      {questions.map((faq) => (
        <Question key={faq.id} {...faq} isOpen={snapshot.context.open === faq.id} send={send} />
      ))}
    </section>
  );
}
