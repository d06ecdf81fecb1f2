import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { newsletterCases } from '../../machines/newsletter/newsletter.cases.ts';
import type { NewsletterContext } from '../../machines/newsletter/newsletter.machine.ts';
import { newsletterText } from '../../src/content/newsletter.ts';
import { defineDriver } from './driver.ts';
import { anyElement, movedTo } from './focus.ts';
import type { ScreenDriver } from './pageDriver.ts';

async function expectForm(screen: ScreenDriver, snapshot: AnyMachineSnapshot): Promise<void> {
  const { email }: NewsletterContext = snapshot.context;
  expect(await screen.formValues()).toEqual({ email });
  await screen.expectButton(newsletterText.button, { isEnabled: true });
}

export const newsletterDriver = defineDriver(newsletterCases, {
  page: '/shipping',
  events: {
    changed: async ({ user }, { email }) => {
      await user.fill(newsletterText.emailLabel, email);
    },
    submitted: ({ user }) => user.press(newsletterText.button),
  },
  multiEventTypes: ['changed'],
  outcomes: {},
  focus: {
    idle: anyElement,
    invalid: movedTo('newsletter-email', 'submitted'),
    done: movedTo(`button ${newsletterText.button}`, 'submitted'),
  },
  states: {
    idle: async ({ screen }, snapshot) => {
      await expectForm(screen, snapshot);
      await screen.expectNoText(newsletterText.emailProblem);
      await screen.expectNoText(newsletterText.success);
    },
    invalid: async ({ screen }, snapshot) => {
      await expectForm(screen, snapshot);
      await screen.expectText(newsletterText.emailProblem);
    },
    done: async ({ screen }, snapshot) => {
      await expectForm(screen, snapshot);
      await screen.expectText(newsletterText.success);
    },
  },
});
