import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { contactFlow } from '../../machines/contact/contact.flow.ts';
import { contactChecks } from '../../src/visualiser/checks/contact.checks.ts';

/** The checks of a form fail where a state has the message of another one. */

const { context } = createActor(contactFlow.machine).getSnapshot();

const factsIn = (state: 'idle' | 'invalid' | 'failed' | 'done', alert: object | null) => {
  const snapshot = contactFlow.machine.resolveState({ value: state, context: { ...context, alert } });
  return contactChecks.states[state]?.(snapshot, undefined).filter(({ kind }) => kind === 'fact');
};

const fact = (words: string, holds: boolean) => [{ kind: 'fact', fact: words, holds }];
const error = { kind: 'error', message: 'No.' };
const success = { kind: 'success', message: 'Yes.' };
const ABOUT_ERROR = 'the message is about an error';

test.each([
  ['idle', null, fact('there is no message', true)],
  ['idle', error, fact('there is no message', false)],
  ['invalid', error, fact(ABOUT_ERROR, true)],
  ['invalid', success, fact(ABOUT_ERROR, false)],
  ['invalid', null, fact(ABOUT_ERROR, false)],
  ['failed', error, fact(ABOUT_ERROR, true)],
  ['failed', null, fact(ABOUT_ERROR, false)],
  ['done', success, fact('the message is about a success', true)],
  ['done', error, fact('the message is about a success', false)],
] as const)('%s with the alert %o', (state, alert, facts) => {
  expect(factsIn(state, alert)).toEqual(facts);
});
