import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { newsletterCases } from '../../machines/newsletter/newsletter.cases.ts';
import type { NewsletterContext } from '../../machines/newsletter/newsletter.machine.ts';
import { newsletterText } from '../../src/content/newsletter.ts';
import { defineDriver } from './driver.ts';
import { anyElement, movedTo } from './focus.ts';
import type { Hands } from './hands.ts';

async function expectForm(hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> {
  const { email }: NewsletterContext = snapshot.context;
  expect(await hands.formValues()).toEqual({ email });
  await hands.seesButton(newsletterText.button, { press: true });
}

export const newsletterDriver = defineDriver(newsletterCases, {
  page: '/shipping',
  events: {
    changed: async (hands, { email }) => {
      await hands.fill(newsletterText.emailLabel, email);
    },
    submitted: (hands) => hands.press(newsletterText.button),
  },
  multiEventTypes: ['changed'],
  outcomes: {},
  focus: {
    idle: anyElement,
    invalid: movedTo('newsletter-email', 'submitted'),
    done: movedTo(`button ${newsletterText.button}`, 'submitted'),
  },
  states: {
    idle: async (hands, snapshot) => {
      await expectForm(hands, snapshot);
      await hands.seesNot(newsletterText.emailProblem);
      await hands.seesNot(newsletterText.success);
    },
    invalid: async (hands, snapshot) => {
      await expectForm(hands, snapshot);
      await hands.sees(newsletterText.emailProblem);
    },
    done: async (hands, snapshot) => {
      await expectForm(hands, snapshot);
      await hands.sees(newsletterText.success);
    },
  },
});
