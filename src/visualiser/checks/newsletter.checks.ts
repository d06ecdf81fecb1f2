import type { AnyMachineSnapshot } from 'xstate';
import type { NewsletterContext } from '../../../machines/newsletter/newsletter.machine.ts';
import { newsletterText } from '../../content/newsletter.ts';
import type { Checks, Expectation } from './checks.types.ts';
import { button, formValues, noText, text } from './expectations.ts';
import { anyElement, movedTo, pressed } from './focus.ts';

function form(snapshot: AnyMachineSnapshot): Expectation[] {
  const { email }: NewsletterContext = snapshot.context;
  return [formValues({ email }), button(newsletterText.button, { isEnabled: true })];
}

export const newsletterChecks: Checks = {
  focus: {
    idle: anyElement,
    invalid: movedTo('newsletter-email', 'submitted'),
    done: pressed(`button ${newsletterText.button}`, 'submitted'),
  },
  states: {
    idle: (snapshot) => [
      ...form(snapshot),
      noText(newsletterText.emailProblem),
      noText(newsletterText.success),
    ],
    invalid: (snapshot) => [...form(snapshot), text(newsletterText.emailProblem)],
    done: (snapshot) => [...form(snapshot), text(newsletterText.success)],
  },
};
