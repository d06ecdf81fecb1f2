import type { FaqAccordionContext } from '../../../machines/faqAccordion/faqAccordion.machine.ts';
import { homeFaq } from '../../content/homeFaq.ts';
import type { Checks, StateExpectations } from './checks.types.ts';
import { attribute, textWhere } from './expectations.ts';
import { byVisitor } from './focus.ts';

const answers: StateExpectations = (snapshot) => {
  const { open }: FaqAccordionContext = snapshot.context;
  return homeFaq.flatMap(({ id, question, answer }) => [
    attribute('button', question, 'aria-expanded', String(id === open)),
    textWhere(id === open, answer),
  ]);
};

export const faqAccordionChecks: Checks = {
  // A question is closed by the press that gave it the focus.
  focus: {
    closed: ({ previousFocus }) => previousFocus || null,
    open: byVisitor(({ snapshot }) => `faq-${snapshot.context.open}`),
  },
  states: { closed: answers, open: answers },
};
