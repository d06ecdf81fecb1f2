import { connectionCases } from '../../machines/connection/connection.cases.ts';
import { checks } from '../../src/flows/checks.ts';
import { defineDriver } from './driver.ts';

export const connectionDriver = defineDriver(connectionCases, {
  events: {
    wentOffline: ({ browser }) => browser.setOffline(true),
    wentOnline: ({ browser }) => browser.setOffline(false),
  },
  outcomes: {},
  checks: checks.connection,
});
