import * as v from 'valibot';
import { fromPromise } from 'xstate';
import { scholarshipMachine } from '../../machines/scholarship/scholarship.machine.ts';
import { scholarshipForm, scholarshipMessages } from '../../machines/scholarship/scholarship.rules.ts';
import { post } from '../browser/service.ts';
import { focusActions, formDraft, messageFrom, payloadOf } from './sendForm.ts';
import type { SiteFlow } from './useFlow.ts';

const responseSchema = v.record(v.string(), v.unknown());

/** Sends the scholarship form. A response without a JSON object is treated as unexpected. Spec §7, §8. */
async function sendScholarshipForm(values: object, signal: AbortSignal) {
  const response = await post('/api/apply', payloadOf(scholarshipForm.id, values), signal).catch(() => {
    throw new Error(scholarshipMessages.unexpected);
  });
  const body = await response.readJson();
  if (!v.is(responseSchema, body)) throw new Error(scholarshipMessages.unexpected);
  const message = messageFrom(body);
  if (!response.ok || body.success === false) throw new Error(message ?? scholarshipMessages.failed);
  return { message };
}

export const scholarship: SiteFlow<typeof scholarshipMachine> = {
  id: scholarshipForm.id,
  machine: scholarshipMachine.provide({
    actors: { send: fromPromise(({ input, signal }) => sendScholarshipForm(input.values, signal)) },
    actions: focusActions(scholarshipForm),
  }),
  draft: formDraft(scholarshipForm),
};
