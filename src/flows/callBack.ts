import { fromPromise } from 'xstate';
import { callBackMachine } from '../../machines/callBack/callBack.machine.ts';
import { callBackForm, callBackMessages } from '../../machines/callBack/callBack.rules.ts';
import { attempt } from '../browser/attempt.ts';
import { post } from '../browser/service.ts';
import { focusActions, formDraft, messageFrom, payloadOf } from './sendForm.ts';
import type { SiteFlow } from './useFlow.ts';

/** The ids of the widget, its sticky button and its popup on the page. */
export const widgetId = `${callBackForm.id}-widget`;
export const openerId = `${callBackForm.id}-opener`;
export const popupId = `${callBackForm.id}-popup`;

/** Sends an inquiry. Any success status counts as a success, whatever the body says. Spec §7, §8. */
async function sendInquiry(values: object, signal: AbortSignal) {
  const response = await post('/api/inquiry', payloadOf(callBackForm.id, values), signal).catch(() => {
    throw new Error(callBackMessages.failed);
  });
  if (!response.ok) throw new Error(messageFrom(await response.readJson()) ?? callBackMessages.failed);
  return {};
}

export const callBack: SiteFlow<typeof callBackMachine> = {
  id: callBackForm.id,
  machine: callBackMachine.provide({
    actors: { send: fromPromise(({ input, signal }) => sendInquiry(input.values, signal)) },
    actions: {
      ...focusActions(callBackForm),
      // The alert blocks the page, so it waits until the invoked actor, which starts after the actions, has sent its
      // request.
      showThanks: () => queueMicrotask(() => attempt(() => window.alert(callBackMessages.thanks))),
    },
  }),
  draft: formDraft(callBackForm),
};
