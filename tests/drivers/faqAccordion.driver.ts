import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { faqAccordionCases } from '../../machines/faqAccordion/faqAccordion.cases.ts';
import type { FaqAccordionContext } from '../../machines/faqAccordion/faqAccordion.machine.ts';
import { homeFaq } from '../../src/content/homeFaq.ts';
import { defineDriver } from './driver.ts';
import type { PageDriver } from './pageDriver.ts';

async function expectAnswers({ screen }: PageDriver, snapshot: AnyMachineSnapshot): Promise<void> {
  const { open }: FaqAccordionContext = snapshot.context;
  for (const { id, question, answer } of homeFaq) {
    const isOpen = id === open;
    expect(await screen.attribute('button', question, 'aria-expanded')).toBe(String(isOpen));
    await (isOpen ? screen.expectText(answer) : screen.expectNoText(answer));
  }
}

export const faqAccordionDriver = defineDriver(faqAccordionCases, {
  events: {
    questionPressed: ({ user }, { id }) =>
      user.press(homeFaq.find((faq) => faq.id === id)?.question ?? `no question "${id}"`),
  },
  outcomes: {},
  // A question is closed by the press that gave it the focus.
  focus: {
    closed: ({ previousFocus }) => previousFocus || null,
    open: ({ snapshot }) => `faq-${snapshot.context.open}`,
  },
  states: { closed: expectAnswers, open: expectAnswers },
});
