import * as v from 'valibot';
import { visualiserMessagesMachine } from '../../../../machines/visualiser/visualiserMessages/visualiserMessages.machine.ts';
import type { SiteFlow } from '../../../flows/useFlow.ts';
import { savedData, saveJson } from '../browserStorage.ts';

/** The entry of the browser's storage in which the seen messages are kept. */
const KEY = 'visualiser-messages';

/** Returns the titles of the messages that the browser has kept as seen. */
export const savedMessages = (): string[] => savedData(KEY, v.array(v.string())) ?? [];

/** The messages that a page has shown, with their implementations. */
export const messages: SiteFlow<typeof visualiserMessagesMachine> = {
  id: 'visualiserMessages',
  machine: visualiserMessagesMachine.provide({
    actions: { saveSeen: ({ context }) => saveJson(KEY, JSON.stringify(context.seen)) },
  }),
};
