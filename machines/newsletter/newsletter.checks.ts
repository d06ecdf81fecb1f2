import type { AnyMachineSnapshot } from 'xstate';
import type { Checks, Expectation } from '../checks/checks.types.ts';
import { button, formValues, noText, text } from '../checks/expectations.ts';
import { anyElement, movedTo, pressed } from '../checks/focus.ts';
import type { NewsletterContext } from './newsletter.machine.ts';

type NewsletterTexts = { button: string; emailProblem: string; success: string };

function form(snapshot: AnyMachineSnapshot, submit: string): Expectation[] {
  const { email }: NewsletterContext = snapshot.context;
  return [formValues({ email }), button(submit, { isEnabled: true })];
}

export const newsletterChecks = (texts: NewsletterTexts): Checks => ({
  focus: {
    idle: anyElement,
    invalid: movedTo('newsletter-email', 'submitted'),
    done: pressed(`button ${texts.button}`, 'submitted'),
  },
  states: {
    idle: (snapshot) => [...form(snapshot, texts.button), noText(texts.emailProblem), noText(texts.success)],
    invalid: (snapshot) => [...form(snapshot, texts.button), text(texts.emailProblem)],
    done: (snapshot) => [...form(snapshot, texts.button), text(texts.success)],
  },
});
