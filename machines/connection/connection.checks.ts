import type { Checks } from '../checks/checks.types.ts';
import { noText, text } from '../checks/expectations.ts';
import { unchanged } from '../checks/focus.ts';
import { connectionMessages } from './connection.messages.ts';

export const connectionChecks: Checks = {
  focus: unchanged,
  states: {
    online: () => [noText(connectionMessages.offline)],
    offline: () => [text(connectionMessages.offline)],
  },
};
