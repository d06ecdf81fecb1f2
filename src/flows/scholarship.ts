import * as v from 'valibot';
import { fromPromise } from 'xstate';
import { scholarshipMachine } from '../../machines/scholarship/scholarship.machine.ts';
import { scholarshipForm, scholarshipMessages } from '../../machines/scholarship/scholarship.rules.ts';
import { post } from '../browser/service.ts';
import { draftOf, focusIn, messageIn, payloadOf } from './sendForm.ts';
import type { SiteFlow } from './useFlow.ts';

const answerSchema = v.looseObject({ success: v.optional(v.unknown()) });

/** Sends an application. Whoever answers without a JSON object is not the service. Spec §7, §8. */
async function apply(values: object, signal: AbortSignal) {
  const answer = await post('/api/apply', payloadOf(scholarshipForm.id, values), signal).catch(() => {
    throw new Error(scholarshipMessages.unexpected);
  });
  const body = await answer.read();
  if (!v.is(answerSchema, body)) throw new Error(scholarshipMessages.unexpected);
  const message = messageIn(body);
  if (!answer.ok || body.success === false) throw new Error(message ?? scholarshipMessages.failed);
  return { message };
}

/** The scholarship application as the site runs it. */
export const scholarship: SiteFlow<typeof scholarshipMachine> = {
  id: scholarshipForm.id,
  machine: scholarshipMachine.provide({
    actors: { send: fromPromise(({ input, signal }) => apply(input.values, signal)) },
    actions: focusIn(scholarshipForm),
  }),
  draft: draftOf(scholarshipForm),
};
