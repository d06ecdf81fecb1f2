import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { faqAccordionCases } from '../../machines/faqAccordion/faqAccordion.cases.ts';
import type { FaqAccordionContext } from '../../machines/faqAccordion/faqAccordion.machine.ts';
import { homeFaq } from '../../src/content/homeFaq.ts';
import { defineDriver } from './driver.ts';
import type { Hands } from './hands.ts';

async function expectAnswers(hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> {
  const { open }: FaqAccordionContext = snapshot.context;
  for (const { id, question, answer } of homeFaq) {
    const isOpen = id === open;
    expect(await hands.attribute('button', question, 'aria-expanded')).toBe(String(isOpen));
    await (isOpen ? hands.sees(answer) : hands.seesNot(answer));
  }
}

export const faqAccordionDriver = defineDriver(faqAccordionCases, {
  page: '/',
  events: {
    questionPressed: (hands, { id }) =>
      hands.press(homeFaq.find((faq) => faq.id === id)?.question ?? `no question "${id}"`),
  },
  outcomes: {},
  // What is closed was opened by its question, which has the focus still.
  focus: {
    closed: ({ previousFocus }) => previousFocus || null,
    open: ({ snapshot }) => `faq-${snapshot.context.open}`,
  },
  states: { closed: expectAnswers, open: expectAnswers },
});
