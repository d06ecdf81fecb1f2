import { faqAccordionCases } from '../../machines/faqAccordion/faqAccordion.cases.ts';
import { homeFaq } from '../../src/content/homeFaq.ts';
import { checks } from '../../src/flows/checks.ts';
import { defineDriver } from './driver.ts';

export const faqAccordionDriver = defineDriver(faqAccordionCases, {
  events: {
    questionPressed: ({ user }, { id }) =>
      user.press(homeFaq.find((faq) => faq.id === id)?.question ?? `no question "${id}"`),
  },
  outcomes: {},
  checks: checks.faqAccordion,
});
