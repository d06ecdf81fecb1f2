import type { Checks, StateExpectations } from '../checks/checks.types.ts';
import { attribute, textWhere } from '../checks/expectations.ts';
import { byVisitor } from '../checks/focus.ts';
import type { FaqAccordionContext } from './faqAccordion.machine.ts';

type Question = { id: string; question: string; answer: string };

const answersOf =
  (questions: readonly Question[]): StateExpectations =>
  (snapshot) => {
    const { open }: FaqAccordionContext = snapshot.context;
    return questions.flatMap(({ id, question, answer }) => [
      attribute('button', question, 'aria-expanded', String(id === open)),
      textWhere(id === open, answer),
    ]);
  };

export const faqAccordionChecks = (questions: readonly Question[]): Checks => ({
  // A question is closed by the press that gave it the focus.
  focus: {
    closed: ({ previousFocus }) => previousFocus || null,
    open: byVisitor(({ snapshot }) => `faq-${snapshot.context.open}`),
  },
  states: { closed: answersOf(questions), open: answersOf(questions) },
});
