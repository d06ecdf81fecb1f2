import { fromPromise } from 'xstate';
import { callBackMachine } from '../../machines/callBack/callBack.machine.ts';
import { callBackForm, callBackMessages } from '../../machines/callBack/callBack.rules.ts';
import { post } from '../browser/service.ts';
import { focusActions, formDraft, messageFrom, payloadOf } from './sendForm.ts';
import type { SiteFlow } from './useFlow.ts';

/** The ids of the widget, its sticky button and its popup on the page. */
export const widgetId = `${callBackForm.id}-widget`;
export const openerId = `${callBackForm.id}-opener`;
export const popupId = `${callBackForm.id}-popup`;

/** Sends an inquiry. Any status that is a success is one, whatever else the answer says. Spec §7, §8. */
async function sendInquiry(values: object, signal: AbortSignal) {
  const response = await post('/api/inquiry', payloadOf(callBackForm.id, values), signal).catch(() => {
    throw new Error(callBackMessages.failed);
  });
  if (!response.ok) throw new Error(messageFrom(await response.readJson()) ?? callBackMessages.failed);
  return {};
}

/** The call-back as the site runs it. */
export const callBack: SiteFlow<typeof callBackMachine> = {
  id: callBackForm.id,
  machine: callBackMachine.provide({
    actors: { send: fromPromise(({ input, signal }) => sendInquiry(input.values, signal)) },
    actions: {
      ...focusActions(callBackForm),
      // Later, for it stops the page, and what is invoked starts after the actions: the request must have left.
      showThanks: () => queueMicrotask(() => window.alert(callBackMessages.thanks)),
    },
  }),
  draft: formDraft(callBackForm),
};
