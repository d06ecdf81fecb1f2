import { fromPromise } from 'xstate';
import { contactMachine } from '../../machines/contact/contact.machine.ts';
import { contactForm, contactMessages } from '../../machines/contact/contact.rules.ts';
import { post } from '../browser/service.ts';
import { focusActions, formDraft, messageFrom, payloadOf } from './sendForm.ts';
import type { SiteFlow } from './useFlow.ts';

/** Sends a message. The body of a success is ignored; a network error is passed on as it is. Spec §7, §8. */
async function sendMessage(values: object, signal: AbortSignal) {
  const response = await post('/api/contact', payloadOf(contactForm.id, values), signal);
  if (!response.isJson) throw new Error(contactMessages.notJson);
  if (!response.ok) throw new Error(messageFrom(await response.readJson()) ?? contactMessages.failed);
  return {};
}

export const contact: SiteFlow<typeof contactMachine> = {
  id: contactForm.id,
  machine: contactMachine.provide({
    actors: { send: fromPromise(({ input, signal }) => sendMessage(input.values, signal)) },
    actions: focusActions(contactForm),
  }),
  draft: formDraft(contactForm),
};
